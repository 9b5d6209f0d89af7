/** What a finding rests on: kept with the record for whoever edits it, and on no page. */
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

/** Builds the example with other lines in the place of that basis, and gives its result and the page of the record. */
function builtWith(lines: string) {
  const contentDir = exampleCopy();
  const distDir = join(temporaryFolder(), 'dist');
  const file = join(contentDir, 'research/loops-2024.md');
  writeFileSync(file, readFileSync(file, 'utf8').replace(own, lines));
  const result = build({ contentDir, distDir, baseUrl, keys: testRing(), logDir: temporaryFolder() });
  return { result, page: (path: string) => readFileSync(join(distDir, path), 'utf8') };
}

const basis = `    basis:
      sentence: The loop solved 35 percent of the tasks, a single call 20 percent, with 42% fewer calls.
      place: section 4, table 2
`;

test('the basis of a finding is accepted and leaves every page as it was', () => {
  const [without, withBasis] = [builtWith(''), builtWith(basis)];
  assert.ok(withBasis.result.ok, JSON.stringify(withBasis.result));
  for (const path of [
    'research/loops-2024.md',
    'patterns/tool-loop/findings.md',
    'domains/coding/findings.md',
  ])
    assert.equal(withBasis.page(path), without.page(path));
});

test('a page cannot cite a figure that stands in the basis alone', () => {
  const cited = 'Fewer calls, 42% ([loops-2024](/research/loops-2024.md)).';
  const contentDir = exampleCopy();
  const record = join(contentDir, 'research/loops-2024.md');
  const pattern = join(contentDir, 'patterns/tool-loop.md');
  writeFileSync(record, readFileSync(record, 'utf8').replace(own, basis));
  writeFileSync(
    pattern,
    readFileSync(pattern, 'utf8').replace('## What is known\n', `## What is known\n\n- ${cited}\n`),
  );
  const settings = { baseUrl, keys: testRing(), logDir: temporaryFolder() };
  const result = build({ contentDir, distDir: join(temporaryFolder(), 'dist'), ...settings });
  assert.ok(!result.ok);
  assert.deepEqual(
    result.messages.map(({ rule }) => rule),
    ['figure-not-in-source'],
  );
});

test('a basis says where it stands, and nothing else', () => {
  for (const lines of [basis.replace(/ +place.*\n/, ''), `${basis}      page: 3\n`]) {
    const { result } = builtWith(lines);
    assert.ok(!result.ok);
    assert.match(result.messages[0]!.field, /^findings\[0\]\.basis/);
  }
});
