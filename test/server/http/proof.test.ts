/** The manifest, its signature and its parts, as a server gives them: with them a stranger proves a page. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { verifyBytes } from '#document/proof/signature.ts';
import { type ManifestFile, manifestFile, manifestSignatureFile } from '#document/text/manifest.ts';
import { readPart } from '#document/text/tree.ts';
import type { RunningServer } from '../../../server/process/server.ts';
import { testRing } from '../../keys.ts';
import { send, serve } from '../../support/server.ts';

describe('a server', () => {
  let server: RunningServer;
  before(async () => {
    server = await serve();
  });
  after(() => server.stop());

  test('gives the manifest and its signature, and each part as the manifest covers it', async () => {
    const [manifest, signature] = await Promise.all(
      [manifestFile, manifestSignatureFile].map(name => send(server, `/${name}`)),
    );
    const { publicKey } = testRing().publication.active;
    assert.ok(verifyBytes(manifest!.body, signature!.body, publicKey));
    assert.equal(manifest!.headers['cache-control'], 'public, no-cache');
    const { parts } = JSON.parse(manifest!.body.toString()) as ManifestFile;
    for (const part of parts) {
      const { status, body } = await send(server, `/${part.file}`);
      assert.deepEqual([status, readPart(body, part).ok], [200, true], part.file);
    }
  });

  test('answers a condition, HEAD, and the name of no part', async () => {
    const { headers, body } = await send(server, `/${manifestFile}`);
    const again = await send(server, `/${manifestFile}`, { headers: { 'If-None-Match': headers.etag! } });
    assert.deepEqual([again.status, again.body.length], [304, 0]);
    const head = await send(server, `/${manifestFile}`, { method: 'HEAD' });
    assert.deepEqual([head.headers['content-length'], head.body.length], [String(body.length), 0]);
    assert.equal((await send(server, '/manifest/none.json')).status, 404);
    assert.equal((await send(server, '/manifest/../manifest.json')).status, 404);
  });
});
