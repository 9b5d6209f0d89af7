/** Changes by somebody between the catalog and the command, who has no key; and parts of a manifest of a signer who means harm. */
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '#document/text/digest.ts';
import { manifestFile, manifestSignatureFile } from '#document/text/manifest.ts';
import { testRing } from '../../keys.ts';
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
/** The part of the manifest that lists the keys, which every command reads first. */
const part = 'manifest/trust.json';
const partOf = (folder: string): string => join(folder, part);

/** A signed catalog whose list of trust pages is of the attacker's choice. */
const withPart = (text: () => string) => () =>
  resigned((signed, folder) => {
    const bytes = Buffer.from(text());
    const entry = signed.parts.find(({ file }) => file === part)!;
    Object.assign(entry, { digest: sha256Hex(bytes), size: bytes.length });
    writeFileSync(partOf(folder), bytes);
  });

/** A part that lists the keys alone, by an entry of the attacker's choice. */
const keysAlone = (more: Record<string, unknown>) =>
  withPart(() =>
    JSON.stringify([
      {
        ...{ path: '/trust/keys.md', file: 'trust/keys.md', media_type: 'text/markdown' },
        ...{ kind: 'signing_keys', listed: true, digest: '0'.repeat(64), size: 1 },
        ...more,
      },
    ]),
  );

const notManifest = /The manifest(?:: \w+)? is (?:not JSON|wrong at)/;
const notPages =
  /The part manifest\/trust\.json of the manifest (?:is not JSON|is no list|is wrong at|does not list|lists more)/;
const badSignature = /The signature of its manifest does not match/;

type Row = [name: string, dist: () => string, refused: RegExp, more?: Partial<Attack>];

const rows: Row[] = [
  ['a manifest that is no JSON', manifest(() => '{'), notManifest],
  ['a manifest that is null', manifest(() => 'null'), notManifest],
  ['a manifest nested 200,000 deep', manifest(() => '['.repeat(200_000) + ']'.repeat(200_000)), notManifest],
  [
    'a manifest with 250,000 wrong parts',
    manifest(it => it.replace(/"parts":\s*\[/, `$&${'0,'.repeat(250_000)}`)),
    /lists more than 100000 items/,
  ],
  [
    'a manifest of 30 MB',
    manifest(it => it + ' '.repeat(30_000_000)),
    /refused\. It is longer|is refused: it has/,
  ],
  [
    'a manifest with another prototype',
    manifest(it => it.replace('{', '{"__proto__": {"parts": []},')),
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
    () => resigned(it => Object.assign(it.parts[0]!, { digest: '../../../../etc/passwd' })),
    notManifest,
  ],
  [
    'a digest in capitals',
    () => resigned(it => Object.assign(it.parts[0]!, { digest: it.parts[0]!.digest.toUpperCase() })),
    notManifest,
  ],
  [
    'a part of a terabyte',
    () => resigned(it => Object.assign(it.parts[0]!, { size: 1e12 })),
    /parts is wrong at 0\.size: Too big/,
  ],
  [
    'a part of 1e308 bytes',
    () => resigned(it => JSON.stringify(it).replace(/"size":\d+/, '"size":1e308')),
    notManifest,
  ],
  ['a part of -1 bytes', () => resigned(it => Object.assign(it.parts[0]!, { size: -1 })), notManifest],
  ['a field that nobody knows', () => resigned(it => Object.assign(it, { run: 'sh' })), notManifest],
  ['no part', () => resigned(it => Object.assign(it, { parts: [] })), /lists no active publication key/],
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
    'a part with another byte',
    () => changed(folder => flip(partOf(folder))),
    /does not have the digest that the manifest states/,
  ],
  [
    'a part that is cut off',
    () => changed(folder => writeFileSync(partOf(folder), readFileSync(partOf(folder)).subarray(0, -1))),
    /does not have the digest/,
  ],
  [
    'a part that is longer than it says',
    () => changed(folder => writeFileSync(partOf(folder), Buffer.alloc(9_000_000))),
    /refused\. It is longer|is refused: it has/,
  ],
  ['no such part', () => changed(folder => rmSync(partOf(folder))), /may just have changed/, { code: 3 }],
  [
    'a page with another byte',
    () => changed(folder => flip(join(folder, 'trust/keys.md'))),
    /trust\/keys\.md does not have the digest that the manifest states/,
  ],
  ['a part that is none', withPart(() => 'no part\n'), notPages],
  ['a part that is null', withPart(() => 'null'), notPages],
  ['a part with 600,000 pages', withPart(() => `[${'0,'.repeat(600_000)}0]`), notPages],
  ['a part nested 100,000 deep', withPart(() => '['.repeat(100_000) + ']'.repeat(100_000)), notPages],
  ['an entry with 100,000 wrong links', keysAlone({ links: Array(100_000).fill(0) }), notPages],
  ['a page that leads out of the folder', keysAlone({ file: '../../etc/passwd' }), notPages],
  [
    'a page of 200 MB',
    keysAlone({ size: 200 * 1024 * 1024 }),
    /has 209715200 bytes, more than the \d+ that a page may have|does not list/,
  ],
  ['a page that is said to be of another path', keysAlone({ path: '/../../x' }), notPages],
];

const heavy = [
  'a manifest with 250,000 wrong parts',
  'a manifest of 30 MB',
  'an entry with 100,000 wrong links',
];

export const unsignedAttacks: readonly Attack[] = rows.map(([name, dist, refused, more]) => ({
  name: `the manifest: ${name}`,
  dist,
  touches: readers,
  refused,
  ...(heavy.includes(name) && { isHeavy: true }),
  ...more,
}));
