/** `agent-topology COMMAND --help`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { teamCommand } from '../../../support/team-command.ts';

test('the help of each command shows one example of it', async () => {
  const namesIn = (help: string) =>
    [...help.slice(help.indexOf('Commands:')).matchAll(/^ {2}([a-z]+)(?: |$)/gm)].map(([, name]) => name!);
  const all = namesIn((await teamCommand(['--help'])).stdout).filter(name => name !== 'help');
  const ofTenant = namesIn((await teamCommand(['tenant', '--help'])).stdout).filter(name => name !== 'help');
  assert.ok(all.includes('add') && ofTenant.includes('import'));
  const leaves = [...all.filter(name => name !== 'tenant'), ...ofTenant.map(name => `tenant ${name}`)];
  for (const name of leaves) {
    const { stdout } = await teamCommand([...name.split(' '), '--help']);
    assert.equal(stdout.match(/^Example:\n {2}agent-topology /gm)?.length, 1, name);
    assert.ok(stdout.includes(`\n  agent-topology ${name} `), name);
  }
});
