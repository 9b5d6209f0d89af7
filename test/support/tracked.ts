/** The files of the project, as git tracks them or will, by their paths from the root. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

export const files: readonly string[] = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard'],
  { cwd: root, encoding: 'utf8' },
)
  .split('\n')
  .filter(name => name !== '' && existsSync(join(root, name)));

/** The text of a file. */
export const textOf = (name: string): string => readFileSync(join(root, name), 'utf8');
