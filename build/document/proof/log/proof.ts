/** Makes and verifies proofs that an entry is in a tree. */
import { hashSize, nodeHash, sameBytes } from './hash.ts';
import { splitPoint, subtreeHash, type Tree } from './tree.ts';

/**
 * Returns the inclusion proof of an entry in the tree of the first `size` entries: the hashes from its sibling up to a child of
 * the root (RFC 6962, 2.1.1: `PATH(m, D[n])`).
 * @throws RangeError when there is no such entry
 */
export function inclusionProof(tree: Tree, index: number, size: number = tree.size): Uint8Array[] {
  if (!(0 <= index && index < size && size <= tree.size))
    throw new RangeError(`No entry ${index} in ${size}.`);
  return path(tree, index, 0, size);
}

function path(tree: Tree, index: number, begin: number, end: number): Uint8Array[] {
  if (end - begin === 1) return [];
  const split = begin + splitPoint(end - begin);
  return index < split
    ? [...path(tree, index, begin, split), subtreeHash(tree, split, end)]
    : [...path(tree, index, split, end), subtreeHash(tree, begin, split)];
}

/** Tells whether a proof leads from the hash of a leaf at an index to the root of a tree of a size (RFC 9162, 2.1.3.2). */
export function verifyInclusion(
  proof: readonly Uint8Array[],
  at: { leaf: Uint8Array; index: number; size: number; root: Uint8Array },
): boolean {
  if (!isCount(at.index) || !isCount(at.size) || at.index >= at.size) return false;
  if (![at.leaf, at.root, ...proof].every(isHash)) return false;
  let [node, last] = [BigInt(at.index), BigInt(at.size - 1)];
  let hash = at.leaf;
  for (const sibling of proof) {
    if (last === 0n) return false;
    if (isOdd(node) || node === last) {
      hash = nodeHash(sibling, hash);
      while (!isOdd(node) && node !== 0n) [node, last] = [node >> 1n, last >> 1n];
    } else {
      hash = nodeHash(hash, sibling);
    }
    [node, last] = [node >> 1n, last >> 1n];
  }
  return last === 0n && sameBytes(hash, at.root);
}

/** The head of a tree: the number of its entries, and its root. */
export interface TreeHead {
  size: number;
  root: Uint8Array;
}

const isOdd = (n: bigint) => (n & 1n) === 1n;
const isCount = (n: number) => Number.isSafeInteger(n) && n >= 0;
const isHash = (bytes: Uint8Array) => bytes.length === hashSize;
