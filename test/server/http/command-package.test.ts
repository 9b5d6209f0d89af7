/** The packed command as the service hands it out, and as `npx` runs it in an empty folder, without a registry. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { sha256Hex } from '#document/text/digest.ts';
import { packCommand } from '../../../scripts/support/packing.ts';
import type { RunningServer } from '../../../server/process/server.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { large } from '../../support/large.ts';
import { send, serve } from '../../support/server.ts';
import { teamTree } from '../../support/team-tree.ts';

const folder = temporaryFolder();
const file = join(folder, 'agent-topology.tgz');
let server: RunningServer;
before(async () => {
  await packCommand(file);
  server = await serve({ distDir: teamTree().dist, commandFile: file });
});
after(() => server.stop());

describe('the packed command', () => {
  large('is the same bytes each time', async () => {
    const again = join(folder, 'again.tgz');
    await packCommand(again);
    assert.ok(readFileSync(file).equals(readFileSync(again)));
  });

  test('comes with its digest', async () => {
    const bytes = readFileSync(file);
    const { status, headers, body } = await send(server, '/agent-topology.tgz');
    assert.deepEqual([status, headers['content-type'], body.equals(bytes)], [200, 'application/gzip', true]);
    assert.equal(headers.etag, `"${sha256Hex(bytes)}"`);
    const digest = await send(server, '/agent-topology.tgz.sha256');
    assert.equal(digest.body.toString(), `${sha256Hex(bytes)}  agent-topology.tgz\n`);
    const current = await send(server, '/agent-topology.tgz', {
      headers: { 'If-None-Match': headers.etag! },
    });
    assert.deepEqual([current.status, current.body.length], [304, 0]);
    assert.ok(bytes.length < 1_000_000, `${bytes.length} bytes`);
  });

  test('adds a team to an empty folder with one line of npx, which asks no registry', async () => {
    const [home, project] = [join(folder, 'home'), join(folder, 'project')];
    for (const made of [home, project]) mkdirSync(made);
    const { PATH } = process.env;
    // Nothing answers there: a request for a registry would fail.
    const env = {
      PATH,
      HOME: home,
      npm_config_cache: join(home, 'npm'),
      npm_config_registry: 'http://127.0.0.1:9',
    };
    const words = ['add', 'pair', '--to', 'claude-code', '--from', server.address];
    const { stdout } = await promisify(execFile)(
      'npx',
      ['--yes', `${server.address}/agent-topology.tgz`, ...words],
      { cwd: project, env },
    );
    assert.match(stdout, /create {2}\.claude\/commands\/pair\.md/);
    assert.deepEqual(readdirSync(project).sort(), ['.claude', 'agent-topology.lock.yaml']);
  });

  test('is missing where an installation has none, which says what its operator does', async () => {
    const bare = await serve({ commandFile: join(folder, 'none.tgz') });
    try {
      const { status, body } = await send(bare, '/agent-topology.tgz');
      assert.equal(status, 404);
      assert.match(body.toString(), /This installation has no packed command\./);
    } finally {
      await bare.stop();
    }
  });
});
