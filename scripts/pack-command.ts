/** Packs the command agent-topology for the server, unless it was packed from the same sources (`pack-command.cjs`). */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandPackage, packCommand } from './support/packing.ts';

const root = join(import.meta.dirname, '..');
const file = join(root, commandPackage);
/** The digest of the sources of the packed command. */
const sourcesFile = join(root, 'scripts/agent-topology.sources');

function digestOfSources(): string {
  const hash = createHash('sha256').update(process.version);
  const names = ['build', 'server', 'scripts'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => /\.(?:ts|cjs|py|json|js|css|svg|br)$/.test(name))
      .map(name => join(folder, name)),
  );
  for (const name of [...names.sort(), 'package.json', 'package-lock.json', 'LICENSE'])
    if (existsSync(join(root, name))) hash.update(`${name}\0`).update(readFileSync(join(root, name)));
  return hash.digest('hex');
}

const sources = digestOfSources();
const isFresh = existsSync(file) && existsSync(sourcesFile) && readFileSync(sourcesFile, 'utf8') === sources;
if (!isFresh) {
  await packCommand(file);
  writeFileSync(sourcesFile, sources);
}
