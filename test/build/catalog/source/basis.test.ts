/** The basis of a finding: kept with the record for whoever edits it, and on no page. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { build } from '../../../../build/run/build.ts';
import { testRing } from '../../../keys.ts';
import { exampleCopy, temporaryFolder } from '../../../support/folder.ts';
import { baseUrl } from '../../../support/shared.ts';

/** The basis that the first finding of the example has. */
const own = `    basis:
      sentence: The loop solved 35 percent of the tasks, a single call 20 percent.
      place: section 3, table 1
`;

const basis = `    basis:
      sentence: The loop solved 35 percent of the tasks, a single call 20 percent, with 42% fewer calls.
      place: section 4, table 2
`;

/** Builds the example with other lines in the place of that basis, and gives its pages on the finding. */
async function pagesWith(lines: string): Promise<string[]> {
  const contentDir = exampleCopy();
  const distDir = join(temporaryFolder(), 'dist');
  const file = join(contentDir, 'research/loops-2024.md');
  writeFileSync(file, readFileSync(file, 'utf8').replace(own, lines));
  const result = await build({ contentDir, distDir, baseUrl, keys: testRing(), logDir: temporaryFolder() });
  assert.ok(result.ok, JSON.stringify(result));
  const pages = ['research/loops-2024.md', 'patterns/tool-loop/findings.md', 'domains/coding/findings.md'];
  return pages.map(path => readFileSync(join(distDir, path), 'utf8'));
}

test('the basis of a finding is accepted and leaves every page as it was', async () => {
  assert.deepEqual(await pagesWith(basis), await pagesWith(''));
});
