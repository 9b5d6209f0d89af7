/** Refusals of the packed command as a stranger has it: each with its exit code and a message. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFileSync, cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import { temporaryFolder } from '../../../support/folder.ts';
import { large } from '../../../support/large.ts';
import { tarball } from '../../../support/packed.ts';
import { starterPath } from '../../../support/signed-tree.ts';
import { teamTree } from '../../../support/team-tree.ts';

/** Installs the packed command in a home of its own; returns a function that runs it in a folder. */
async function packedCommand(context: TestContext) {
  const home = temporaryFolder(context);
  const env = { PATH: process.env.PATH, HOME: home, npm_config_cache: join(home, 'cache') };
  const run = promisify(execFile);
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', await tarball()], { cwd: home, env });
  const bin = join(home, 'node_modules/.bin/agent-topology');
  return (dir: string, ...words: string[]) =>
    run(bin, [...words, '--dir', dir], { env }).then(
      ({ stderr }) => ({ code: 0, stderr }),
      (error: { code: number; stderr: string }) => error,
    );
}

large(
  'the packed command refuses a tampered export, a revoked starter, a weaker proof and an edited file',
  async context => {
    const command = await packedCommand(context);
    const refused = async (expected: RegExp, dir: string, ...words: string[]) => {
      const { code, stderr } = await command(dir, ...words);
      assert.equal(code, 1, stderr);
      assert.match(stderr, expected);
    };
    const { dist, log } = teamTree();
    const since = '2026-02-01T00:00:00Z';
    const changedTo = (status: 'deprecated' | 'revoked') =>
      teamTree({ log, changes: [{ path: starterPath('pair'), status, reason_code: 'unsafe', since }] }).dist;
    const add = ['add', 'pair@1.0.0', '--to', 'claude-code', '--from'];
    const tampered = join(temporaryFolder(context), 'dist');
    cpSync(dist, tampered, { recursive: true });
    const part = join(tampered, 'manifest/starters.json');
    const bytes = readFileSync(part);
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(part, bytes);
    const dir = temporaryFolder(context);
    await refused(/does not have the digest that the manifest states/, dir, ...add, tampered);
    await refused(/pair 1\.0\.0 was revoked .* Nothing was written\./, dir, ...add, changedTo('revoked'));
    assert.deepEqual(readdirSync(dir), []);
    assert.equal((await command(dir, ...add, dist)).code, 0);
    await refused(
      /it is deprecated, and the installed one was active/,
      dir,
      ...['update', 'pair@1.0.0', '--from', changedTo('deprecated')],
    );
    appendFileSync(join(dir, '.claude/commands/pair.md'), 'Mine.\n');
    await refused(/commands\/pair\.md was edited/, dir, 'verify');
  },
);
