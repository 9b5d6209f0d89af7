/** A revoked version: still readable, marked, offered nowhere (docs/formations.md#14). */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { RunningServer } from '../../server/process/server.ts';
import { exampleCopy, write } from '../support/folder.ts';
import { send, serve } from '../support/server.ts';
import { buildInto } from '../support/shared.ts';

const path = '/starters/solo-mender/1.0.0.md';
const digest = '7fbaf9d4cf147b842270f30aaa5a76dc6f74a57d5992b951c92e45fe84169552';
const statuses = `---
changes:
  - status: revoked
    reason_code: unsafe
    since: 2026-11-22T00:00:00Z
---
`;

let server: RunningServer;
const read = async (page: string) => (await send(server, page)).body.toString();

before(async () => {
  const content = exampleCopy();
  write(content, `trust/statuses${path}`, statuses);
  server = await serve({ distDir: await buildInto(content) });
});
after(() => server.stop());

describe('a revoked version', () => {
  test('stays readable under its name and its digest, and says what it is', async () => {
    for (const address of [path, `/artifacts/sha256/${digest}.md`]) {
      const { status, headers, body } = await send(server, address);
      assert.equal(status, 200);
      assert.equal(headers['artifact-status'], 'revoked');
      assert.match(body.toString(), /^---\nschema: formation\.starter\/v0\.1\n/);
    }
  });

  test('is not what a team without a version leads to', async () => {
    for (const address of ['/starters/solo-mender.md', '/exports/claude-code/solo-mender.md']) {
      const { status, body } = await send(server, address);
      assert.equal(status, 404);
      assert.match(body.toString(), /No version of solo-mender is active/);
    }
  });

  test('comes without a ticket, anyone who asks', async () => {
    const { headers } = await send(server, path, { headers: { 'User-Agent': 'curl/8.5.0' } });
    assert.equal(headers['use-ticket'], undefined);
    const other = await send(server, '/patterns/gate.md', { headers: { 'User-Agent': 'curl/8.5.0' } });
    assert.ok(other.headers['use-ticket'], 'another page comes with one');
  });

  test('leaves the indexes and the sitemap, and is named as withdrawn', async () => {
    const index = await read('/starters/index.md');
    assert.match(index, /\ntotal: 0\n/);
    assert.match(
      index,
      /withdrawn versions are listed under \[former versions\]\(\/starters\/index\/former\.md\)/,
    );
    assert.match(
      await read('/starters/index/former.md'),
      /## Withdrawn\n\n- \[solo-mender 1\.0\.0\]\(\/starters\/solo-mender\/1\.0\.0\.md\): revoked \(unsafe\) on 2026-11-22\n/,
    );
    assert.doesNotMatch(await read('/starters/index.md?task_class=coding.bug_fix'), /solo-mender/);
    assert.doesNotMatch(await read('/domains/coding.md'), /solo-mender/);
    assert.doesNotMatch(await read('/sitemap.txt'), /solo-mender/);
  });

  test('says why and since when on its status page', async () => {
    const status = await read(`/artifacts/sha256/${digest}/status.md`);
    assert.match(status, /\nstatus: revoked\nreason_code: unsafe\nsince: 2026-11-22T00:00:00Z\n/);
  });
});
