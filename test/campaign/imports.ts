/**
 * Files of other tools, changed at random: read or refused, never a crash, a hang or another result from an archive. And a million
 * cases in each format that may hold so many, in bounded memory.
 */
import assert from 'node:assert/strict';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readResults } from '../../scripts/import/read.ts';
import { temporaryFolder } from '../support/folder.ts';
import { mutatedFilesAreReadOrRefused } from '../support/import-mutation.ts';
import type { Campaign } from './campaign.ts';

const million = 1_000_000;
const mostBytes = 400 * 1024 * 1024;

export const campaign: Campaign = {
  description:
    'result files of other tools, changed at random: read or refused; a million cases in bounded memory',
  rounds: 10_000,
  async run({ seed, rounds, say }) {
    say('changed files');
    const counts = await mutatedFilesAreReadOrRefused({ seed, rounds });
    assert.equal(counts.read + counts.refused, rounds);
    let peak = 0;
    for (const [format, text] of large) {
      say(`a million cases of ${format}`);
      const file = join(temporaryFolder(), 'large');
      await pipeline(Readable.from(text()), createWriteStream(file));
      const { results, most } = await count(format, file);
      assert.equal(results, million);
      peak = Math.max(peak, most);
    }
    return { ...counts, million: large.length, peakMiB: Math.round(peak / 1024 ** 2) };
  },
};

/** Counts results and the most bytes in use, and asserts that results do not pile up. */
async function count(format: string, file: string): Promise<{ results: number; most: number }> {
  let [results, most] = [0, 0];
  for await (const _ of readResults(format, [file])) {
    results += 1;
    if (results % 10_000 > 0) continue;
    const { heapUsed, external } = process.memoryUsage();
    most = Math.max(most, heapUsed + external);
    assert.ok(most < mostBytes, `${most} bytes after ${results} results`);
  }
  return { results, most };
}

const large: [string, () => Generator<string>][] = [
  ['csv', () => rows('case_id,outcome\n', n => `case-${n},pass\n`, '')],
  [
    'swe-bench',
    () => rows('{"unresolved_ids":[],"resolved_ids":["a"', n => `,"case-${n}"`, ']}', million - 1),
  ],
  [
    'inspect',
    () =>
      rows(
        '{"eval":{"model":"m","created":"2026-03-02T10:00:00Z"},"samples":[',
        n => `${n === 0 ? '' : ','}{"id":${n},"epoch":1,"scores":{"match":{"value":"C"}}}`,
        ']}',
      ),
  ],
];

function* rows(
  before: string,
  row: (n: number) => string,
  after: string,
  count = million,
): Generator<string> {
  yield before;
  for (let from = 0; from < count; from += 1000)
    yield Array.from({ length: Math.min(1000, count - from) }, (_, at) => row(from + at)).join('');
  yield after;
}
