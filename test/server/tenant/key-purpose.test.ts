/** Receipts of tenants: their key signs nothing else, and what one key signed before keys had purposes stays verifiable. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import type { Signer } from '#document/proof/signature.ts';
import { testRing, testSigner } from '../../keys.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { launch } from '../../support/launched.ts';
import { send, serve } from '../../support/server.ts';
import { databases } from '../../support/store.ts';
import { fields, formationText, get, post, setScene, tenantConfig } from '../../support/tenant.ts';

describe('the receipt of a tenant', () => {
  const scene = setScene(databases[0]!);

  /** A key alone, as the key for tenants. */
  const tenantKey = ({ privateKey }: Signer) =>
    `Purpose: tenant\n${privateKey.export({ format: 'pem', type: 'pkcs8' })}`;

  /** The page of the receipt of a candidate that a server with a key registered. */
  const receiptBy = async (signingKey: string, word: string) => {
    const server = await serve({ ...tenantConfig(scene.place), signingKey });
    const answer = await post(server, '/v1/tenants/acme/formations', formationText(word), scene.acme);
    await server.stop();
    assert.equal(answer.status, 201, answer.body.toString());
    return get(scene.server, fields(answer).signature_path as string, scene.acme);
  };

  /** Runs its three lines as a stranger with the credential does. */
  const run = async (page: string) => {
    const lines = /```sh\n([^`]*)```/.exec(page)![1]!.replaceAll('http://catalog.test', scene.server.address);
    const child = spawn('sh', ['-c', lines], {
      cwd: temporaryFolder(),
      env: { PATH: process.env.PATH, TOKEN: scene.acme.token },
    });
    const ended = once(child, 'close');
    const [stdout, , [status]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return { stdout, status: status as number };
  };

  test('is signed by the key for tenants, which a server may have alone, and verifies by its lines', async () => {
    const { active } = testRing().tenant;
    const receipt = await receiptBy(tenantKey(active as Signer), 'alone');
    assert.equal(fields(receipt).key_id, active.keyId);
    const { status, stdout } = await run(receipt.body.toString());
    assert.equal(stdout, 'artifact.md: OK\nSignature Verified Successfully\n');
    assert.equal(status, 0);
  });

  test('from when one key signed everything verifies, and says when it counts', async () => {
    const receipt = await receiptBy(tenantKey(testSigner(1)), 'former');
    const page = receipt.body.toString();
    assert.equal(fields(receipt).key_id, testSigner(1).keyId);
    assert.equal((await run(page)).status, 0);
    assert.match(page, /Its key signs publications\. It counts here only if `signed_at` is before/);
    const asTenant = page.replace('purpose: publication', 'purpose: tenant');
    assert.notEqual(asTenant, page);
    assert.notEqual((await run(asTenant)).status, 0, 'the key is no key for tenants');
  });

  test('does not verify as a publication, whatever its lines are made to say', async () => {
    const receipt = await receiptBy(tenantKey(testRing().tenant.active as Signer), 'forged');
    const forged = receipt.body.toString().replace('purpose: tenant', 'purpose: publication');
    const { status, stdout } = await run(forged);
    assert.notEqual(status, 0);
    assert.doesNotMatch(stdout, /Verified Successfully/);
  });

  test('by a new key that is not listed yet verifies for nobody, and says so', async () => {
    const { active } = testRing().tenant;
    const retired = tenantKey(active as Signer).replace('tenant\n', 'tenant\nState: retired\n');
    const receipt = await receiptBy(`${tenantKey(testSigner(7))}${retired}`, 'rotated');
    assert.equal(fields(receipt).key_id, testSigner(7).keyId);
    assert.notEqual((await run(receipt.body.toString())).status, 0);
    assert.match(receipt.body.toString(), /is not listed yet/);
  });

  test('is refused by a server whose keys the catalog does not list; it says so at its start and serves pages', async context => {
    const server = await launch(context, {
      DATA_DIR: scene.place.dataDir,
      SIGNING_KEY: tenantKey(testSigner(7)),
    });
    await server.until(/serving/);
    const { keyId } = testSigner(7);
    await server.until(new RegExp(`does not list the key ${keyId}\\. Give this server the SIGNING_KEY`));
    const answer = await post(server, '/v1/tenants/acme/formations', formationText('stray'), scene.acme);
    assert.deepEqual([answer.status, fields(answer).code], [503, 'service_unavailable']);
    assert.equal((await get(server, '/v1/tenants/acme/account.md', scene.acme)).status, 200);
    assert.equal((await send(server, '/patterns/gate.md')).status, 200);
  });
});
