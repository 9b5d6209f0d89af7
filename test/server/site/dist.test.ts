/** Reading a catalog: nothing is believed that its digests do not cover. */
import assert from 'node:assert/strict';
import { appendFileSync, cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { DistError, Entries, readDist } from '../../../server/site/dist.ts';
import { exampleCopy, temporaryFolder } from '../../support/folder.ts';
import { send, serve } from '../../support/server.ts';
import { baseUrl, buildInto, exampleDist, manifestIn } from '../../support/shared.ts';

const whole = exampleDist();

/** A copy of the tree. */
function treeOf(context: TestContext): string {
  const folder = join(temporaryFolder(context), 'dist');
  cpSync(whole, folder, { recursive: true });
  return folder;
}

/** Damages a file in every way that is told from the outside. */
const damages: [string, (path: string) => void][] = [
  [
    'has another byte',
    path =>
      writeFileSync(
        path,
        readFileSync(path).map((byte, at) => (at === 9 ? byte ^ 1 : byte)),
      ),
  ],
  ['is longer', path => appendFileSync(path, '#')],
  ['is shorter', path => writeFileSync(path, readFileSync(path).subarray(0, -1))],
  ['is gone', path => rmSync(path)],
];

describe('a catalog', () => {
  test('has an entry for every page of the manifest, and none for another path', async () => {
    const entries = new Entries(await readDist(whole));
    const { pages } = manifestIn(whole);
    assert.equal(entries.size, pages.length);
    for (const page of pages) assert.deepEqual(entries.get(page.path), page);
    for (const path of [
      ...['', '/none.md', '/patterns/', '/patterns/none.md', '/zzz/none.md', 'patterns/gate.md'],
    ])
      assert.equal(entries.get(path), undefined, path);
  });

  for (const [what, damage] of damages) {
    test(`is refused where a part of its manifest ${what}`, async context => {
      const dist = treeOf(context);
      const part = join(dist, 'manifest/patterns.json');
      damage(part);
      await assert.rejects(
        readDist(dist),
        (error: Error) => error instanceof DistError && error.message.startsWith(part),
      );
    });

    test(`answers 500 for a page alone whose file ${what}, says so to probes, and answers it again when it is whole`, async context => {
      const distDir = treeOf(context);
      const file = join(distDir, 'patterns/gate.md');
      const bytes = readFileSync(file);
      damage(file);
      const server = await serve({ distDir });
      context.after(() => server.stop());
      const statusOf = async (path: string, headers = {}) => (await send(server, path, { headers })).status;
      assert.equal(await statusOf('/patterns/gate.md'), 500);
      assert.equal(await statusOf('/patterns/gate.md', { 'Accept-Encoding': 'gzip' }), 500);
      assert.equal(await statusOf('/patterns/tool-loop.md'), 200);
      const { status, body } = await send(server, '/readyz?strict');
      assert.equal(status, 503);
      assert.match(body.toString(), /^degraded: 1 pages whose files are damaged cannot be served$/m);
      writeFileSync(file, bytes);
      assert.equal(await statusOf('/patterns/gate.md'), 200);
      assert.equal(await statusOf('/readyz?strict'), 200);
    });
  }

  test('is read while a build puts it in place: what is not there yet lies beside its place', async context => {
    const dist = treeOf(context);
    for (const name of ['manifest/patterns.json', 'patterns/gate.md']) {
      renameSync(join(dist, name), join(dist, `${name}.next`));
      writeFileSync(join(dist, name), 'what was there before');
    }
    const server = await serve({ distDir: dist });
    context.after(() => server.stop());
    const { status, body } = await send(server, '/patterns/gate.md');
    assert.deepEqual([status, body.equals(readFileSync(join(whole, 'patterns/gate.md')))], [200, true]);
  });

  test('answers from the tree that took its place where a file is gone', async context => {
    const contentDir = exampleCopy(context);
    const dist = await buildInto(contentDir);
    const server = await serve({ distDir: dist });
    context.after(() => server.stop());
    const file = join(contentDir, 'patterns/gate.md');
    writeFileSync(file, readFileSync(file, 'utf8').replace('How weak a check may be.', 'How strong it is.'));
    await buildInto(contentDir, dist);
    // The server has not looked for a newer tree yet.
    const { status, body } = await send(server, '/patterns/gate.md');
    assert.equal(status, 200);
    assert.match(body.toString(), /How strong it is\./);
  });

  test('is compressed as a client asks, and always to the same page', async context => {
    const server = await serve({ distDir: whole });
    context.after(() => server.stop());
    const plain = await send(server, '/patterns/gate.md');
    const packed = await Promise.all(
      [1, 2, 3].map(() => send(server, '/patterns/gate.md', { headers: { 'Accept-Encoding': 'gzip' } })),
    );
    for (const { headers, body } of packed) {
      assert.equal(headers['content-encoding'], 'gzip');
      assert.deepEqual(gunzipSync(body), plain.body);
      assert.equal(headers['content-length'], String(body.length));
    }
  });

  test('that is not there is refused with what makes one', async context => {
    await assert.rejects(readDist(temporaryFolder(context)), /holds no catalog\. Run `npm run build`\./);
  });

  test('that another release built is refused with what to do', async context => {
    const dist = treeOf(context);
    writeFileSync(join(dist, 'manifest.json'), JSON.stringify({ format: 3, base_url: baseUrl, packs: [] }));
    await assert.rejects(readDist(dist), /was built by another version of this software/);
  });
});

describe('a manifest that is damaged', () => {
  const path = (folder: string) => join(folder, 'manifest.json');
  const wrong: [string, (text: string) => string][] = [
    ['is cut off', text => text.slice(0, -20)],
    ['is empty', () => ''],
    ['lists no parts', text => text.replace('"parts":', '"pirts":')],
    ['states a size that cannot be', text => text.replace(/"size":\d+/, '"size":1e300')],
    ['names a file outside the folder', text => text.replace('manifest/patterns.json', '../patterns.json')],
  ];
  for (const [what, damage] of wrong) {
    test(`is refused by its name where it ${what}`, async context => {
      const dist = treeOf(context);
      writeFileSync(path(dist), damage(readFileSync(path(dist), 'utf8')));
      await assert.rejects(
        readDist(dist),
        (error: Error) =>
          error instanceof DistError && error.message.startsWith(`${path(dist)} is damaged: `),
      );
    });
  }
});
