/**
 * What `npm pack` does before and after (`prepack`, `postpack`): it bundles the command `agent-topology` into one file with
 * everything that it needs, and packs it without the dependencies of the service, so that anyone who installs it installs nothing
 * else. `package.json` is kept aside meanwhile; a run that was killed is repaired by the next one.
 */
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleCommand, commandManifest, noticesOf } from './support/packing.ts';

const root = join(import.meta.dirname, '..');
const [manifest, kept] = [join(root, 'package.json'), join(root, 'package.json.kept')];
const [command, notices] = ['scripts/agent-topology.mjs', 'scripts/agent-topology.notices.txt'];

async function begin(): Promise<void> {
  restore();
  const inputs = await bundleCommand(join(root, command));
  writeFileSync(join(root, notices), noticesOf(inputs));
  copyFileSync(manifest, kept);
  writeFileSync(manifest, commandManifest(readFileSync(kept, 'utf8')));
}

function restore(): void {
  if (existsSync(kept)) renameSync(kept, manifest);
  for (const file of [command, notices]) rmSync(join(root, file), { force: true });
}

if (process.argv[2] === 'end') restore();
else await begin();
