/** What is read of a catalog before somebody asks for it, and that it is believed no more than what is read then. */
import assert from 'node:assert/strict';
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { sha256Hex } from '#document/digest.ts';
import { manifestFormat } from '#document/manifest.ts';
import { packFile, writePack } from '#document/pack.ts';
import { type Dist, DistError, readDist, readEarly } from '../../../server/catalog/dist.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { exampleDist } from '../../support/shared.ts';

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

describe('a catalog that is read early', () => {
  test('is the same as one that is read when it is asked for', async context => {
    const dist = treeOf(context);
    const early = await readEarly(dist);
    assert.equal(early?.present.size, readdirSync(join(dist, 'packs')).length);
    // Nothing is read again: the files may be gone.
    rmSync(join(dist, 'packs'), { recursive: true });
    assert.deepEqual(contentsOf(readDist(dist, { early })), contentsOf(readDist(whole)));
  });

  test('is read again when another one took its place meanwhile', async context => {
    const dist = treeOf(context);
    const early = await readEarly(dist);
    const manifest = join(dist, 'manifest.json');
    writeFileSync(manifest, `${readFileSync(manifest, 'utf8')}\n`);
    early!.store.fill(0);
    assert.deepEqual(contentsOf(readDist(dist, { early })), contentsOf(readDist(whole)));
  });

  for (const [what, damage] of damages) {
    test(`is refused like any other where a pack ${what}`, async context => {
      const dist = treeOf(context);
      const pack = join(dist, 'packs', readdirSync(join(dist, 'packs'))[0]!);
      damage(pack);
      for (const early of [undefined, await readEarly(dist)]) {
        assert.throws(
          () => readDist(dist, { early }),
          (error: Error) => error instanceof DistError && error.message.startsWith(pack),
        );
      }
    });
  }

  test('leaves it to others to say that there is none', async context => {
    const empty = temporaryFolder(context);
    assert.equal(await readEarly(empty), undefined);
    assert.throws(() => readDist(empty), /holds no catalog\. Run `npm run build`\./);
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
    test(`is read as far as the other does not have it: ${what}`, context => {
      const folder = temporaryFolder(context);
      writeTree(folder, versions);
      const before = readDist(folder);
      rmSync(join(folder, 'packs'), { recursive: true });
      writeTree(folder, after);
      const fresh = readDist(folder);
      // Nothing else is there to be read.
      for (const digest of fresh.packs.keys())
        if (before.packs.has(digest)) rmSync(join(folder, packFile({ digest })));
      const exchanged = readDist(folder, { before });
      assert.equal(readdirSync(join(folder, 'packs')).length, after.length > packs ? 2 : 1);
      assert.deepEqual(contentsOf(exchanged), contentsOf(fresh));
    });
  }

  test('is refused where what it has more is damaged', context => {
    const folder = temporaryFolder(context);
    writeTree(folder, versions);
    const before = readDist(folder);
    writeTree(folder, versions.with(7, 1));
    const [digest] = [...readDist(folder).packs.keys()].filter(each => !before.packs.has(each));
    writeFileSync(join(folder, packFile({ digest: digest! })), 'something else');
    assert.throws(() => readDist(folder, { before }), DistError);
  });

  test('never holds much more than it serves, however often it is exchanged', context => {
    const folder = temporaryFolder(context);
    let present = versions;
    writeTree(folder, present);
    let dist = readDist(folder);
    for (let turn = 1; turn <= 3 * packs; turn += 1) {
      present = present.with((turn * 7) % packs, turn);
      writeTree(folder, present);
      dist = readDist(folder, { before: dist });
      assert.ok(heldBy(dist) <= 1.1 * servedBy(dist), `in turn ${turn}`);
      assert.deepEqual(contentsOf(dist), contentsOf(readDist(folder)));
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
    test(`is refused by its name where it ${what}`, context => {
      const dist = treeOf(context);
      writeFileSync(path(dist), damage(readFileSync(path(dist), 'utf8')));
      assert.throws(
        () => readDist(dist),
        (error: Error) => error instanceof DistError && error.message.startsWith(`${path(dist)} is damaged.`),
      );
    });
  }
});

test('a pack whose bytes differ from those of its pages is refused, though its digest is right', context => {
  const folder = temporaryFolder(context);
  mkdirSync(join(folder, 'packs'));
  const page = '/page.md';
  const entry = JSON.stringify({ path: page, size: 3, digest: sha256Hex('one'), encodings: {} });
  const pack = writePack([{ path: page, entry, bytes: Buffer.from('two') }]);
  writeFileSync(join(folder, packFile(pack.entry)), pack.bytes);
  const manifest = { format: manifestFormat, base_url: 'http://a.test', packs: [pack.entry], redirects: [] };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  assert.throws(() => readDist(folder), /\.pack does not hold the pages that it lists\. Remove the folder/);
});
