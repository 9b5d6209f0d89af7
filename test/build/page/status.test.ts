/** The status page: the sections that people look for by themselves. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { catalogDist, manifestIn } from '../../support/shared.ts';

test('the status page says what the catalog lacks, how to correct a finding, how to cite and where the data are; search finds each', () => {
  const dist = catalogDist();
  const { file, search } = manifestIn(dist).pages.find(({ path }) => path === '/status.md')!;
  const text = readFileSync(join(dist, file), 'utf8');
  for (const heading of ['## Limits', '## Corrections', '## Data and citation'])
    assert.ok(text.includes(`${heading}\n`), heading);
  const found = search?.sections?.map(({ anchor }) => anchor);
  assert.deepEqual(found, ['limits', 'corrections', 'data-and-citation']);
});
