/** Making the pages of a tree again from the sources that it carries, or from the content at hand. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unzipSync, zipSync } from 'fflate';
import { sourcesPath } from '../../../../build/page/sources.ts';
import { silent } from '../../../../scripts/support/progress.ts';
import { readCheckInput } from '../../../../scripts/verify/check-input.ts';
import { rebuild } from '../../../../scripts/verify/derive/rebuilt.ts';
import { readContent } from '../../../../scripts/verify/derive/sources.ts';
import { readFolder } from '../../../../scripts/verify/folder.ts';
import { testRing } from '../../../keys.ts';
import { exampleContent, exampleCopy, write } from '../../../support/folder.ts';
import { large } from '../../../support/large.ts';
import { buildInto, exampleDist, readingDist } from '../../../support/shared.ts';
import { TamperedTree } from '../../../support/tampered.ts';

/** The differences, each as `path: message`. */
async function differences(dist: string, contentDir?: string): Promise<string[]> {
  const tree = readFolder(dist, silent);
  const content = contentDir === undefined ? undefined : readContent(contentDir);
  const { otherBuilder, faults } = await rebuild(tree, readCheckInput(tree), content, silent);
  assert.equal(otherBuilder, undefined);
  return faults.map(({ where, message }) => `${where.slice(dist.length)}: ${message}`);
}

describe('making the pages of a tree again', () => {
  it('gives every page, from what a tree with a reading edition carries and from the content', async () => {
    assert.deepEqual(await differences(readingDist()), []);
    assert.deepEqual(await differences(exampleDist(), exampleContent), []);
  });

  it('gives the files of the operator', async () => {
    const content = exampleCopy();
    write(content, 'discovery/index-ping.txt', '0123456789abcdef\n');
    write(content, 'discovery/directory-listing.json', '{"claims": [{"a": 1}]}\n');
    write(
      content,
      'discovery/security-contact.txt',
      'Contact: mailto:a@example.org\nExpires: 2027-01-01T00:00:00Z\n',
    );
    assert.deepEqual(await differences(await buildInto(content)), []);
  });

  it('finds phrases of situations that its sources do not have, though no page shows them', async () => {
    const tree = new TamperedTree(exampleDist());
    const path = '/patterns/tool-loop.md';
    const { search } = tree.pages.get(path)!.entry;
    tree.entry(path, { search: { ...search, situations: [{ phrases: ['sell my shop'] }] } });
    assert.match(
      (await differences(tree.write(testRing()))).join('\n'),
      /^\/patterns\/tool-loop\.md: The manifest says of it that `search` is .*, but the sources give /m,
    );
  });

  large('finds sources that are not those of the pages, or are at odds with the log', async () => {
    type Files = Record<string, Uint8Array>;
    const changed = async (change: (files: Files) => void, forge?: (archive: Buffer) => void) => {
      const tree = new TamperedTree(exampleDist());
      const page = tree.pages.get(sourcesPath)!;
      const files = unzipSync(page.bytes);
      change(files);
      page.bytes = Buffer.from(zipSync(files));
      forge?.(page.bytes);
      return (await differences(tree.write(testRing()))).join('\n');
    };
    const edited = (name: string, from: string, to: string) =>
      changed(files => {
        const text = Buffer.from(files[name]!).toString();
        assert.ok(text.includes(from), `${from} in ${name}`);
        files[name] = Buffer.from(text.replace(from, to));
      });
    assert.match(
      await edited('patterns/tool-loop.md', 'sequential work', 'all work'),
      /^\/patterns\/tool-loop\.md: Line \d+ is .*sequential work.*the sources give .*all work/m,
    );
    assert.match(
      await edited('trust/publications/starters/solo-mender/1.0.0.md', 'published_at: 2', 'published_at: 3'),
      /The log and the records of the sources differ in this: publication of \/starters\/solo-mender/,
    );
    const refused = (reason: string) =>
      new RegExp(`cannot be made again from the sources in the tree: /docs/sources\\.zip ${reason}`);
    for (const name of ['../../.bashrc', 'patterns/../../x.md', 'starters/solo-mender/1.0.0.md'])
      assert.match(
        await changed(files => Object.assign(files, { [name]: Buffer.from('x') })),
        refused(`holds "${name}", which is no source`),
      );
    // What the list of an archive says of the size of its last file.
    const bomb = (archive: Buffer) => archive.writeUInt32LE(2 ** 31, archive.lastIndexOf('PK\x01\x02') + 24);
    assert.match(await changed(() => undefined, bomb), refused('unpacks to more than is read'));
    const tree = new TamperedTree(exampleDist());
    tree.pages.delete(sourcesPath);
    assert.match((await differences(tree.write(testRing()))).join('\n'), refused('is missing'));
  });

  it('names the page and the first line that differs, without any character that commands a terminal', async () => {
    const tree = new TamperedTree(exampleDist());
    tree.edit('/llms.txt', '## Optional', '## \u001b[2JOptional');
    const found = await differences(tree.write(testRing()));
    assert.deepEqual(found.length, 1);
    assert.match(
      found[0]!,
      /^\/llms\.txt: Line \d+ is `## \\u001b\[2JOptional`; the sources give `## Optional`\.$/,
    );
  });

  it('says so when sources contradict each other so that they make no pages', async () => {
    const tree = new TamperedTree(exampleDist());
    tree.edit('/trust/keys.md', 'purpose: log', 'purpose: tenant');
    const found = await differences(tree.write(testRing()));
    assert.match(found.join('\n'), /The pages cannot be made again from the sources in the tree/);
  });
});
