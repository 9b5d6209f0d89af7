/** Reading a catalog: nothing is believed that its digests do not cover. */
import assert from 'node:assert/strict';
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { sha256Hex } from '#document/text/digest.ts';
import { type Coding, manifestFormat, type PageEntry, type Variant } from '#document/text/manifest.ts';
import { packFile, writePack } from '#document/text/pack.ts';
import { type Dist, DistError, isHeld, readDist } from '../../../server/site/dist.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { send, serve } from '../../support/server.ts';
import { baseUrl, exampleDist } from '../../support/shared.ts';

const whole = exampleDist();

/** A copy of the tree. */
function treeOf(context: TestContext): string {
  const folder = join(temporaryFolder(context), 'dist');
  cpSync(whole, folder, { recursive: true });
  return folder;
}

const contentsOf = ({ pages }: Dist) =>
  Array.from(pages, ([path, page]) => {
    const entry = page.readEntry();
    return [path, entry, page.bytes(entry, 'identity').toString('base64')];
  });

/** Damages a pack in every way that is told from the outside. */
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
  test('has every page as its file is, packed or not, and each variant as its entry says', async () => {
    const { pages } = await readDist(whole);
    const held = new Map([true, false].map(each => [each, 0]));
    for (const page of pages.values()) {
      const entry = page.readEntry();
      const file = readFileSync(join(whole, entry.file));
      assert.ok(page.bytes(entry, 'identity').equals(file), entry.path);
      for (const [coding, { digest }] of Object.entries(entry.encodings) as [Coding, Variant][])
        assert.equal(sha256Hex(page.bytes(entry, coding)), digest, entry.path);
      held.set(isHeld(entry, 'identity'), held.get(isHeld(entry, 'identity'))! + 1);
    }
    // Both kinds were met.
    assert.ok(held.get(true)! > 10 && held.get(false)! > 10, JSON.stringify([...held]));
  });

  for (const [what, damage] of damages) {
    test(`is refused where a pack ${what}`, async context => {
      const dist = treeOf(context);
      const pack = join(dist, 'packs', readdirSync(join(dist, 'packs'))[0]!);
      damage(pack);
      await assert.rejects(
        readDist(dist),
        (error: Error) => error instanceof DistError && error.message.startsWith(pack),
      );
    });
  }

  test('that takes the place of another while that is read is read instead', async context => {
    const dist = treeOf(context);
    const parsed = readDist(dist);
    // The first pack was not read yet.
    rmSync(dist, { recursive: true });
    writeTree(dist, [1, 2]);
    assert.deepEqual([...(await parsed).pages.keys()], ['/page-000.md', '/page-001.md']);
  });

  test('that is not there is refused with what makes one', async context => {
    await assert.rejects(readDist(temporaryFolder(context)), /holds no catalog\. Run `npm run build`\./);
  });
});

const packs = 40;
const bytesOf = (pack: number, version: number) => Buffer.alloc(1000, `${pack} in version ${version} `);

/** A tree of one page a pack, of which each has a version. */
function writeTree(folder: string, versions: readonly number[]): void {
  mkdirSync(join(folder, 'packs'), { recursive: true });
  const written = versions.map((version, at) => {
    const bytes = bytesOf(at, version);
    const path = `/page-${String(at).padStart(3, '0')}.md`;
    const entry = JSON.stringify({ path, size: bytes.length, digest: sha256Hex(bytes), encodings: {} });
    return writePack([{ path, entry, bytes }]);
  });
  for (const { entry, bytes } of written) writeFileSync(join(folder, packFile(entry)), bytes);
  const manifest = { format: manifestFormat, base_url: 'http://a.test', redirects: [] };
  writeFileSync(
    join(folder, 'manifest.json'),
    JSON.stringify({ ...manifest, packs: written.map(({ entry }) => entry) }),
  );
}

/** How many bytes of memory the packs of a catalog keep alive. */
const heldBy = (dist: Dist): number =>
  [...new Set([...dist.packs.values()].map(({ bytes }) => bytes.buffer))].reduce(
    (sum, { byteLength }) => sum + byteLength,
    0,
  );
const servedBy = (dist: Dist): number =>
  [...dist.packs.values()].reduce((sum, { bytes }) => sum + bytes.length, 0);

describe('a catalog that takes the place of another', () => {
  const versions: number[] = Array(packs).fill(0);
  for (const [what, after] of [
    ['a page that is changed, and one more', [...versions.with(7, 1), 5]],
    ['a page that is changed, and one less', versions.slice(0, -1).with(7, 1)],
  ] as const) {
    test(`is read as far as the other does not have it: ${what}`, async context => {
      const folder = temporaryFolder(context);
      writeTree(folder, versions);
      const before = await readDist(folder);
      rmSync(join(folder, 'packs'), { recursive: true });
      writeTree(folder, after);
      const fresh = await readDist(folder);
      // Nothing else is there to be read.
      for (const digest of fresh.packs.keys())
        if (before.packs.has(digest)) rmSync(join(folder, packFile({ digest })));
      const exchanged = await readDist(folder, before);
      assert.equal(readdirSync(join(folder, 'packs')).length, after.length > packs ? 2 : 1);
      assert.deepEqual(contentsOf(exchanged), contentsOf(fresh));
    });
  }

  test('is refused where what it has more is damaged', async context => {
    const folder = temporaryFolder(context);
    writeTree(folder, versions);
    const before = await readDist(folder);
    writeTree(folder, versions.with(7, 1));
    const [digest] = [...(await readDist(folder)).packs.keys()].filter(each => !before.packs.has(each));
    writeFileSync(join(folder, packFile({ digest: digest! })), 'something else');
    await assert.rejects(readDist(folder, before), DistError);
  });

  test('never holds more than it serves, however often it is exchanged', async context => {
    const folder = temporaryFolder(context);
    let present = versions;
    writeTree(folder, present);
    let dist = await readDist(folder);
    for (let turn = 1; turn <= 3 * packs; turn += 1) {
      present = present.with((turn * 7) % packs, turn);
      writeTree(folder, present);
      dist = await readDist(folder, dist);
      assert.equal(heldBy(dist), servedBy(dist), `in turn ${turn}`);
      assert.deepEqual(contentsOf(dist), contentsOf(await readDist(folder)));
    }
  });
});

describe('a manifest that is damaged', () => {
  const path = (folder: string) => join(folder, 'manifest.json');
  const damages: [string, (text: string) => string][] = [
    ['is cut off', text => text.slice(0, -20)],
    ['is empty', () => ''],
    ['lists no packs', text => text.replace('"packs":', '"pecks":')],
    ['states a size that cannot be', text => text.replace(/"size":\d+/, '"size":1e300')],
  ];
  for (const [what, damage] of damages) {
    test(`is refused by its name where it ${what}`, async context => {
      const dist = treeOf(context);
      writeFileSync(path(dist), damage(readFileSync(path(dist), 'utf8')));
      await assert.rejects(
        readDist(dist),
        (error: Error) => error instanceof DistError && error.message.startsWith(`${path(dist)} is damaged.`),
      );
    });
  }
});

/** A tree of one page, of whose variants its entry may be wrong. */
function writePage(folder: string, entry: Partial<PageEntry>, bytes: Buffer): void {
  mkdirSync(join(folder, 'packs'));
  const path = '/page.md';
  const about = { path, file: 'page.md', kind: 'doc', media_type: 'text/markdown', encodings: {} };
  const pack = writePack([{ path, entry: JSON.stringify({ ...about, ...entry }), bytes }]);
  writeFileSync(join(folder, packFile(pack.entry)), pack.bytes);
  const manifest = { format: manifestFormat, base_url: baseUrl, packs: [pack.entry], redirects: [] };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
}

describe('a pack whose digest is right', () => {
  test('is refused where it has other bytes than its pages', async context => {
    const folder = temporaryFolder(context);
    writePage(folder, { size: 3, digest: sha256Hex('one') }, Buffer.from('two'));
    await assert.rejects(
      readDist(folder),
      /\.pack does not hold the pages that it lists\. Remove the folder/,
    );
  });

  test('gives no page that was compressed of another, nor more or fewer bytes than the page has', async context => {
    for (const [packed, size] of [
      ['two', 3],
      ['one and more', 3],
      ['one', 4],
    ] as const) {
      const folder = temporaryFolder(context);
      const gzip = gzipSync(packed);
      const about = { digest: sha256Hex(gzip), size: gzip.length };
      writePage(folder, { size, digest: sha256Hex('one'), encodings: { gzip: about } }, gzip);
      const page = (await readDist(folder)).pages.get('/page.md')!;
      const entry = page.readEntry();
      assert.ok(page.bytes(entry, 'gzip').equals(gzip));
      assert.throws(
        () => page.bytes(entry, 'identity'),
        packed === 'one and more' ? RangeError : /holds another page/,
      );
      const server = await serve({ distDir: folder });
      context.after(() => server.stop());
      const statusOf = async (headers = {}) => (await send(server, '/page.md', { headers })).status;
      const asked = [await statusOf(), await statusOf({ 'Accept-Encoding': 'gzip' }), await statusOf()];
      assert.deepEqual(asked, [500, 200, 500]);
    }
  });
});
