/** The manifest, its signature and the packs, as a server gives them: with them a stranger proves a page. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { verifyBytes } from '#document/proof/signature.ts';
import { sha256Hex } from '#document/text/digest.ts';
import { type ManifestFile, manifestFile, manifestSignatureFile } from '#document/text/manifest.ts';
import { packFile, readHead } from '#document/text/pack.ts';
import type { RunningServer } from '../../../server/process/server.ts';
import { testRing } from '../../keys.ts';
import { send, serve } from '../../support/server.ts';

describe('a server', () => {
  let server: RunningServer;
  before(async () => {
    server = await serve();
  });
  after(() => server.stop());

  test('gives the manifest and its signature, and each pack under its digest for good', async () => {
    const [manifest, signature] = await Promise.all(
      [manifestFile, manifestSignatureFile].map(name => send(server, `/${name}`)),
    );
    const { publicKey } = testRing().publication.active;
    assert.ok(verifyBytes(manifest!.body, signature!.body, publicKey));
    assert.equal(manifest!.headers['cache-control'], 'public, no-cache');
    const { packs } = JSON.parse(manifest!.body.toString()) as ManifestFile;
    for (const pack of packs) {
      const { status, body, headers } = await send(server, `/${packFile(pack)}`);
      assert.deepEqual([status, sha256Hex(body)], [200, pack.digest]);
      assert.match(headers['cache-control']!, /immutable/);
      assert.equal(readHead(body).places[0]!.path, pack.first);
    }
  });

  test('answers a condition, HEAD, and the name of no pack', async () => {
    const { headers, body } = await send(server, `/${manifestFile}`);
    const again = await send(server, `/${manifestFile}`, { headers: { 'If-None-Match': headers.etag! } });
    assert.deepEqual([again.status, again.body.length], [304, 0]);
    const head = await send(server, `/${manifestFile}`, { method: 'HEAD' });
    assert.deepEqual([head.headers['content-length'], head.body.length], [String(body.length), 0]);
    assert.equal((await send(server, `/packs/${'0'.repeat(64)}.pack`)).status, 404);
    assert.equal((await send(server, '/packs/../manifest.json')).status, 404);
  });
});
