/** The command of the package as a stranger has it: packed, and installed in an empty folder with nothing else. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './folder.ts';
import { madeOnce } from './shared.ts';

const root = join(import.meta.dirname, '../..');

/** The path of the tarball of the project, which is packed once. */
export function tarball(): string {
  const folder = madeOnce('packed', packInto);
  return join(folder, readdirSync(folder)[0]!);
}

function packInto(folder: string): void {
  // A copy: packing changes `package.json` for a moment, and other tests read it.
  const copy = temporaryFolder();
  for (const name of ['package.json', 'README.md', 'LICENSE', 'scripts', 'build', 'server'])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  mkdirSync(folder, { recursive: true });
  execFileSync('npm', ['pack', '--pack-destination', folder], { cwd: copy, stdio: 'pipe' });
}
