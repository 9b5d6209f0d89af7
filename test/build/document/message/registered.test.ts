/** Documents that tenants register: whatever is sent is read or refused with places, in bounded time. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Kind } from '#document/kind/kind.ts';
import { executionLock, formation, suite, workloadProfile } from '#document/message/index.ts';
import { readRegistered } from '#document/message/registered.ts';
import { maxFaults } from '#document/text/fault.ts';
import { formationText, lockText, profileText, suiteText } from '../../../support/tenant.ts';
import { anyText } from '../../../support/text.ts';

const known = {
  patterns: new Set(['tool-loop', 'gate']),
  taskClasses: new Set(['coding.bug_fix']),
  sources: new Set(['loops-2024']),
  starters: new Set(['solo-mender']),
  publishers: new Set(['house']),
};

const documents: [Kind, string][] = [
  [formation as unknown as Kind, formationText()],
  [executionLock as unknown as Kind, lockText(`sha256:${'1'.repeat(64)}`)],
  [workloadProfile as unknown as Kind, profileText()],
  [suite as unknown as Kind, suiteText()],
];

describe('a registered document', () => {
  for (const [kind, text] of documents) {
    test(`of kind ${kind.kind} is read, and not as another kind`, () => {
      assert.ok(readRegistered(kind, text, known).ok);
      for (const [other] of documents)
        assert.equal(readRegistered(other, text, known).ok, other.kind === kind.kind);
    });
  }

  test('that was changed anywhere is read or refused with places inside it', () => {
    const piece = fc.oneof(
      anyText({ maxLength: 8 }),
      fc.constantFrom(
        '\n',
        '---\n',
        ': ',
        '- ',
        '{',
        '[',
        '"',
        '&a ',
        '*a',
        '!!x ',
        '\u0000',
        '```sh\n',
        '~',
        '1e9',
      ),
    );
    const edit = fc.record({ which: fc.nat({ max: 3 }), at: fc.nat(), cut: fc.nat({ max: 30 }), piece });
    fc.assert(
      fc.property(edit, ({ which, at, cut, piece }) => {
        const [kind, text] = documents[which]!;
        const place = at % text.length;
        const changed = text.slice(0, place) + piece + text.slice(place + cut);
        const parsed = readRegistered(kind, changed, known);
        if (parsed.ok) return;
        assert.ok(parsed.faults.length > 0);
        const lines = changed.split('\n').length;
        for (const { line, column, rule, message, help } of parsed.faults) {
          assert.ok(line >= 1 && line <= lines + 1 && column >= 1, `${rule} at ${line}:${column}`);
          assert.ok(message !== '' && help !== '');
        }
      }),
      { numRuns: 1500 },
    );
  });

  for (const [what, unit] of [
    ['hyphens', 'a-'],
    ['dots', 'a.'],
    ['digits', '1.'],
    ['brackets', '['],
    ['links', ']('],
    ['backquotes', '`'],
    ['less-than signs', '<'],
    ['blanks', ' '],
    ['empty lines', '\n'],
    ['quotes', '> '],
    ['an assignment', 'token = '],
    ['tildes', '~~~'],
  ] as const) {
    test(`of the greatest length that consists of ${what} is judged like any other`, () => {
      const line = unit.repeat(Math.floor(990 / unit.length));
      const body = Array.from({ length: 230 }, () => line).join('\n');
      const text = `${formationText()}\n${body}`;
      const parsed = readRegistered(formation as unknown as Kind, text, known);
      assert.ok(parsed.ok || parsed.faults.length <= maxFaults, what);
    });
  }
});

test('a candidate may say what a runtime needs, with tools of its own, and is held to it', () => {
  const kind = formation as unknown as Kind;
  const faultsOf = (change: (text: string) => string) => {
    const parsed = readRegistered(kind, change(formationText()), known);
    return parsed.ok ? [] : parsed.faults.map(({ rule }) => rule);
  };
  const stating = (fields: string) => (text: string) => text.replace(/^budget:/m, `${fields}\nbudget:`);
  assert.deepEqual(faultsOf(stating('control: solo-mender')), []);
  assert.deepEqual(faultsOf(stating('control: solo-mendr')), ['unknown-starter']);
  assert.deepEqual(faultsOf(stating('outputs: [{artifact: nothing}]')), ['unwritten-output']);
  assert.deepEqual(
    faultsOf(text => text.replace(/tools: \[.*?\]/, 'tools: [our-own-tool]')),
    [],
  );
});

test('a registered document of nothing but unknown fields is refused with few of its faults', () => {
  const keys = Array.from({ length: 24_000 }, (_, index) => `k${index}: 1`).join('\n');
  const text = `---\n${keys}\n---\n`;
  const parsed = readRegistered(suite as unknown as Kind, text, known);
  assert.ok(!parsed.ok && parsed.faults.length < 200);
});
