/** The package that `npm run package` makes, as a stranger has it: unpacked, on a machine without the repository. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { madeOnce } from './shared.ts';

/** Makes the package in a folder. Returns its path. */
export function packageInto(folder: string): string {
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/package.ts', folder], { stdio: 'pipe' });
  return join(folder, readdirSync(folder).find(name => name.endsWith('.tgz'))!);
}

/** Unpacks a package into a folder, as `tar` does by the comment in the unit of systemd. */
export function unpack(tarball: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '--no-same-owner', '-C', folder]);
}

/** A folder with the package and what it unpacks to, made once for a run of all tests. */
const made = (): string => madeOnce('package', draft => unpack(packageInto(draft), join(draft, 'unpacked')));

/** The package. */
export const packageFile = (): string => {
  const folder = made();
  return join(folder, readdirSync(folder).find(name => name.endsWith('.tgz'))!);
};

/** Returns the folder with the unpacked package. */
export const packageFolder = (): string => join(made(), 'unpacked');
