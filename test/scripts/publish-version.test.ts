import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { checkContent } from '../../build/run/build.ts';
import { publishVersions } from '../../scripts/edit/publish-version.ts';
import { exampleCopy, write } from '../support/folder.ts';
import { call, run } from '../support/program.ts';

const name = 'starters/solo-mender/1.1.0.md';
const recordName = `trust/publications/${name}`;

/** A draft of a second version, in the short form that an editor writes. */
function draft(content: string): string {
  const published = readFileSync(join(content, 'starters/solo-mender/1.0.0.md'), 'utf8');
  // The check of wording leaves published versions alone, and refuses these words in a new one.
  const text = published.replace(
    /\b([Mm])end(s?)\b/g,
    (_, letter, s) => `${letter === 'M' ? 'F' : 'f'}ix${s && 'es'}`,
  );
  const derived = /^(?:schema|kind|visibility|path|product_api_version|schema_version):.*\n/gm;
  const [head, body] = text.split('\n---\n\n# Solo mender\n');
  const instructions = body!.slice(body!.indexOf('## Instructions'));
  const fields = `${head}\n`.replace(derived, '').replace('version: 1.0.0', 'version: 1.1.0');
  return `${fields.replaceAll('mends', 'repairs').replace('Mend one', 'Repair one')}---\n\n${instructions}`;
}

const publish = (content: string, ...files: string[]) =>
  call(
    publishVersions,
    files.map(file => join(content, file)),
    { CONTENT_DIR: content },
  );

const messagesOf = async (contentDir: string) =>
  (await checkContent({ contentDir, baseUrl: 'http://catalog.test' })).messages;

describe('npm run publish-version', async () => {
  test('completes a draft, records its digest, and the build is content', async context => {
    const content = exampleCopy(context);
    write(content, name, draft(content));
    assert.deepEqual(
      (await messagesOf(content)).map(({ rule }) => rule),
      ['unpublished-version'],
    );
    const { code, stdout, stderr } = await publish(content, name);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^published \/starters\/solo-mender\/1\.1\.0\.md sha256:[0-9a-f]{64}\n$/);
    assert.match(readFileSync(join(content, name), 'utf8'), /^---\nschema: formation\.starter\/v0\.1\n/);
    assert.deepEqual(await messagesOf(content), []);
  });

  test('publishes nothing while a build with it fails, and puts back what was there', async context => {
    const content = exampleCopy(context);
    write(content, name, draft(content));
    const guide = 'guides/agentic-design-patterns.md';
    const text = readFileSync(join(content, guide), 'utf8');
    write(content, guide, `${text}\nSee [it](/patterns/none.md).\n`);
    const before = readFileSync(join(content, name), 'utf8');
    const { code, stdout, stderr } = await publish(content, name);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /broken-link\]\n1 error in 1 file\. Nothing was published\./);
    assert.equal(readFileSync(join(content, name), 'utf8'), before);
    assert.ok(!existsSync(join(content, recordName)));
  });

  test('done twice changes nothing', async context => {
    const content = exampleCopy(context);
    write(content, name, draft(content));
    await publish(content, name);
    const record = readFileSync(join(content, recordName), 'utf8');
    assert.match((await publish(content, name)).stdout, /^already published/);
    assert.equal(readFileSync(join(content, recordName), 'utf8'), record);
  });

  test('restores the final bytes from their draft', async context => {
    const content = exampleCopy(context);
    const text = draft(content);
    write(content, name, text);
    await publish(content, name);
    const final = readFileSync(join(content, name), 'utf8');
    write(content, name, text);
    assert.match((await publish(content, name)).stdout, /^already published/);
    assert.equal(readFileSync(join(content, name), 'utf8'), final);
  });

  test('refuses other bytes under a published version, and names both digests', async context => {
    const content = exampleCopy(context);
    const path = join(content, 'starters/solo-mender/1.0.0.md');
    writeFileSync(path, readFileSync(path, 'utf8').replace('Find the cause.', 'Guess the cause.'));
    const { code, stderr } = await publish(content, 'starters/solo-mender/1.0.0.md');
    assert.equal(code, 1);
    assert.match(stderr, /recorded sha256:[0-9a-f]{64}, found sha256:[0-9a-f]{64}\. Restore the file/);
  });

  test('refuses a draft with faults and records nothing, not even its sound neighbour', async context => {
    const content = exampleCopy(context);
    const bad = 'starters/solo-mender/1.2.0.md';
    write(content, name, draft(content));
    write(
      content,
      bad,
      draft(content).replace('version: 1.1.0', 'version: 1.2.0').replace('tool-loop]', 'tool-lop]'),
    );
    const { code, stderr } = await publish(content, name, bad);
    assert.equal(code, 1);
    assert.match(stderr, /1\.2\.0\.md:8:12: error: Unknown pattern `tool-lop`/);
    assert.ok(!existsSync(join(content, recordName)));
    assert.equal(readFileSync(join(content, name), 'utf8'), draft(content));
  });

  test('refuses a copy of another version, and takes it as the draft that its message asks for', async context => {
    const content = exampleCopy(context);
    const copy = readFileSync(join(content, 'starters/solo-mender/1.0.0.md'), 'utf8').replace(
      'version: 1.0.0',
      'version: 1.1.0',
    );
    write(content, name, copy);
    const refused = await publish(content, name);
    assert.equal(refused.code, 1);
    assert.match(
      refused.stderr,
      /`path` is `\/starters\/solo-mender\/1\.0\.0\.md`.*make it a draft: remove `schema`/,
    );
    assert.ok(!existsSync(join(content, recordName)));
    write(content, name, draft(content));
    assert.equal((await publish(content, name)).code, 0);
  });

  test('refuses a final form whose drawing is not that of its roles and edges', async context => {
    const content = exampleCopy(context);
    write(content, name, draft(content));
    await publish(content, name);
    rmSync(join(content, recordName));
    const text = readFileSync(join(content, name), 'utf8');
    write(content, name, text.replace(/(```mermaid\n[\s\S]*?)\n```/, '$1\n  other\n```'));
    const { code, stderr } = await publish(content, name);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /The section Topology of starters\/solo-mender\/1\.1\.0\.md is not that of its roles and edges\./,
    );
    write(content, name, text);
    assert.equal((await publish(content, name)).code, 0);
  });

  test('refuses what is no version', async context => {
    const content = exampleCopy(context);
    assert.match((await publish(content, 'patterns/gate.md')).stderr, /no version of a starter or formation/);
    assert.match((await publish(content, 'starters/none/1.0.0.md')).stderr, /does not exist/);
    const { code, stderr } = await run('scripts/publish-version.ts', []);
    assert.equal(code, 1);
    assert.match(stderr, /Name the files to publish/);
  });

  test('writes records where there are none', async context => {
    const content = exampleCopy(context);
    rmSync(join(content, 'trust'), { recursive: true });
    assert.equal(
      (await publish(content, 'starters/solo-mender/1.0.0.md', 'formations/house/mending-pair/1.0.0.md'))
        .code,
      0,
    );
    assert.deepEqual(await messagesOf(content), []);
  });
});
