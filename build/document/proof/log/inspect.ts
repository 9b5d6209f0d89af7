/** Checks that the files of a log agree with each other and with the signed checkpoint. */
import { readBundle } from './bundle.ts';
import { type Checkpoint, readCheckpoint } from './checkpoint.ts';
import { checkpointFile, type LogFiles, tileBytes } from './files.ts';
import { leafHash, sameBytes } from './hash.ts';
import { NoteError, type NoteKey, openNote, parseNote } from './note.ts';
import { isWithin, readHashTile, readTilePath, type Tile, tilePath, tilesOf, tileWidth } from './tile.ts';
import { growTree, rootOf, type Tree } from './tree.ts';

/** A fault in one file of a log. */
interface LogFileFault {
  file: string;
  /** `signature` if no known key signed the checkpoint; `content` for everything else. */
  about: 'signature' | 'content';
  message: string;
}

/**
 * A log that was read from its files. If there are no faults, `tree` is the tree that the checkpoint signs, and `entries` are
 * its leaves.
 */
export interface InspectedLog {
  checkpoint: Checkpoint | undefined;
  entries: readonly Uint8Array[];
  tree: Tree;
  faults: readonly LogFileFault[];
}

/**
 * Checks every file of a log against the others. Hashes the entries again and trusts no stored hash.
 * @param keys keys with names; one of them must have signed the checkpoint under its name
 */
export function inspectLog(files: LogFiles, keys: readonly NoteKey[]): InspectedLog {
  const faults: LogFileFault[] = [];
  const checkpoint = readHead(files, keys, faults);
  if (checkpoint === undefined || isBeyond(checkpoint, files, faults)) {
    return { checkpoint, entries: [], tree: growTree([]), faults };
  }
  const needed = tilesOf(checkpoint.size);
  faults.push(...missing(files, needed));
  const entries = readEntries(files, needed);
  const tree = growTree(entries.map(leafHash));
  if (isTreeOf(tree, checkpoint)) {
    faults.push(...compare(files, tile => tileBytes(tree, entries, tile), checkpoint.size));
    return { checkpoint, entries, tree, faults };
  }
  faults.push(...explain(files, needed, checkpoint, tree));
  return { checkpoint, entries, tree, faults };
}

const isTreeOf = (tree: Tree, head: Checkpoint) =>
  tree.size === head.size && sameBytes(rootOf(tree), head.root);

/**
 * Tells whether a checkpoint states more entries than the files can hold, and adds a fault if it does. The caller then allocates
 * no memory for the entries.
 */
function isBeyond({ size }: Checkpoint, files: LogFiles, faults: LogFileFault[]): boolean {
  if (Math.ceil(size / tileWidth) <= files.size) return false;
  const message = `The checkpoint signs ${size} entries, and there are files for far fewer.`;
  faults.push({ file: checkpointFile, about: 'content', message });
  return true;
}

function readHead(files: LogFiles, keys: readonly NoteKey[], faults: LogFileFault[]): Checkpoint | undefined {
  const fault = (about: LogFileFault['about'], message: string) => {
    faults.push({ file: checkpointFile, about, message });
    return undefined;
  };
  const bytes = files.get(checkpointFile);
  if (bytes === undefined) return fault('content', 'The checkpoint is missing.');
  try {
    const { text } = parseNote(bytes);
    try {
      openNote(bytes, keys);
    } catch (error) {
      if (!(error instanceof NoteError)) throw error;
      fault(error.fault === 'unknown-signer' ? 'signature' : 'content', error.message);
    }
    return readCheckpoint(text);
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    return fault('content', error.message);
  }
}

function missing(files: LogFiles, needed: readonly Tile[]): LogFileFault[] {
  return needed
    .map(tilePath)
    .filter(path => !files.has(path))
    .map(file => ({ file, about: 'content', message: 'The checkpoint needs this file, and it is missing.' }));
}

/** Returns the entries in the bundles, in order, up to the first bundle that is missing or has another number of entries. */
function readEntries(files: LogFiles, needed: readonly Tile[]): Uint8Array[] {
  const entries: Uint8Array[] = [];
  for (const tile of needed.filter(each => each.level === 'entries')) {
    const bundle = readBundle(files.get(tilePath(tile)) ?? new Uint8Array());
    if (bundle?.length !== tile.width) break;
    entries.push(...bundle);
  }
  return entries;
}

/** Compares each file with what it should have in a tree of a size. A file beyond that tree is a fault. */
function compare(files: LogFiles, expected: (tile: Tile) => Uint8Array, size: number): LogFileFault[] {
  const faults: LogFileFault[] = [];
  for (const [file, bytes] of files) {
    if (file === checkpointFile) continue;
    const tile = readTilePath(file);
    if (tile === undefined || !isWithin(tile, size)) {
      const message = `The file does not belong to a log of ${size} entries.`;
      faults.push({ file, about: 'content', message });
    } else if (!sameBytes(bytes, expected(tile))) {
      faults.push({
        file,
        about: 'content',
        message: 'The file is not what the entries and the checkpoint say.',
      });
    }
  }
  return faults;
}

/**
 * Finds the files at fault if the entries do not lead to the root of the checkpoint. If the stored hashes do, the bundles are
 * at fault; otherwise the checkpoint is, because it signs another tree: a fork.
 */
function explain(
  files: LogFiles,
  needed: readonly Tile[],
  checkpoint: Checkpoint,
  fromEntries: Tree,
): LogFileFault[] {
  const hashed = growTree(readLeaves(files, needed));
  if (isTreeOf(hashed, checkpoint)) return bundleFaults(files, needed, hashed);
  const message =
    fromEntries.size === checkpoint.size
      ? `The entries do not lead to the root that the checkpoint signs: it is the head of another log (a fork).`
      : `The checkpoint signs ${checkpoint.size} entries, and the bundles hold ${fromEntries.size}.`;
  return [{ file: checkpointFile, about: 'content', message }];
}

function readLeaves(files: LogFiles, needed: readonly Tile[]): Uint8Array[] {
  const tiles = needed.filter(each => each.level === 0).map(tile => files.get(tilePath(tile)));
  return tiles.flatMap(bytes => (bytes && readHashTile(bytes)) ?? []);
}

function bundleFaults(files: LogFiles, needed: readonly Tile[], hashed: Tree): LogFileFault[] {
  const bundles = needed.filter(each => each.level === 'entries' && files.has(tilePath(each)));
  const wrong = bundles.filter(tile => {
    const leaves = readBundle(files.get(tilePath(tile))!)?.map(leafHash);
    const expected = hashed.levels[0]!.slice(tile.index * tileWidth, tile.index * tileWidth + tile.width);
    return leaves?.length !== expected.length || !leaves.every((leaf, i) => sameBytes(leaf, expected[i]!));
  });
  const message = 'Its entries are not those that the tiles and the checkpoint say.';
  return wrong.map(tile => ({ file: tilePath(tile), about: 'content', message }));
}
