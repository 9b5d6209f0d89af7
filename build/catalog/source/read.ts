/**
 * Lists the files of `content/`, with stamps that show which of them changed since the last build. Reading neither fails nor
 * blocks, whatever is in the folder: an entry that is not a regular file, or cannot be read, is a fault like any other.
 */
import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { firstHidden } from '#document/text/characters.ts';
import type { Fault } from '#document/text/fault.ts';
import { byText } from '#document/text/manifest.ts';
import { unlessThrown } from '#document/text/unless-thrown.ts';
import { faultOfError, faultOfState, readContentFile } from './content-file.ts';
import { type OperatorFile, operatorFiles } from './layout.ts';
import { fileFault } from './source-fault.ts';

/**
 * The stamp of a file, which changes with it: its size, and when its contents and its state last changed, in milliseconds to
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
  /** The path of the file relative to the content folder, with `/`. */
  name: string;
}

/** A file or folder that cannot be read as content, by its name relative to the content folder, and its fault. */
export interface FaultyFile {
  name: string;
  fault: Fault;
}

/** The sources in the folder, and its faulty entries. */
interface Listing {
  files: FoundFile[];
  faulty: FaultyFile[];
}

/** The names of files in `content/` that are for editors and are not sources. */
const notes = /(?:^|\/)(?:README\.md|\.[^/]*)$/;

/** Lists the sources in the order of their names. Links are not followed, except one at the folder itself. */
export function listSources(folder: string): Listing {
  const listing: Listing = { files: [], faulty: [] };
  listWithin(folder, '', listing);
  listing.files.sort((a, b) => byText(a.name, b.name));
  return listing;
}

const isSource = (name: string): boolean =>
  !notes.test(name) && !(operatorFiles as readonly string[]).includes(name);

/**
 * Adds the files below a folder to the listing.
 * @param within the part of the folder to look at, with `/` at its end
 */
function listWithin(folder: string, within: string, listing: Listing): void {
  const addFaulty = (name: string, fault: Fault) => listing.faulty.push({ name, fault });
  let entries: string[];
  try {
    entries = readdirSync(join(folder, within));
  } catch (error) {
    addFaulty(within.slice(0, -1) || '.', faultOfError(error as NodeJS.ErrnoException, 'folder'));
    return;
  }
  for (const entry of entries) {
    const name = within + entry;
    const odd = faultOfName(entry);
    if (odd) {
      addFaulty(name, odd);
      continue;
    }
    try {
      // The state of each name is needed anyway and identifies folders too, which is faster than asking for types.
      const state = lstatSync(`${folder}/${name}`);
      if (state.isDirectory()) {
        listWithin(folder, `${name}/`, listing);
      } else if (isSource(name)) {
        const fault = faultOfState(state);
        if (fault) addFaulty(name, fault);
        else listing.files.push({ name, ...stampOf(state) });
      }
    } catch (error) {
      addFaulty(name, faultOfError(error as NodeJS.ErrnoException, 'file'));
    }
  }
}

/**
 * Returns the fault of a name with bytes that are not UTF-8, or with characters that messages do not show; undefined for any
 * other name.
 */
function faultOfName(entry: string): Fault | undefined {
  const hidden = entry.includes('\uFFFD') ? 'bytes that are not UTF-8' : firstHidden(entry);
  return hidden === undefined
    ? undefined
    : fileFault('file-name', `The name of the file holds ${hidden}.`, 'Rename it.');
}

const stampOf = ({ size, mtimeMs, ctimeMs }: Stats): Stamp => ({
  size,
  modified: mtimeMs,
  changed: ctimeMs,
});

/** Reads those files of the operator that exist, and trims them. Returns the ones that cannot be read with their faults. */
export function readOperatorFiles(folder: string): {
  texts: Partial<Record<OperatorFile, string>>;
  faulty: FaultyFile[];
} {
  const texts: Partial<Record<OperatorFile, string>> = {};
  const faulty: FaultyFile[] = [];
  for (const name of operatorFiles) {
    if (!isPresent(join(folder, name))) continue;
    const parsed = readContentFile(folder, name);
    if (parsed.ok) texts[name] = parsed.bytes.toString('utf8').trim();
    else faulty.push({ name, fault: parsed.fault });
  }
  return { texts, faulty };
}

/** Tells whether there is a file at a path. If a folder above it is missing or not accessible, the listing reports that. */
const isPresent = (path: string): boolean => unlessThrown(() => lstatSync(path)) !== undefined;
