/** A Debian in a folder, for campaigns that run what is shipped. Needs root, debootstrap and a Debian mirror. */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

const release = 'bookworm';

/** Runs a command to its end. Returns what it printed. @throws when it fails */
export const run = (command: string, ...words: string[]): string =>
  execFileSync(command, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 2 ** 26 });

/**
 * Makes a Debian without what its slim images lack: documentation, translations, and what apt can fetch again.
 * @param packages what it has beside the least
 */
export function makeDebian(folder: string, packages: readonly string[] = []): void {
  const include = packages.length > 0 ? [`--include=${packages.join(',')}`] : [];
  run('debootstrap', '--variant=minbase', ...include, release, folder);
  const left = ['share/doc', 'share/man', 'share/info', 'share/locale', 'share/lintian', 'share/groff'];
  for (const name of left) rmSync(join(folder, 'usr', name), { recursive: true, force: true });
  for (const name of ['cache/apt', 'lib/apt/lists', 'log'])
    rmSync(join(folder, 'var', name), { recursive: true, force: true });
}

/** The path of a Node.js of a major version, which the registry of npm has. */
export const nodeOf = (major: string): string =>
  run('npx', '-y', '-p', `node@${major}`, 'node', '-p', 'process.execPath').trim();
