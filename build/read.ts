/** Reads `content/`: which files there are, and which of them changed since the last build. */
import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { byText } from '#document/manifest.ts';
import { type OperatorFile, operatorFiles } from './layout.ts';

/** What tells that a file was not touched: its size and the time of its last change, in nanoseconds. */
export interface Stamp {
  size: number;
  changed: string;
}

export interface FoundFile extends Stamp {
  /** Relative to the content folder, with `/`. */
  name: string;
}

/** Files that lie in `content/` for editors and are not sources. */
const notes = /(?:^|\/)(?:README\.md|\.[^/]*)$/;

/** Lists the sources in the order of their names. Symbolic links are followed to files, never to folders. */
export function listSources(folder: string): FoundFile[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter(entry => !entry.isDirectory())
    .map(entry => join(entry.parentPath, entry.name))
    .map(path => ({ path, name: path.slice(join(folder, '/').length).split(sep).join('/') }))
    .filter(({ name }) => !notes.test(name) && !(operatorFiles as readonly string[]).includes(name))
    .map(({ path, name }) => ({ name, ...stampOf(path) }))
    .sort((a, b) => byText(a.name, b.name));
}

function stampOf(path: string): Stamp {
  const { size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
  return { size: Number(size), changed: `${mtimeNs}.${ctimeNs}` };
}

/** Reads the operator's files that exist, trimmed. */
export function readOperatorFiles(folder: string): Partial<Record<OperatorFile, string>> {
  const present = operatorFiles.filter(name => lstatSync(join(folder, name), { throwIfNoEntry: false }));
  return Object.fromEntries(present.map(name => [name, readFileSync(join(folder, name), 'utf8').trim()]));
}
