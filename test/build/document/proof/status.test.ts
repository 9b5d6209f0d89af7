import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { artifactStatuses } from '#document/kind/artifact-status.ts';
import { authoredSchema } from '#document/kind/kind.ts';
import { type StatusChange, statuses } from '#document/kind/statuses.ts';
import { foldStatuses, transitions } from '#document/proof/status.ts';
import { readDocument } from '#document/text/front-matter.ts';
import { placeAll, validate } from '#document/text/validate.ts';

const one = '/starters/one/1.0.0.md';
const two = '/starters/two/1.0.0.md';
const three = '/starters/three/1.0.0.md';
const published = [one, two, three].map((path, i) => ({
  path,
  digest: `sha256:${String(i).repeat(64)}`,
  published_at: '2026-01-01T00:00:00Z',
}));
/** Changes are a day apart, in the order in which they are written. */
let day = 0;
const change = (
  path: string,
  status: StatusChange['status'],
  more: Partial<StatusChange> = {},
): StatusChange => ({
  path,
  status,
  since: `2026-02-${String((day++ % 27) + 1).padStart(2, '0')}T00:00:00Z`,
  ...more,
});
const fold = (...changes: StatusChange[]) => {
  day = 0;
  return foldStatuses(published, changes);
};
const rules = (...changes: StatusChange[]) =>
  fold(...changes).unplaced.map(({ path, rule }) => `${path.join('.')} ${rule}`);

describe('the status of a version', () => {
  it('is active from its publication', () => {
    const state = fold().states.get(one)!;
    assert.deepEqual(
      [state.status, state.reason_code, state.since],
      ['active', 'published', '2026-01-01T00:00:00Z'],
    );
  });

  it('may be deprecated and come back, with its history', () => {
    const { states, unplaced } = fold(
      change(one, 'deprecated', { reason_code: 'outdated' }),
      change(one, 'active'),
    );
    assert.deepEqual(unplaced, []);
    assert.deepEqual(
      states.get(one)!.history.map(step => `${step.status} ${step.reason_code}`),
      ['active published', 'deprecated outdated', 'active reinstated'],
    );
    assert.equal(states.get(one)!.status, 'active');
  });

  it('may be superseded, and names its successor', () => {
    const { states, unplaced } = fold(change(one, 'superseded', { superseded_by: two }));
    assert.deepEqual(unplaced, []);
    assert.equal(states.get(one)!.superseded_by, two);
    assert.equal(states.get(one)!.reason_code, 'newer_version');
  });

  it('may be revoked from every status, and then leaves the indexes', () => {
    const { states, unplaced } = fold(
      change(one, 'revoked', { reason_code: 'unsafe' }),
      change(two, 'superseded', { superseded_by: three }),
      change(two, 'revoked', { reason_code: 'rights' }),
    );
    assert.deepEqual(unplaced, []);
    assert.deepEqual(
      [...states.values()].map(({ status }) => status !== 'revoked'),
      [false, false, true],
    );
    assert.equal(states.get(two)!.superseded_by, undefined);
  });
});

describe('a change of status is refused', () => {
  it('when no version has its path, with the path that was meant', () => {
    const { unplaced } = fold(change('/starters/onne/1.0.0.md', 'deprecated'));
    assert.deepEqual(unplaced[0]!.path, ['changes', 0, 'path']);
    assert.match(unplaced[0]!.help, /Did you mean `\/starters\/one\/1.0.0.md`/);
  });

  it('from revoked to anything', () => {
    for (const status of ['active', 'deprecated', 'superseded', 'revoked'] as const) {
      const more = status === 'superseded' ? { superseded_by: two } : {};
      const revoked = change(one, 'revoked', { reason_code: 'unsafe' });
      const next = change(one, status, { reason_code: 'unsafe', ...more });
      assert.deepEqual(rules(revoked, next), ['changes.1.status illegal-transition']);
    }
  });

  it('from superseded back to active', () => {
    assert.deepEqual(rules(change(one, 'superseded', { superseded_by: two }), change(one, 'active')), [
      'changes.1.status illegal-transition',
    ]);
  });

  it('to the status that it has', () => {
    assert.deepEqual(rules(change(one, 'active')), ['changes.0.status illegal-transition']);
  });

  it('as a revocation without a reason code, or with one that says nothing', () => {
    assert.deepEqual(rules(change(one, 'revoked')), ['changes.0.reason_code reason']);
    assert.deepEqual(rules(change(one, 'revoked', { reason_code: 'unspecified' })), [
      'changes.0.reason_code reason',
    ]);
  });

  it('as superseded without a successor, by itself, by nothing, in a circle or by a revoked one', () => {
    const successor = ['changes.0.superseded_by successor'];
    assert.deepEqual(rules(change(one, 'superseded')), successor);
    assert.deepEqual(rules(change(one, 'superseded', { superseded_by: one })), successor);
    assert.deepEqual(
      rules(change(one, 'superseded', { superseded_by: '/starters/none/1.0.0.md' })),
      successor,
    );
    const circle = [
      change(one, 'superseded', { superseded_by: two }),
      change(two, 'superseded', { superseded_by: one }),
    ];
    assert.deepEqual(rules(...circle), ['changes.1.superseded_by successor']);
    const gone = change(two, 'revoked', { reason_code: 'defect' });
    assert.deepEqual(rules(gone, change(one, 'superseded', { superseded_by: two })), [
      'changes.1.superseded_by successor',
    ]);
  });

  it('when it names a successor and is no superseding', () => {
    assert.deepEqual(rules(change(one, 'deprecated', { superseded_by: two })), [
      'changes.0.superseded_by successor',
    ]);
  });

  it('when it is older than the change above it or than the publication', () => {
    const early = change(one, 'deprecated', { since: '2025-01-01T00:00:00Z' });
    assert.deepEqual(rules(early), ['changes.0.since order']);
    assert.deepEqual(
      rules(change(two, 'deprecated', { since: '2026-03-01T00:00:00Z' }), change(one, 'deprecated')),
      ['changes.1.since order'],
    );
  });

  it('at its line in its file below content/trust/statuses/', () => {
    const text = [
      ...['---', 'changes:', '  - {status: deprecated, since: 2026-02-01T00:00:00Z}'],
      ...['  - {status: revoked, since: 2026-02-02T00:00:00Z}', '---', ''],
    ].join('\n');
    const parsed = readDocument(text);
    assert.ok(parsed.ok);
    const valid = validate(authoredSchema(statuses), parsed.document);
    assert.ok(valid.ok);
    const changes = valid.value.changes.map(each => ({ path: one, ...each }));
    const faults = placeAll(foldStatuses(published, changes).unplaced, parsed.document.place);
    assert.deepEqual(
      faults.map(fault => [fault.field, fault.line]),
      [['changes[1].reason_code', 4]],
    );
  });
});

describe('any list of changes', () => {
  const anyChange = fc.record(
    {
      path: fc.constantFrom(one, two, three, '/starters/none/1.0.0.md'),
      status: fc.constantFrom(...artifactStatuses),
      since: fc.integer({ min: 1, max: 9 }).map(n => `2026-02-0${n}T00:00:00Z`),
      reason_code: fc.constantFrom('unsafe' as const, 'unspecified' as const),
      superseded_by: fc.constantFrom(one, two, three),
    },
    { requiredKeys: ['path', 'status', 'since'] },
  );

  it('leads only along the transitions of the machine, and never out of revoked', () => {
    fc.assert(
      fc.property(fc.array(anyChange, { maxLength: 12 }), changes => {
        for (const { history } of foldStatuses(published, changes as StatusChange[]).states.values()) {
          for (const [i, step] of history.entries()) {
            const before = history[i - 1];
            if (before) assert.ok(transitions[before.status].includes(step.status));
            if (step.status === 'superseded') assert.ok(step.superseded_by);
          }
        }
      }),
    );
  });
});
