/** A log as files, by their paths below its address: `checkpoint`, `tile/0/000.p/5`, `tile/entries/000.p/5`. */

import type { Signer } from '../signature.ts';
import { writeBundle } from './bundle.ts';
import { writeCheckpoint } from './checkpoint.ts';
import { signNote } from './note.ts';
import { hashTile, type Tile, tilePath, tilesOf, tileWidth } from './tile.ts';
import { rootOf, type Tree } from './tree.ts';

/** The files of a log by path. */
export type LogFiles = ReadonlyMap<string, Uint8Array>;

export const checkpointFile = 'checkpoint';

/** Returns the media type of a file of a log (C2SP tlog-tiles, APIs). */
export const logMediaType = (path: string): string =>
  path === checkpointFile ? 'text/plain; charset=utf-8' : 'application/octet-stream';

/** Returns the bytes of a tile, which has hashes of the tree or entries. */
export function tileBytes(tree: Tree, entries: readonly Uint8Array[], tile: Tile): Uint8Array {
  if (tile.level !== 'entries') return hashTile(tree, tile.level, tile.index, tile.width);
  const begin = tile.index * tileWidth;
  return writeBundle(entries.slice(begin, begin + tile.width));
}

/** Returns the bytes of all tiles of a tree, by path. */
export function writeTiles(tree: Tree, entries: readonly Uint8Array[]): Map<string, Uint8Array> {
  return new Map(tilesOf(tree.size).map(tile => [tilePath(tile), tileBytes(tree, entries, tile)]));
}

/**
 * Signs the checkpoint of a tree, and returns its bytes. The key signs under the name of the log (C2SP tlog-checkpoint,
 * Signatures).
 */
export function signCheckpoint(tree: Tree, origin: string, signer: Signer): Uint8Array {
  return signNote(writeCheckpoint({ origin, size: tree.size, root: rootOf(tree) }), origin, signer);
}
