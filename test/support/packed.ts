/** The command of the package as a stranger has it: packed, and installed in an empty folder with nothing else. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './folder.ts';

const root = join(import.meta.dirname, '../..');

/** Packs the project into a folder. Returns the path of the tarball. */
export function packInto(folder: string): string {
  // A copy: packing changes `package.json` for a moment, and other tests read it.
  const copy = temporaryFolder();
  for (const name of ['package.json', 'README.md', 'LICENSE', 'scripts', 'build', 'server'])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  mkdirSync(folder, { recursive: true });
  execFileSync('npm', ['pack', '--pack-destination', folder], { cwd: copy, stdio: 'pipe' });
  return join(folder, readdirSync(folder).find(name => name.endsWith('.tgz'))!);
}
