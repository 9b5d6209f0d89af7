/** `npx agent-topology` in a clone. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');

test('in a clone, npx starts the command from its sources', () => {
  const { bin, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  assert.deepEqual(Object.keys(bin), ['agent-topology']);
  const said = execFileSync(process.execPath, [join(root, bin['agent-topology']), '--version'], {
    encoding: 'utf8',
  });
  assert.equal(said, `${version}\n`);
});
