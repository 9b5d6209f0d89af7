/**
 * Tiles: the hashes of a tree, and its entries, divided into files of 256 that never change once they are full (C2SP
 * tlog-tiles).
 */
import { hashSize } from './hash.ts';
import type { Tree } from './tree.ts';

/** The number of hashes or entries in a full tile. */
export const tileWidth = 256;

/** The name of a tile: a level of hashes or the entries, a number, and a width from 1 to 256. */
export interface Tile {
  level: number | 'entries';
  index: number;
  width: number;
}

/** Returns the path of a tile below the address of the log, such as `tile/0/x001/x234/067` or `tile/entries/000.p/5`. */
export function tilePath({ level, index, width }: Tile): string {
  const partial = width === tileWidth ? '' : `.p/${width}`;
  return `tile/${level}/${indexPath(index)}${partial}`;
}

/**
 * Writes an index in groups of three digits, of which all but the last begin with `x`, so that no file has the name of a
 * folder.
 */
function indexPath(index: number): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.{3}/g)!;
  return groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
}

const shape = /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/)*\d{3})(?:\.p\/(\d{1,3}))?$/;

/** Returns the tile that a path names; undefined unless the path is exactly that of a tile. */
export function readTilePath(path: string): Tile | undefined {
  const found = shape.exec(path);
  if (!found) return undefined;
  const tile: Tile = {
    level: found[1] === 'entries' ? 'entries' : Number(found[1]),
    index: Number(found[2]!.replaceAll(/[x/]/g, '')),
    width: found[3] === undefined ? tileWidth : Number(found[3]),
  };
  const inRange =
    tile.width >= 1 && tile.width <= tileWidth && (tile.level === 'entries' || tile.level <= 63);
  return inRange && tilePath(tile) === path ? tile : undefined;
}

/** Returns the tiles of a tree of a size: all full ones, and on each level the partial one at its end, if it is not empty. */
export function tilesOf(size: number): Tile[] {
  const tiles = rowOf('entries', size);
  for (let level = 0, hashes = size; hashes > 0; level += 1, hashes = Math.floor(hashes / tileWidth)) {
    tiles.push(...rowOf(level, hashes));
  }
  return tiles;
}

function rowOf(level: Tile['level'], count: number): Tile[] {
  const tiles: Tile[] = [];
  for (let index = 0; index * tileWidth < count; index += 1) {
    tiles.push({ level, index, width: Math.min(tileWidth, count - index * tileWidth) });
  }
  return tiles;
}

/**
 * Tells whether a tree of a size has enough hashes or entries for a tile. Also true for every partial tile of an earlier tree.
 */
export function isWithin({ level, index, width }: Tile, size: number): boolean {
  const count = level === 'entries' ? size : Math.floor(size / tileWidth ** level);
  return index * tileWidth + width <= count;
}

/** Returns the bytes of a tile of hashes. Each hash is that of a full tile of the level below, or of a leaf. */
export function hashTile(tree: Tree, level: number, index: number, width: number): Uint8Array {
  const row = tree.levels[level * 8] ?? [];
  return new Uint8Array(Buffer.concat(row.slice(index * tileWidth, index * tileWidth + width)));
}

/** Returns the hashes in a tile; undefined if its length is not a multiple of that of a hash. */
export function readHashTile(bytes: Uint8Array): Uint8Array[] | undefined {
  if (bytes.length % hashSize !== 0) return undefined;
  const count = bytes.length / hashSize;
  return Array.from({ length: count }, (_, i) => bytes.slice(i * hashSize, (i + 1) * hashSize));
}
