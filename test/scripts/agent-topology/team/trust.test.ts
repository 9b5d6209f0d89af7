/** Which catalogs a project trusts: by name, address and key together, after somebody confirmed the key. */
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { Catalog } from '../../../../scripts/agent-topology/team/catalog/catalog.ts';
import type { LockFile } from '../../../../scripts/agent-topology/team/install/lock-file.ts';
import { trust, withPin } from '../../../../scripts/agent-topology/team/install/trust.ts';
import { within } from '../../../../scripts/support/output.ts';
import { testRing } from '../../../keys.ts';
import { teamTree } from '../../../support/team-tree.ts';

const nothing: LockFile = { lock_version: 1, catalogs: [], teams: [] };
const { dist } = teamTree();
const keyId = testRing().publication.active.keyId;

/** The catalog of a folder as if it were read from an address. */
const catalogAt = (name: string, folder = dist): Promise<Catalog> =>
  Catalog.open({
    name,
    isService: false,
    read: async file => {
      const path = join(folder, file);
      return statSync(path, { throwIfNoEntry: false }) && readFileSync(path);
    },
  });

/** Trusts a catalog while somebody types at a terminal; nobody does without `typed`. */
async function trusting(
  catalog: Catalog,
  { lock = nothing, key, typed }: { lock?: LockFile; key?: string; typed?: string } = {},
) {
  let said = '';
  const output = {
    isTTY: typed !== undefined,
    write: (text: string) => {
      said += text;
    },
  };
  const stdin = Object.assign(new PassThrough(), { isTTY: typed !== undefined });
  stdin.end(typed ?? '');
  const host = { argv: [], env: {}, stdout: output, stderr: output, stdin };
  const { pin } = await within(host, () => trust(catalog, lock, key));
  return { pin, said };
}

const address = 'https://catalog.example';

test('a first use of a catalog elsewhere needs somebody who knows its key', async () => {
  const catalog = await catalogAt(address);
  const refused = {
    exitCode: 1,
    message: new RegExp(`signed by the key ${keyId}, which nobody has confirmed.* add --key ${keyId}`),
  };
  await assert.rejects(trusting(catalog), refused);
  for (const typed of ['n\n', '\n', '', 'yesterday\n'])
    await assert.rejects(trusting(catalog, { typed }), refused);
  const { said, pin } = await trusting(catalog, { typed: 'y\n' });
  assert.match(
    said,
    new RegExp(`pins its key ${keyId}.*read it from ${address}\\. Is it the key .*\\[y/N\\] $`, 's'),
  );
  assert.deepEqual([pin.base_url, pin.addresses, pin.key_id], ['http://catalog.test', [address], keyId]);
  assert.equal((await trusting(catalog, { key: keyId })).pin.key_id, keyId);
  await assert.rejects(trusting(catalog, { key: '0'.repeat(16) }), /is signed by the key .*, not by 0{16}/);
});

test('a first use of a folder or of this machine needs nobody', async () => {
  for (const name of [dist, 'http://localhost:8080', 'http://127.0.0.1:1', 'http://[::1]:1']) {
    const { said } = await trusting(await catalogAt(name));
    assert.match(said, /^You use http:\/\/catalog\.test for the first time, /);
  }
  for (const name of ['http://127.0.0.1.example', 'http://localhost.example', 'http://10.0.0.1'])
    await assert.rejects(trusting(await catalogAt(name)), /which nobody has confirmed/);
});

test('a known catalog must keep name, address and key together', async () => {
  const { pin } = await trusting(await catalogAt(address), { key: keyId });
  const lock = withPin(nothing, pin);
  const other = testRing(2).publication.active.keyId;
  const replaced = teamTree({ ring: testRing(2), baseUrl: 'http://other.test' }).dist;
  const rekeyed = teamTree({ ring: testRing(2) }).dist;
  const renamed = teamTree({ baseUrl: 'http://renamed.test' }).dist;
  const refusals: [string, string, RegExp][] = [
    [
      address,
      replaced,
      new RegExp(`signed by the key ${other}, and this project trusts ${keyId} for ${address}`),
    ],
    [
      address,
      rekeyed,
      new RegExp(`signed by the key ${other}, and this project trusts ${keyId} for http://catalog\\.test`),
    ],
    ['https://mirror.example', rekeyed, /this project trusts .* for http:\/\/catalog\.test/],
    [dist, rekeyed, /this project trusts .* for http:\/\/catalog\.test/],
    [
      address,
      renamed,
      /calls itself http:\/\/renamed\.test, and this project knows it as http:\/\/catalog\.test/,
    ],
  ];
  for (const [name, folder, message] of refusals)
    await assert.rejects(trusting(await catalogAt(name, folder), { lock, typed: 'y\n' }), {
      exitCode: 1,
      message,
    });
  assert.equal(
    (await trusting(await catalogAt(address, renamed), { lock, key: keyId })).pin.base_url,
    'http://renamed.test',
  );
  const mirror = await trusting(await catalogAt('https://mirror.example'), { lock });
  assert.deepEqual([mirror.said, mirror.pin.addresses], ['', [address, 'https://mirror.example']]);
  const folder = await trusting(await catalogAt(dist), { lock });
  assert.deepEqual(folder.pin.addresses, [address]);
});
