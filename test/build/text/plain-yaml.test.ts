/** Plain YAML means the same to its own reader as to the whole parser, or is left to it. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { FieldPath } from '../../../build/text/fault.ts';
import { readPlainYaml } from '../../../build/text/plain-yaml.ts';
import { writePlainYaml } from '../../../build/text/plain-yaml-writer.ts';
import { readYaml } from '../../../build/text/yaml-reader.ts';
import { writeWholeYaml } from '../../../build/text/yaml-writer.ts';
import { documents } from '../../../scripts/large-catalog/generate.ts';
import { chance } from '../../../scripts/large-catalog/words.ts';

const content = join(import.meta.dirname, '../../../content');
const texts = [
  ...readdirSync(content, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md') && !name.endsWith('README.md'))
    .map(name => readFileSync(join(content, name), 'utf8')),
  ...[...documents(100, 7)].map(([, text]) => text),
];
const yamls = texts.map(text => /^---\n([\s\S]*?\n)---\n/.exec(text)![1]!);

/** Every path of a value, those of its fields that do not exist included. */
function pathsOf(value: unknown, path: FieldPath = []): FieldPath[] {
  if (typeof value !== 'object' || value === null) return [path];
  const steps = Array.isArray(value) ? value.map((_, index) => index) : Object.keys(value);
  const inner = steps.flatMap(step =>
    pathsOf((value as Record<string | number, unknown>)[step], [...path, step]),
  );
  return [path, ...inner, [...path, 'absent']];
}

/** Fails unless the plain reader is silent or agrees with the whole parser in values, their order and places. */
function compare(yaml: string): boolean {
  const plain = readPlainYaml(yaml);
  if (plain === undefined) return false;
  const whole = readYaml(yaml);
  assert.ok(whole.ok, `read here and refused there:\n${yaml}`);
  assert.equal(JSON.stringify(plain.value), JSON.stringify(whole.value), yaml);
  for (const path of pathsOf(plain.value)) {
    assert.deepEqual(plain.place(path), whole.place(path), `${path.join('.')} of\n${yaml}`);
  }
  return true;
}

/** Fails unless the plain writer is silent or gives the bytes of the whole one. */
function compareWritten(value: Record<string, unknown>): boolean {
  const plain = writePlainYaml(value);
  if (plain === undefined) return false;
  assert.equal(plain, writeWholeYaml(value));
  return true;
}

describe('plain YAML, written', () => {
  test('is nearly all front matter of the catalog, in the bytes of the whole writer', () => {
    const values = yamls.map(yaml => {
      const parsed = readYaml(yaml);
      return parsed.ok ? parsed.value : {};
    });
    const written = values.filter(compareWritten).length;
    assert.ok(written > yamls.length * 0.6, `${written} of ${yamls.length}`);
  });

  test('of any value has the bytes of the whole writer, or is left to it', () => {
    const odd = fc.constantFrom(
      'true',
      'null',
      '1',
      '1.0.0',
      '0x1',
      'a: b',
      'a #b',
      '-',
      '- a',
      'a:',
      '1e3',
      '2026-11-21',
      '.5',
      'yes',
      'No',
      'a, b',
      '[a]',
      'é',
      'a…',
      '(a)',
      'a-b',
      '/a/b.md',
      '~',
      '',
      'a\nb',
      'x'.repeat(120),
      'it is',
      '=',
      'a\u2028b',
      '1_000',
      '+1',
      '0o7',
      '00',
      'nan',
      '.nan',
      'Infinity',
    );
    const leaf = fc.oneof(odd, odd, fc.string({ maxLength: 12 }), fc.integer(), fc.boolean());
    const key = fc.constantFrom('a', 'b', 'key', 'long_key', 'true', '1', 'a b', 'x-y');
    const { any } = fc.letrec<{ any: unknown }>(tie => ({
      any: fc.oneof(
        { maxDepth: 3, depthSize: 'small' },
        leaf,
        fc.array(tie('any'), { maxLength: 4 }),
        fc.dictionary(key, fc.option(tie('any'), { nil: undefined }), { maxKeys: 4 }),
      ),
    }));
    const value = fc.dictionary(key, any, { minKeys: 1, maxKeys: 4 });
    fc.assert(
      fc.property(value, each => {
        compareWritten(each);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('plain YAML', () => {
  test('is nearly all front matter of the catalog, with the values and places of the whole parser', () => {
    const read = yamls.filter(compare).length;
    assert.ok(read > yamls.length * 0.8, `${read} of ${yamls.length}`);
  });

  test('changed at random is read the same way or left to the full parser', () => {
    const pieces = [
      ': ',
      ' #',
      '- ',
      '\n',
      ' ',
      '  ',
      '"',
      "'",
      '[',
      ']',
      '{',
      '}',
      ',',
      '&a',
      '*a',
      '!t',
      '|',
      '>',
    ];
    const more = [
      '~',
      'null',
      'true',
      '0x1',
      '1.5',
      '1e3',
      '-',
      '?',
      '%',
      '@',
      '`',
      '\\',
      '\t',
      '...',
      '<<',
      ':',
      'é',
      '=',
      '.',
    ];
    const splice = fc.record({
      at: fc.nat(),
      take: fc.integer({ min: 0, max: 12 }),
      put: fc.constantFrom(...pieces, ...more, 'a', '7', ''),
    });
    const seeds = fc.constantFrom(...yamls.filter(yaml => yaml.length < 4000));
    const changed = fc.tuple(seeds, fc.array(splice, { minLength: 1, maxLength: 4 }));
    fc.assert(
      fc.property(changed, ([yaml, splices]) => {
        let text = yaml;
        for (const { at, take, put } of splices) {
          const from = at % (text.length + 1);
          text = text.slice(0, from) + put + text.slice(from + take);
        }
        compare(text);
      }),
      { numRuns: 3000 },
    );
  });

  test('built from small pieces is read the same way or left to the full parser', () => {
    const luck = chance(3);
    const pieces = [
      'a',
      'b: ',
      'key:',
      '\n',
      '\n  ',
      '\n  - ',
      '- ',
      ' ',
      '1',
      '"x"',
      '[a, b]',
      '{a: b}',
      ':',
      '#',
      '.',
      '/',
      '-',
      '~',
    ];
    for (let run = 0; run < 20_000; run += 1) {
      const text = Array.from({ length: 1 + luck.below(9) }, () => luck.pick(pieces)).join('');
      compare(`${text}\n`);
    }
  });
});
