/** Trees that were built wrong and signed all the same: each check finds its fault. */
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { artifactPath } from '#document/proof/document/page.ts';
import { type Signer, signBytes } from '#document/proof/signature.ts';
import { testRing, testSigner } from '../../keys.ts';
import { type Draft, signedTree, starterPath, type TreeOptions } from '../../support/signed-tree.ts';
import { assertRed, changes, one, two } from './setting.ts';

describe('verifying a tree that was built wrong and signed all the same', () => {
  const replace = (path: string, from: string | RegExp, to: string) => (pages: Draft[]) => {
    for (const page of pages.filter(each => each.path === path)) {
      const text = Buffer.from(page.bytes).toString();
      assert.notEqual(text.replace(from, to), text, `${from} is in ${path}`);
      page.bytes = Buffer.from(text.replace(from, to));
    }
  };
  const digestOf = (path: string) => signedTree({ changes }).states.get(path)!.digest;
  const receipt = artifactPath(digestOf(one), 'signature');
  const status = artifactPath(digestOf(two), 'status');
  const byDigest = artifactPath(digestOf(one));
  const remove = (path: string) => (pages: Draft[]) =>
    void pages.splice(
      pages.findIndex(page => page.path === path),
      1,
    );
  const set = (path: string, fields: Partial<Draft>) => (pages: Draft[]) => {
    Object.assign(pages.find(page => page.path === path)!, fields);
  };

  /** Signs the first version by another key, and its receipt says so in every place. */
  const signedBy = (signer: Signer) => (pages: Draft[]) => {
    const { bytes } = pages.find(page => page.path === one)!;
    const signature = Buffer.from(signBytes(bytes, signer)).toString('base64');
    const page = pages.find(each => each.path === receipt)!;
    const text = Buffer.from(page.bytes).toString();
    const [, former] = /^signature: (.*)$/m.exec(text)!;
    page.bytes = Buffer.from(
      text.replaceAll(testSigner(1).keyId, signer.keyId).replaceAll(former!, signature),
    );
  };

  const cases: [string, NonNullable<TreeOptions['alter']>, RegExp][] = [
    [
      'other bytes under a published name',
      replace(one, 'Work.', 'Worm.'),
      /artifacts.*starters\/one\/1.0.0.md: The log records/,
    ],
    ['other bytes under a digest', replace(byDigest, 'Work.', 'Worm.'), /artifacts.*The log records/],
    ['an artifact that is not served', remove(byDigest), /artifacts.*nothing is served/],
    ['a receipt that is missing', remove(receipt), /artifacts.*There is no valid receipt/],
    [
      'another signature',
      replace(receipt, /signature: ..../, 'signature: AAAA'),
      /signature.md: The signature does not match/,
    ],
    ['another size', replace(receipt, /size_bytes: \d+/, 'size_bytes: 1'), /size_bytes. is not/],
    [
      'a key that nobody listed',
      replace(receipt, /key_id: \w+/, 'key_id: "0000000000000000"'),
      /0000 is not listed/,
    ],
    [
      'a time before the publication',
      replace(receipt, /signed_at: 2026/, 'signed_at: 2025'),
      /when its key did not sign/,
    ],
    ['another place in the log', replace(receipt, 'log_index: 0', 'log_index: 1'), /log_index. is not 0/],
    [
      'another inclusion proof',
      replace(receipt, /inclusion_proof:\n {2}- ..../, 'inclusion_proof:\n  - AAAA'),
      /inclusion proof does not lead/,
    ],
    [
      'lines of shell that verify nothing',
      replace(receipt, '\nopenssl pkeyutl -verify', '\necho openssl'),
      /lines of shell/,
    ],
    [
      'a status that the log does not have',
      replace(status, 'status: revoked', 'status: active'),
      /status.md: .status. is not what the log/,
    ],
    ['a status that is missing', remove(status), /There is no status of \/starters\/two/],
    [
      'a status told wrongly by the manifest',
      set(two, { artifact: { digest: '0'.repeat(64), status: 'active' } }),
      /statuses.*told as active/,
    ],
    [
      'a ticket for a revoked version',
      set(two, { ticket: { kind: 'starter', subject: 'two@1.0.0' } }),
      /comes with a ticket/,
    ],
    [
      'a revoked version in the sitemap',
      replace('/sitemap.txt', '\n', `\nhttp://catalog.test${two}\n`),
      /withdrawn versions: sitemap.txt/,
    ],
    [
      'a revoked version that no index names',
      replace('/starters/index.md', '## Withdrawn', '## Others'),
      /starters\/index.md: .*not named as withdrawn/,
    ],
    [
      'a sitemap that misses a page',
      replace('/sitemap.txt', /.*status.md\n/, ''),
      /sitemap: status.md: The sitemap does not list it/,
    ],
    [
      'a sitemap with a page that is not there',
      replace('/sitemap.txt', 'status.md', 'nowhere.md'),
      /sitemap: nowhere.md: It is listed/,
    ],
    [
      'a sitemap of another site',
      replace('/sitemap.txt', 'http://catalog.test/s', 'http://other.test/s'),
      /no address of/,
    ],
    [
      'a broken link',
      replace('/', '/starters/index.md', '/starters/nowhere.md'),
      /links: index.md: .*leads to no page/,
    ],
    ['a broken anchor', replace('/', '#the-log', '#the-dog'), /links: index.md: .*names no heading/],
    ['a broken anchor of its own', replace('/', '#begin)', '#end)'), /links: index.md: .*names no heading/],
    [
      'a relative link',
      replace('/', '(/starters/index.md)', '(starters/index.md)'),
      /links: index.md: .*relative/,
    ],
    [
      'a link to a schema that is not there',
      set('/status.md', { described_by: '/docs/schemas/doc/v9.md' }),
      /links: status.md/,
    ],
    [
      'a field that its kind does not have',
      replace('/status.md', 'title:', 'colour: red\ntitle:'),
      /schemas: status.md: Line 9: Unknown field/,
    ],
    [
      'a page that names another address',
      replace('/status.md', 'path: /status.md', 'path: /state.md'),
      /schemas: status.md: .path. is/,
    ],
    [
      'a canonical address elsewhere',
      replace('/status.md', 'url: http://catalog', 'url: http://catalogue'),
      /canonical_url. is/,
    ],
    ['a document without front matter', replace('/status.md', '---', ''), /schemas: status.md: Line 1/],
    ['a document of no kind', replace('/status.md', 'kind: doc', 'kind: dock'), /Unknown kind .dock/],
    [
      'JSON that is none',
      replace('/.well-known/ard.json', '{}', '{'),
      /schemas: json\/\d+.json: It is not JSON/,
    ],
    ['a required page that is missing', remove('/llms.txt'), /required addresses: llms.txt/],
    [
      'a key under another id',
      replace('/trust/keys.md', /key_id: \w+/, 'key_id: "0000000000000000"'),
      /keys: trust\/keys.md: .key_id/,
    ],
    [
      'a key whose PEM is another',
      replace('/trust/keys.md', /AyEA..../, 'AyEAAAAA'),
      /keys: trust\/keys.md: .public_key_pem/,
    ],
    [
      'no active key of a purpose',
      replace('/trust/keys.md', 'state: active', 'state: retired'),
      /keys: trust\/keys.md: One key of the purpose publication is active/,
    ],
    [
      'no key of the log',
      replace('/trust/keys.md', 'purpose: log', 'purpose: tenant'),
      /transparency log: log\/checkpoint: No active key of the purpose log/,
    ],
    [
      'a checkpoint whose key is listed for tenants',
      replace('/trust/keys.md', /purpose: (tenant|log)/g, 'purpose: tenant'),
      /transparency log: log\/checkpoint: None of the known keys/,
    ],
    [
      'a log key under another name',
      replace('/trust/keys.md', 'log_key: catalog.test', 'log_key: catalogue.test'),
      /keys: trust\/keys.md: .log_key/,
    ],
    [
      'a list that leaves out the purposes of new keys',
      replace('/trust/keys.md', / {4}purpose: \w+\n/g, ''),
      /keys: trust\/keys.md: One key is active; found 3/,
    ],
    ...(['tenant', 'log'] as const).map((purpose): [string, NonNullable<TreeOptions['alter']>, RegExp] => [
      `a publication that the ${purpose} key signed`,
      signedBy(testRing()[purpose].active as Signer),
      new RegExp(`signature.md: Its key \\w+ is of the purpose ${purpose}, which signs no publications`),
    ]),
    [
      'a tile of another tree',
      set('/log/tile/0/000.p/5', { bytes: new Uint8Array(160) }),
      /transparency log: log\/tile\/0\/000.p\/5/,
    ],
    [
      'a bundle of other entries',
      replace('/log/tile/entries/000.p/5', 'starters/one', 'starters/eno'),
      /transparency log: log\/tile\/entries\/000.p\/5/,
    ],
    [
      'a checkpoint that nobody signed',
      replace('/log/checkpoint', /— (\S+) ..../, '— $1 AAAA'),
      /transparency log: log\/checkpoint: None of the known keys/,
    ],
    [
      'a checkpoint of another root',
      replace('/log/checkpoint', /\n5\n..../, '\n5\nAAAA'),
      /transparency log: log\/checkpoint/,
    ],
  ];
  for (const [what, alter, expected] of cases) {
    it(`finds ${what}`, () => assertRed(signedTree({ changes, alter }).dist, expected));
  }

  it('finds a version that is served and was never logged', () => {
    const other = signedTree({ starters: ['one', 'two', 'three', 'four'] });
    const path = starterPath('four');
    const bytes = readFileSync(join(other.dist, path));
    const alter = (pages: Draft[]) => void pages.push({ path, bytes, kind: 'starter' });
    return assertRed(signedTree({ alter }).dist, /starters\/four\/1.0.0.md: .*not in the log/);
  });

  it('finds a manifest that is not signed, or by another key', async () => {
    const { dist } = signedTree();
    const signature = join(dist, 'manifest.json.sig');
    writeFileSync(signature, readFileSync(join(signedTree({ ring: testRing(2) }).dist, 'manifest.json.sig')));
    await assertRed(dist, /manifest signature: manifest.json: The signature/);
    rmSync(signature);
    await assertRed(dist, /manifest signature: manifest.json.sig: .*missing/);
  });
});
