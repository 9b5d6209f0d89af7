import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { z } from 'zod';
import {
  line,
  slug,
  taskClass,
  time,
  uniqueList,
  version,
  webAddress,
} from '../../../../build/document/kind/field.ts';
import { readDocument } from '../../../../build/document/text/front-matter.ts';
import { didYouMean, validate } from '../../../../build/document/text/validate.ts';

const schema = z.strictObject({
  name: slug,
  roles: z.array(z.strictObject({ id: slug, tier: z.enum(['small', 'large']) })).max(2),
  note: line(10).optional(),
});

/** The faults of YAML lines as `line:column field rule`. */
function faultsOf(...lines: string[]): string[] {
  const parsed = readDocument(['---', ...lines, '---', ''].join('\n'));
  assert.ok(parsed.ok);
  const result = validate(schema, parsed.document);
  return result.ok
    ? []
    : result.faults.map(fault => `${fault.line}:${fault.column} ${fault.field} ${fault.rule}`);
}

describe('validation', () => {
  test('gives the value of a valid document', () => {
    assert.deepEqual(faultsOf('name: a-b', 'roles: [{id: x, tier: small}]'), []);
  });

  test('names every fault at its place, in the order of the text', () => {
    assert.deepEqual(
      faultsOf('name: A', 'rolls: []', 'roles:', '  - id: x', '    tier: tiny', 'note: "longer than ten"'),
      ['2:1 name format', '3:1 rolls unknown-field', '6:5 roles[0].tier value', '7:1 note maximum'],
    );
  });

  test('places a missing field at the mapping that lacks it', () => {
    assert.deepEqual(faultsOf('name: a', 'roles:', '  - id: x'), ['4:5 roles[0].tier required']);
  });

  test('names an unknown field below with those that exist there', () => {
    const parsed = readDocument('---\nname: a\nroles: [{id: x, tier: small, teir: 1}]\n---\n');
    assert.ok(parsed.ok);
    const result = validate(schema, parsed.document);
    assert.ok(!result.ok);
    assert.equal(result.faults[0]!.message, 'Unknown field `roles[0].teir`.');
    assert.equal(result.faults[0]!.help, 'Remove it; the fields here are id, tier. Did you mean `tier`?');
  });

  test('suggests a word only when it is near', () => {
    assert.equal(didYouMean('reactloop', ['react-loop', 'gate']), ' Did you mean `react-loop`?');
    assert.equal(didYouMean('xyz', ['react-loop', 'gate']), '');
    assert.equal(didYouMean('xyz', []), '');
  });

  test('does not repeat a long text in its message', () => {
    const parsed = readDocument(`---\nname: ${'a'.repeat(500)}\nroles: []\n---\n`);
    assert.ok(parsed.ok);
    const result = validate(schema, parsed.document);
    assert.ok(!result.ok && result.faults[0]!.message.length < 120);
  });
});

describe('fields', () => {
  const cases: [string, z.ZodType, unknown[], unknown[]][] = [
    [
      'a slug',
      slug,
      ['a', 'a-1', 'x'.repeat(64)],
      ['', 'A', 'a--b', '-a', 'a-', 'a_b', 'x'.repeat(65), 'a\n'],
    ],
    ['a version', version, ['0.0.1', '10.20.30'], ['1', '1.0', '01.0.0', '1.0.0-rc.1', 'v1.0.0', '1.0.0\n']],
    [
      'a task class',
      taskClass,
      ['coding.bug_fix', 'research.a1', 'cooking.x'],
      ['coding', 'coding.', 'coding.a-b', 'coding.A', `coding.${'a'.repeat(128)}`],
    ],
    [
      'a time',
      time,
      ['2026-11-21T08:00:00Z'],
      ['2026-11-21', '2026-11-21T08:00:00+01:00', '2026-13-01T00:00:00Z', '2026-11-21T08:00:00.5Z'],
    ],
    [
      'a URL',
      webAddress,
      ['https://example.org/x?y#z'],
      ['ftp://x', '//example.org', 'https://', 'javascript:1', 'https://a b'],
    ],
    ['one line', line(5), ['abcde', 'ä ö'], ['', ' a', 'a ', 'a\nb', 'a\u202Eb', 'a\u200Bb', 'abcdef']],
    [
      'a list without duplicates',
      uniqueList(slug, 2, 1),
      [['a'], ['a', 'b']],
      [[], ['a', 'a'], ['a', 'b', 'c']],
    ],
  ];
  for (const [what, field, good, bad] of cases) {
    test(`${what} has its rule`, () => {
      for (const value of good) assert.ok(field.safeParse(value).success, JSON.stringify(value));
      for (const value of bad) assert.ok(!field.safeParse(value).success, JSON.stringify(value));
    });
  }
});
