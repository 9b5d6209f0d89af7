/** Reads `content/`: which files there are, and which of them changed since the last build. */
import { lstatSync, readdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { byText } from '#document/manifest.ts';
import { type OperatorFile, operatorFiles } from './layout.ts';

/**
 * What tells that a file was not touched: its size, and when its contents and its state last changed, in milliseconds to
 * three places after the point or better.
 */
export interface Stamp {
  size: number;
  modified: number;
  changed: number;
}

export const isSameStamp = (one: Stamp, other: Stamp): boolean =>
  one.size === other.size && one.modified === other.modified && one.changed === other.changed;

export interface FoundFile extends Stamp {
  /** Relative to the content folder, with `/`. */
  name: string;
}

/** Files that lie in `content/` for editors and are not sources. */
const notes = /(?:^|\/)(?:README\.md|\.[^/]*)$/;

/** Lists the sources in the order of their names. Symbolic links are followed to files, never to folders. */
export function listSources(folder: string): FoundFile[] {
  return filesWithin(folder, '').sort((a, b) => byText(a.name, b.name));
}

const isSource = (name: string): boolean =>
  !notes.test(name) && !(operatorFiles as readonly string[]).includes(name);

/** The sources below a folder; `within` is the part of it that is looked at, with `/` at its end. */
function filesWithin(folder: string, within: string): FoundFile[] {
  // Each name is asked for its state anyway, which tells folders too: sooner than asking for the types of all.
  return readdirSync(join(folder, within)).flatMap(entry => {
    const name = within + entry;
    const path = `${folder}/${name}`;
    const state = lstatSync(path);
    if (state.isDirectory()) return filesWithin(folder, `${name}/`);
    if (!isSource(name)) return [];
    return { name, ...stampOf(state.isSymbolicLink() ? statSync(path) : state) };
  });
}

const stampOf = ({ size, mtimeMs, ctimeMs }: Stats): Stamp => ({
  size,
  modified: mtimeMs,
  changed: ctimeMs,
});

/** Reads the operator's files that exist, trimmed. */
export function readOperatorFiles(folder: string): Partial<Record<OperatorFile, string>> {
  const present = operatorFiles.filter(name => lstatSync(join(folder, name), { throwIfNoEntry: false }));
  return Object.fromEntries(present.map(name => [name, readFileSync(join(folder, name), 'utf8').trim()]));
}
