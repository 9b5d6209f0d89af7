/** Changes by somebody between the catalog and the command, who has no key; and packs of a signer who means harm. */
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { sha256Hex } from '#document/text/digest.ts';
import { type ManifestFile, manifestFile, manifestSignatureFile } from '#document/text/manifest.ts';
import { packFile } from '#document/text/pack.ts';
import { testRing } from '../../keys.ts';
import { write } from '../folder.ts';
import { teamTree } from '../team-tree.ts';
import { type Attack, changed, readers, resigned } from './catalog-attack.ts';

const text = (file: string, edit: (text: string) => string | Uint8Array) => (folder: string) =>
  writeFileSync(join(folder, file), edit(readFileSync(join(folder, file), 'utf8')));
const manifest = (edit: (text: string) => string | Uint8Array) => () => changed(text(manifestFile, edit));
const flip = (file: string) => {
  const bytes = readFileSync(file);
  bytes[bytes.length >> 1]! ^= 1;
  writeFileSync(file, bytes);
};
const packOf = (folder: string): string =>
  join(
    folder,
    packFile((JSON.parse(readFileSync(join(folder, manifestFile), 'utf8')) as ManifestFile).packs[0]!),
  );

/** A signed catalog whose one pack is of the attacker's choice. */
const withPack = (bytes: () => Buffer) => () =>
  resigned((signed, folder) => {
    const pack = bytes();
    const entry = signed.packs[0]!;
    Object.assign(entry, { digest: sha256Hex(pack), size: pack.length });
    write(folder, packFile(entry), pack);
  });

/** A pack of one page, whose entry and bytes are of the attacker's choice. */
function packOfOne(entry: Record<string, unknown>, bytes: Buffer): Buffer {
  const line = Buffer.from(`${JSON.stringify(entry)}\n`);
  const entries = deflateRawSync(line);
  const head = JSON.stringify([entries.length, [['/trust/keys.md', line.length, bytes.length]]]);
  return Buffer.concat([Buffer.from(`${head}\n`), entries, bytes]);
}

/** The entry of the list of keys, packed in gzip alone. */
const keysEntry = (size: number, packed: Buffer) => ({
  path: '/trust/keys.md',
  file: 'trust/keys.md',
  media_type: 'text/markdown',
  kind: 'signing_keys',
  listed: true,
  digest: '0'.repeat(64),
  size,
  encodings: { gzip: { digest: sha256Hex(packed), size: packed.length } },
});

const bombOfPage = (size: number): Buffer => {
  const packed = gzipSync(Buffer.alloc(300 * 1024 * 1024));
  return packOfOne(keysEntry(size, packed), packed);
};

const notManifest = /The manifest is (?:not JSON|wrong at)/;
const notPages = /does not hold the pages that it lists/;
const badSignature = /The signature of its manifest does not match/;

type Row = [name: string, dist: () => string, refused: RegExp, more?: Partial<Attack>];

const rows: Row[] = [
  ['a manifest that is no JSON', manifest(() => '{'), notManifest],
  ['a manifest that is null', manifest(() => 'null'), notManifest],
  ['a manifest nested 200,000 deep', manifest(() => '['.repeat(200_000) + ']'.repeat(200_000)), notManifest],
  [
    'a manifest with 250,000 wrong packs',
    manifest(it => it.replace(/"packs":\s*\[/, `$&${'0,'.repeat(250_000)}`)),
    /lists more than 10000 items in packs/,
  ],
  [
    'a manifest of 30 MB',
    manifest(it => it + ' '.repeat(30_000_000)),
    /refused\. It is longer|is refused: it has/,
  ],
  [
    'a manifest with another prototype',
    manifest(it => it.replace('{', '{"__proto__": {"packs": []},')),
    notManifest,
  ],
  [
    'a manifest with a key twice',
    manifest(it => it.replace('{', '{"base_url": "http://evil.test",')),
    badSignature,
  ],
  ['a manifest with another address', manifest(it => it.replace('catalog.test', 'evil.test')), badSignature],
  [
    'a base_url with a path',
    () => resigned(it => Object.assign(it, { base_url: 'http://catalog.test/../../x' })),
    notManifest,
  ],
  [
    'a base_url with control characters',
    () => resigned(it => Object.assign(it, { base_url: 'http://c.test\u001b[2J' })),
    /cannot be believed|calls itself/,
  ],
  [
    'a digest that is a path',
    () => resigned(it => Object.assign(it.packs[0]!, { digest: '../../../../etc/passwd' })),
    notManifest,
  ],
  [
    'a digest in capitals',
    () => resigned(it => Object.assign(it.packs[0]!, { digest: it.packs[0]!.digest.toUpperCase() })),
    notManifest,
  ],
  [
    'a pack of a terabyte',
    () => resigned(it => Object.assign(it.packs[0]!, { size: 1e12 })),
    /packs\.0\.size: Too big/,
  ],
  [
    'a pack of 1e308 bytes',
    () => resigned(it => JSON.stringify(it).replace(/"size":\d+/, '"size":1e308')),
    notManifest,
  ],
  ['a pack of -1 bytes', () => resigned(it => Object.assign(it.packs[0]!, { size: -1 })), notManifest],
  ['a field that nobody knows', () => resigned(it => Object.assign(it, { run: 'sh' })), notManifest],
  ['no pack', () => resigned(it => Object.assign(it, { packs: [] })), /lists no active publication key/],
  [
    'no signature',
    () => changed(folder => rmSync(join(folder, manifestSignatureFile))),
    /Its manifest is not signed/,
  ],
  [
    'a signature of a megabyte',
    () => changed(folder => writeFileSync(join(folder, manifestSignatureFile), Buffer.alloc(1_000_000))),
    /refused\. It is longer|is refused: it has/,
  ],
  [
    'a signature of zeros',
    () => changed(folder => writeFileSync(join(folder, manifestSignatureFile), Buffer.alloc(64))),
    badSignature,
  ],
  [
    'the signature of another catalog',
    () =>
      changed(folder =>
        copyFileSync(
          join(teamTree({ ring: testRing(2) }).dist, manifestSignatureFile),
          join(folder, manifestSignatureFile),
        ),
      ),
    badSignature,
  ],
  [
    'a pack with another byte',
    () => changed(folder => flip(packOf(folder))),
    /does not have the digest that the manifest states/,
  ],
  [
    'a pack that is cut off',
    () => changed(folder => writeFileSync(packOf(folder), readFileSync(packOf(folder)).subarray(0, -1))),
    /does not have the digest/,
  ],
  [
    'a pack that is longer than it says',
    () => changed(folder => writeFileSync(packOf(folder), Buffer.alloc(9_000_000))),
    /refused\. It is longer|is refused: it has/,
  ],
  ['no such pack', () => changed(folder => rmSync(packOf(folder))), /it may just have changed/, { code: 3 }],
  ['a pack that is none', withPack(() => Buffer.from('no pack\n')), notPages],
  ['a pack without a line', withPack(() => Buffer.alloc(1_000_000, 91)), notPages],
  [
    'a pack with a million pages',
    withPack(() => Buffer.from(`[0,[${'["/a",1,1],'.repeat(600_000)}["/b",1,1]]]\n`)),
    notPages,
  ],
  [
    'a pack nested 100,000 deep',
    withPack(() => Buffer.from(`${'['.repeat(100_000)}${']'.repeat(100_000)}\n`)),
    notPages,
  ],
  ['a pack of -1 entries', withPack(() => Buffer.from('[-1,[["/trust/keys.md",-9,-9]]]\n')), notPages],
  [
    'a pack whose entries are a bomb',
    withPack(() => {
      const packed = deflateRawSync(Buffer.alloc(500_000_000));
      return Buffer.concat([Buffer.from(`[${packed.length},[["/trust/keys.md",500000000,1]]]\n`), packed]);
    }),
    notPages,
  ],
  [
    'an entry with 100,000 wrong links',
    withPack(() =>
      packOfOne({ ...keysEntry(1, Buffer.alloc(1)), links: Array(100_000).fill(0) }, Buffer.alloc(1)),
    ),
    notPages,
  ],
  [
    'an entry with 200,000 wrong links',
    withPack(() =>
      packOfOne({ ...keysEntry(1, Buffer.alloc(1)), links: Array(200_000).fill(0) }, Buffer.alloc(1)),
    ),
    notPages,
  ],
  [
    'a page that is a bomb',
    withPack(() => bombOfPage(300 * 1024 * 1024)),
    /has 314572800 bytes, more than the \d+ that a page may have|does not hold the pages that it lists/,
  ],
  [
    'a page that is a bomb and says that it is short',
    withPack(() => bombOfPage(100)),
    /cannot be believed: .*(?:buffer|larger|holds another page)/i,
  ],
  [
    'a page that is said to be of another path',
    withPack(() => packOfOne({ ...keysEntry(1, Buffer.alloc(1)), path: '/../../x' }, Buffer.alloc(1))),
    notPages,
  ],
];

const heavy = [
  'a manifest with 250,000 wrong packs',
  'a manifest of 30 MB',
  'a pack whose entries are a bomb',
  'an entry with 100,000 wrong links',
  'a page that is a bomb',
  'a page that is a bomb and says that it is short',
];

export const unsignedAttacks: readonly Attack[] = rows.map(([name, dist, refused, more]) => ({
  name: `the packs: ${name}`,
  dist,
  touches: readers,
  refused,
  ...(heavy.includes(name) && { isHeavy: true }),
  ...more,
}));
