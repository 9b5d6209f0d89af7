/** Files of other tools, changed at random: each is read or refused, and what an archive still gives is what it gave before. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { ImportedResult } from '../../scripts/import/result.ts';
import { temporaryFolder } from './folder.ts';
import { fixture, readAll } from './import.ts';

/** A format and a file of it, and whether checksums protect its content. */
const sources = [
  ['inspect', 'sums.eval', true],
  ['inspect', 'scorers.eval', true],
  ['inspect', 'sums.json', false],
  ['inspect', 'scorers.json', false],
  ['promptfoo', 'promptfoo.json', false],
  ['promptfoo', 'promptfoo.jsonl', false],
  ['every-eval-ever', 'every-eval-ever.jsonl', false],
  ['swe-bench', 'swe-bench.json', false],
  ['csv', 'results.csv', false],
] as const;

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

/** Bytes in the place of as many others, which leaves offsets as they are, and bytes put in or taken out. */
const change = fc
  .record({
    /** Where, as a share of the length. */
    at: fc.noBias(fc.integer({ min: 0, max: 1e6 })).map(millionth => millionth / 1e6),
    bytes: fc.oneof(
      fc.constantFrom(...pieces).map(piece => Buffer.from(piece, 'latin1')),
      fc.uint8Array({ minLength: 1, maxLength: 4 }).map(bytes => Buffer.from(bytes)),
    ),
    kind: fc.constantFrom('replaced', 'replaced', 'replaced', 'inserted', 'removed', 'cut off'),
    count: fc.integer({ min: 1, max: 40 }),
  })
  .map(({ at, bytes, kind, count }) => {
    if (kind === 'replaced') return { at, inserted: bytes, removed: bytes.length };
    if (kind === 'inserted') return { at, inserted: bytes, removed: 0 };
    return { at, inserted: Buffer.alloc(0), removed: kind === 'removed' ? count : Number.POSITIVE_INFINITY };
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
    fc.array(change, { minLength: 1, maxLength: 3 }),
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
