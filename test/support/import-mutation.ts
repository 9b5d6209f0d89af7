/** Files of other tools, changed at random: each is read or refused, and what an archive still gives is what it gave before. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { ImportedResult } from '../../scripts/team/import/result.ts';
import { temporaryFolder } from './folder.ts';
import { fixture, readAll } from './import.ts';

/** A format and a file of it, and whether checksums protect its content. */
const sources = [
  ...[['inspect', 'sums.eval', true] as const, ['inspect', 'scorers.eval', true] as const],
  ...[['inspect', 'sums.json', false] as const, ['inspect', 'scorers.json', false] as const],
  ...[['promptfoo', 'promptfoo.json', false] as const, ['promptfoo', 'promptfoo.jsonl', false] as const],
  ...[
    ['every-eval-ever', 'every-eval-ever.jsonl', false] as const,
    ['csv', 'promptfoo.jsonl', false] as const,
  ],
  ['swe-bench', 'sums.json', false] as const,
];

const options = { scorer: 'match', threshold: 0.5 };
/** Without a scorer where the format has none of that name. */
const optionsFor = (format: string): object => (format === 'inspect' ? options : { threshold: 0.5 });

/** What hides at the edge of a format: marks, quotes, ends of numbers, headers of zip and Zstandard. */
const pieces = [
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  'NaN',
  '-',
  '1e999',
  '\0',
  '\n',
  '\xff',
  'PK\x01\x02',
  '(\xb5/\xfd',
  '\xff\xff\xff\x7f',
];

const change = fc.record({
  /** Where, as a share of the length. */
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  removed: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 40 }), fc.constant(1e9)),
  inserted: fc.oneof(
    fc.constant(Buffer.alloc(0)),
    fc.constantFrom(...pieces).map(piece => Buffer.from(piece, 'latin1')),
    fc.uint8Array({ minLength: 1, maxLength: 8 }).map(bytes => Buffer.from(bytes)),
  ),
});
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

function changed(bytes: Buffer, changes: readonly Change[]): Buffer {
  let result = bytes;
  for (const { at, removed, inserted } of changes) {
    const place = Math.floor(at * result.length);
    result = Buffer.concat([result.subarray(0, place), inserted, result.subarray(place + removed)]);
  }
  return result;
}

const keyOf = ({ file: _, place: __, ...result }: ImportedResult): string => JSON.stringify(result);

/** Reads so many changed files. @throws AssertionError at the first that does harm */
export async function mutatedFilesAreReadOrRefused({
  seed,
  rounds,
}: {
  seed: number;
  rounds: number;
}): Promise<{ read: number; refused: number }> {
  const counts = { read: 0, refused: 0 };
  const file = join(temporaryFolder(), 'changed');
  const property = fc.asyncProperty(
    fc.constantFrom(...sources),
    fc.array(change, { minLength: 1, maxLength: 4 }),
    async ([format, name, isProtected], changes) => {
      writeFileSync(file, changed(readFileSync(fixture(name)), changes));
      const results = await readAll(format, file, optionsFor(format)).catch((error: Error) => error);
      counts[results instanceof Error ? 'refused' : 'read'] += 1;
      if (results instanceof Error) {
        assert.equal(results.name, 'Failure', results.stack);
        assert.ok(results.message.startsWith(`${file}: `), results.message);
      } else if (isProtected) {
        const before = new Set((await readAll(format, fixture(name), optionsFor(format))).map(keyOf));
        for (const result of results) assert.ok(before.has(keyOf(result)), keyOf(result));
      }
    },
  );
  await fc.assert(property, { seed, numRuns: rounds });
  return counts;
}
