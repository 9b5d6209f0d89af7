/** Making the pages of a tree again from what it publishes, or from the content at hand. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { silent } from '../../../../scripts/support/progress.ts';
import { readCheckInput } from '../../../../scripts/verify/check-input.ts';
import { readContent } from '../../../../scripts/verify/derive/content.ts';
import { rebuild } from '../../../../scripts/verify/derive/rebuilt.ts';
import { readFolder } from '../../../../scripts/verify/folder.ts';
import { testRing } from '../../../keys.ts';
import { exampleContent, exampleCopy, write } from '../../../support/folder.ts';
import { buildInto, catalogDist, readingDist } from '../../../support/shared.ts';
import { TamperedTree } from '../../../support/tampered.ts';

const published = join(import.meta.dirname, '../../../../content');

/** The differences, each as `path: message`. */
async function differences(dist: string, contentDir?: string): Promise<string[]> {
  const tree = readFolder(dist, silent);
  const content = contentDir === undefined ? undefined : readContent(contentDir);
  const { otherBuilder, reading, others } = await rebuild(tree, readCheckInput(tree), content, silent);
  assert.equal(otherBuilder, undefined);
  return [...others, ...reading].map(({ where, message }) => `${where.slice(dist.length)}: ${message}`);
}

describe('making the pages of a tree again', () => {
  it('gives every page of the published catalog, from what it publishes and from its content', async () => {
    assert.deepEqual(await differences(catalogDist()), []);
    assert.deepEqual(await differences(catalogDist(), published), []);
  });

  it('gives every page of a catalog with a reading edition', async () => {
    assert.deepEqual(await differences(readingDist()), []);
  });

  it('gives the advice, cases and files that stand on pages of other sources', async () => {
    const content = exampleCopy();
    const domain = join(content, 'domains/coding.md');
    const more = [
      '    default: gate',
      "    advice: 'If [it] fails: 1. `wait`, *then* ask_someone & go.'",
      '    team_pays_when:',
      "      - case: '# of parts > 3 (see [notes](/x)) and <they> are apart'",
      '        source: loops-2024',
      '        finding: more-tasks',
      '    team_does_not_pay_when:',
      '      - case: 1. it is small',
      '    token_multiple: {low: "2", high: "3.5", source: loops-2024, conditions: On *one* set.}',
    ];
    const text = readFileSync(domain, 'utf8');
    assert.match(text, /name: bug_fix\n {4}description: [^\n]*\n/);
    writeFileSync(
      domain,
      text.replace(/name: bug_fix\n {4}description: [^\n]*\n/, found => `${found}${more.join('\n')}\n`),
    );
    write(content, 'discovery/index-ping.txt', '0123456789abcdef\n');
    write(content, 'discovery/directory-listing.json', '{"claims": [{"a": 1}]}\n');
    write(
      content,
      'discovery/security-contact.txt',
      'Contact: mailto:a@example.org\nExpires: 2027-01-01T00:00:00Z\n',
    );
    assert.deepEqual(await differences(buildInto(content)), []);
  });

  it('takes the phrases of situations from the search, and compares them with the content at hand', async () => {
    const tree = new TamperedTree(readingDist());
    const path = '/patterns/tool-loop.md';
    const { search } = tree.pages.get(path)!.entry;
    tree.entry(path, { search: { ...search, situations: [{ phrases: ['sell my shop'] }] } });
    const dist = tree.write(testRing());
    // The files of search in a browser hold the phrases too, so they tell of it.
    for (const difference of await differences(dist)) assert.match(difference, /^\/reading\/search[.-]/);
    const [first, ...others] = await differences(dist, exampleContent);
    assert.match(
      first!,
      /^\/patterns\/tool-loop\.md: The manifest says of it that `search` is .*, and the sources give /,
    );
    assert.deepEqual(others, []);
  });

  it('names the page and the first line that differs, without any character that commands a terminal', async () => {
    const tree = new TamperedTree(readingDist());
    tree.edit('/llms.txt', '## Optional', '## \u001b[2JOptional');
    const found = await differences(tree.write(testRing()));
    assert.deepEqual(found.length, 1);
    assert.match(
      found[0]!,
      /^\/llms\.txt: Line \d+ is `## \\u001b\[2JOptional`; the sources give `## Optional`\.$/,
    );
  });

  it('says so when sources contradict each other so that they make no pages', async () => {
    const tree = new TamperedTree(readingDist());
    tree.edit('/trust/keys.md', 'purpose: log', 'purpose: tenant');
    const found = await differences(tree.write(testRing()));
    assert.match(found.join('\n'), /The pages cannot be made again from the sources in the tree/);
  });
});
