/** Reads `content/`: which files there are, and which of them changed since the last build. */
import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
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
  return namesWithin(folder)
    .filter(name => !notes.test(name) && !(operatorFiles as readonly string[]).includes(name))
    .sort(byText)
    .map(name => ({ name, ...stampOf(`${folder}/${name}`) }));
}

/** The names of all files below a folder; `within` is the part of it that is looked at, with `/` at its end. */
function namesWithin(folder: string, within = ''): string[] {
  return readdirSync(join(folder, within), { withFileTypes: true }).flatMap(entry => {
    const name = within + entry.name;
    return entry.isDirectory() ? namesWithin(folder, `${name}/`) : name;
  });
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
