import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { checkGraph, checkTopology, type Topology } from '../../../../build/document/team/shape.ts';

const role = (id: string, writes: string[] = []) => ({
  id,
  purpose: 'Works.',
  model_tier: 'medium' as const,
  tools: [],
  reads: [],
  writes,
});

/** A lead with one worker, changed as a test needs. */
const team = (changes: Partial<Topology> = {}): Topology => ({
  entry_role: 'lead',
  roles: [role('lead', ['plan']), role('worker', ['patch'])],
  edges: [
    { from: 'lead', to: 'worker', kind: 'delegates' },
    { from: 'worker', to: 'lead', kind: 'reports' },
  ],
  budget: { max_agents: 2, max_rounds: 3, input_tokens: 1, output_tokens: 1, elapsed_milliseconds: 1 },
  stop_conditions: ['Done.'],
  ...changes,
});

const rulesOf = (topology: Topology) => checkTopology(topology).map(({ rule }) => rule);

describe('the topology of a formation', () => {
  test('that is sound has no fault', () => assert.deepEqual(rulesOf(team()), []));

  test('may be one agent without edges', () => {
    assert.deepEqual(rulesOf(team({ roles: [role('lead')], edges: [] })), []);
  });

  test('names an unknown role at either end of an edge', () => {
    const edges = [{ from: 'boss', to: 'nobody', kind: 'delegates' as const }];
    const paths = checkTopology(team({ edges }))
      .filter(({ rule }) => rule === 'unknown-role')
      .map(({ path }) => path);
    assert.deepEqual(paths, [
      ['edges', 0, 'from'],
      ['edges', 0, 'to'],
    ]);
  });

  test('has an entry role that exists', () =>
    assert.deepEqual(rulesOf(team({ entry_role: 'boss' })), ['unknown-role']));

  test('reaches every role along its edges', () => {
    assert.deepEqual(rulesOf(team({ edges: [{ from: 'worker', to: 'lead', kind: 'reports' }] })), [
      'unreachable-role',
    ]);
  });

  test('reaches a reviewer by what it reviews', () => {
    assert.deepEqual(rulesOf(team({ edges: [{ from: 'worker', to: 'lead', kind: 'reviews' }] })), []);
  });

  test('has each role id once', () => {
    const faults = checkTopology(team({ roles: [role('lead'), role('worker'), role('worker')] }));
    assert.ok(faults.some(({ rule, path }) => rule === 'duplicate-id' && path[1] === 2));
  });

  test('has no edge from a role to itself', () => {
    const edges = [...team().edges, { from: 'lead', to: 'lead', kind: 'reviews' as const }];
    assert.deepEqual(rulesOf(team({ edges })), ['self-edge']);
  });

  test('has each edge once', () => {
    const { edges } = team();
    assert.deepEqual(rulesOf(team({ edges: [...edges, edges[0]!] })), ['duplicate-edge']);
  });

  test('bounds a cycle by max_rounds, and says which cycle', () => {
    const { max_rounds: _, ...budget } = team().budget;
    const [fault] = checkTopology(team({ budget }));
    assert.equal(fault?.rule, 'unbounded-cycle');
    assert.match(fault!.message, /lead → worker → lead/);
  });

  test('needs no max_rounds without a cycle', () => {
    const { max_rounds: _, ...budget } = team().budget;
    assert.deepEqual(rulesOf(team({ budget, edges: [team().edges[0]!] })), []);
  });

  test('has no more roles than agents', () => {
    assert.deepEqual(rulesOf(team({ budget: { ...team().budget, max_agents: 1 } })), ['too-many-roles']);
  });

  test('lets no reviewer write what it reviews', () => {
    const roles = [role('lead', ['patch']), role('worker', ['patch'])];
    const edges = [...team().edges, { from: 'lead', to: 'worker', kind: 'reviews' as const }];
    const [fault] = checkTopology(team({ roles, edges }));
    assert.deepEqual(fault?.path, ['roles', 0, 'writes', 0]);
    assert.equal(fault?.rule, 'reviewer-writes');
  });

  test('has no budget of 0', () => {
    for (const name of [
      'max_agents',
      'max_rounds',
      'input_tokens',
      'output_tokens',
      'elapsed_milliseconds',
    ]) {
      const faults = checkTopology(team({ budget: { ...team().budget, [name]: 0 } }));
      assert.deepEqual(
        faults.map(({ rule, path }) => [rule, ...path]),
        [['zero-budget', 'budget', name]],
      );
    }
  });

  test('has a stop condition', () =>
    assert.deepEqual(rulesOf(team({ stop_conditions: [] })), ['no-stop-condition']));

  test('says everything that is wrong at once', () => {
    const rules = rulesOf(
      team({ entry_role: 'boss', stop_conditions: [], budget: { ...team().budget, input_tokens: 0 } }),
    );
    assert.deepEqual(rules, ['unknown-role', 'zero-budget', 'no-stop-condition']);
  });
});

describe('any graph', () => {
  const ids = fc.constantFrom('a', 'b', 'c', 'd');
  const kinds = fc.constantFrom('delegates', 'hands_off', 'reviews', 'reports', 'votes', 'reads');
  const edges = fc.array(fc.record({ from: ids, to: ids, kind: kinds as fc.Arbitrary<'reads'> }), {
    maxLength: 8,
  });
  const roles = fc.array(ids, { minLength: 1, maxLength: 5 }).map(list => list.map(id => role(id)));

  test('is judged without a crash, and a clean one has only known roles', () => {
    fc.assert(
      fc.property(roles, edges, (members, links) => {
        checkTopology(team({ roles: members, edges: links }));
        const known = new Set(members.map(({ id }) => id));
        if (checkGraph(members, links).length > 0) return;
        assert.ok(links.every(({ from, to }) => known.has(from) && known.has(to) && from !== to));
      }),
    );
  });

  test('without max_rounds is refused exactly when a walk along its edges can return', () => {
    fc.assert(
      fc.property(edges, links => {
        const members = ['a', 'b', 'c', 'd'].map(id => role(id));
        const { max_rounds: _, ...budget } = team().budget;
        const refused = rulesOf(team({ roles: members, edges: links, budget })).includes('unbounded-cycle');
        assert.equal(refused, hasCycle(links.filter(({ from, to }) => from !== to)));
      }),
    );
  });

  /** By taking away, again and again, every role that nothing leads to: what remains has a cycle. */
  function hasCycle(links: { from: string; to: string }[]): boolean {
    let left = links;
    for (;;) {
      const next = left.filter(({ from }) => left.some(({ to }) => to === from));
      if (next.length === left.length) return left.length > 0;
      left = next;
    }
  }
});
