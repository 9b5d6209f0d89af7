/** A Merkle tree over the entries of a log (RFC 6962, 2.1), kept so that the hash of any part of it can be found at once. */
import { emptyRoot, nodeHash } from './hash.ts';

/** A tree. `levels[k][i]` is the hash of the complete subtree over the 2^k leaves that begin at i * 2^k. */
export interface Tree {
  size: number;
  levels: readonly (readonly Uint8Array[])[];
}

/** Builds the tree of leaf hashes, which are in the order of the entries. */
export function growTree(leaves: readonly Uint8Array[]): Tree {
  const levels: Uint8Array[][] = [[...leaves]];
  for (let below = levels[0]!; below.length > 1; below = levels.at(-1)!) {
    const level: Uint8Array[] = [];
    for (let i = 0; i + 1 < below.length; i += 2) level.push(nodeHash(below[i]!, below[i + 1]!));
    levels.push(level);
  }
  return { size: leaves.length, levels };
}

/**
 * Returns the root of the tree that the first `size` entries make.
 * @throws RangeError for a size beyond that of the tree
 */
export function rootOf(tree: Tree, size: number = tree.size): Uint8Array {
  return size === 0 ? emptyRoot() : subtreeHash(tree, 0, size);
}

/**
 * Returns the Merkle tree hash of the entries from `begin` up to, but without, `end` (RFC 6962, 2.1: `MTH(D[begin:end])`).
 * @param begin a multiple of the largest power of two that is smaller than the number of entries, as it is in every proof
 * @throws RangeError when the tree lacks one of the entries, or there is none between the two
 */
export function subtreeHash(tree: Tree, begin: number, end: number): Uint8Array {
  if (!(0 <= begin && begin < end && end <= tree.size)) {
    throw new RangeError(`No entries ${begin} to ${end} in a tree of ${tree.size}.`);
  }
  const count = end - begin;
  const level = Math.round(Math.log2(count));
  if (2 ** level === count) return tree.levels[level]![begin / count]!;
  const split = begin + splitPoint(count);
  return nodeHash(subtreeHash(tree, begin, split), subtreeHash(tree, split, end));
}

/** Returns the largest power of two that is smaller than a number above 1 (RFC 6962, 2.1: `k`). */
export function splitPoint(count: number): number {
  let k = 1;
  while (k * 2 < count) k *= 2;
  return k;
}
