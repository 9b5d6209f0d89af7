/** Trees that were built wrong and signed all the same: each check finds its fault. */
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { artifactPath } from '#document/proof/document/page.ts';
import { type Signer, signBytes } from '#document/proof/signature.ts';
import { testRing, testSigner } from '../../keys.ts';
import { changesIn } from '../../support/change-table.ts';
import { type Draft, signedTree, starterPath, type TreeOptions } from '../../support/signed-tree.ts';
import { assertRed, changes, one, two } from './setting.ts';

type Alter = NonNullable<TreeOptions['alter']>;

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

  const pages: Record<string, string> = { receipt, status, 'by digest': byDigest };
  const cases: [string, Alter, RegExp][] = [
    ...changesIn('wrong-tree.yaml').map(({ name, page, find, write, says }): [string, Alter, RegExp] => {
      const path = pages[page] ?? page;
      return [name, find ? replace(path, find, write) : remove(path), new RegExp(says)];
    }),
    [
      'a status told wrongly by the manifest',
      set(two, { artifact: { digest: '0'.repeat(64), status: 'active' } }),
      /statuses.*status is active/,
    ],
    [
      'a ticket for a revoked version',
      set(two, { ticket: { kind: 'starter', subject: 'two@1.0.0' } }),
      /comes with a ticket/,
    ],
    [
      'a link to a schema that is not there',
      set('/status.md', { described_by: '/docs/schemas/doc/v9.md' }),
      /links: status.md/,
    ],
    ...(['tenant', 'log'] as const).map((purpose): [string, Alter, RegExp] => [
      `a publication that the ${purpose} key signed`,
      signedBy(testRing()[purpose].active as Signer),
      new RegExp(`signature.md: Its key \\w+ is of the purpose ${purpose}, which signs no publications`),
    ]),
    [
      'a tile of another tree',
      set('/log/tile/0/000.p/5', { bytes: new Uint8Array(160) }),
      /transparency log: log\/tile\/0\/000.p\/5/,
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
