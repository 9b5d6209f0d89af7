/** The quick start for tenants: its commands run as they stand, one after the other, against the real catalog. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { writeKeyFile } from '#document/key-file.ts';
import { testRing } from '../../keys.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { buildInto, serve } from '../../support/server.ts';

const root = join(import.meta.dirname, '../../..');

test('the commands of the quick start lead from no credential to a lock and its event', async context => {
  const guide = readFileSync(join(root, 'content/guides/tenant-quick-start.md'), 'utf8');
  const blocks = [...guide.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(match => match[1]!);
  assert.equal(blocks.join('').match(/^curl /gm)!.length, 10);
  const dataDir = join(temporaryFolder(context), 'data');
  const distDir = buildInto(join(root, 'content'));
  const server = await serve({ dataDir, distDir, signingKey: writeKeyFile(testRing()) });
  context.after(() => server.stop());
  // Commands of npm need the folder of the project; all others write where they are.
  const script = `set -eo pipefail\nnpm() { (cd '${root}' && command npm "$@"); }\n${blocks.join('\n')}`;
  const child = spawn('bash', ['-c', script], {
    cwd: temporaryFolder(context),
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir, BASE: server.address },
  });
  const ended = once(child, 'close');
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  assert.equal(code, 0, `${output}\n${errors}`);
  assert.match(output, /^401$/m);
  assert.match(output, /kind: execution_lock_registered/);
});
