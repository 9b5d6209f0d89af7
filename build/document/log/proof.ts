/** Makes and verifies proofs that an entry is in a tree and that a tree is a prefix of another. */
import { emptyRoot, hashSize, nodeHash, sameBytes } from './hash.ts';
import { splitPoint, subtreeHash, type Tree } from './tree.ts';

/**
 * The inclusion proof of an entry in the tree of the first `size` entries, from its sibling up to the child of the root
 * (RFC 6962, 2.1.1: `PATH(m, D[n])`). Throws a RangeError when there is no such entry.
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

/**
 * The consistency proof between the trees of the first `from` and the first `to` entries (RFC 6962, 2.1.2:
 * `PROOF(m, D[n])`); empty when they are the same or `from` is 0. Throws a RangeError when there are no such trees.
 */
export function consistencyProof(tree: Tree, from: number, to: number = tree.size): Uint8Array[] {
  if (!(0 <= from && from <= to && to <= tree.size)) throw new RangeError(`No proof from ${from} to ${to}.`);
  return from === 0 ? [] : subproof(tree, from, 0, to, true);
}

/** RFC 6962, 2.1.2: `SUBPROOF(m, D[n], b)`; `whole` is b: whether the subtree was a whole tree of its own. */
function subproof(tree: Tree, from: number, begin: number, end: number, whole: boolean): Uint8Array[] {
  if (from === end) return whole ? [] : [subtreeHash(tree, begin, end)];
  const split = begin + splitPoint(end - begin);
  return from <= split
    ? [...subproof(tree, from, begin, split, whole), subtreeHash(tree, split, end)]
    : [...subproof(tree, from, split, end, false), subtreeHash(tree, begin, split)];
}

/** Whether a proof leads from a leaf hash at an index to the root of a tree of a size (RFC 9162, 2.1.3.2). */
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

/** The head of a tree: its number of entries and its root. */
export interface TreeHead {
  size: number;
  root: Uint8Array;
}

/**
 * Whether a proof shows that an older tree is a prefix of a newer one (RFC 9162, 2.1.4.2). The empty tree
 * is a prefix of every tree and needs no proof.
 */
export function verifyConsistency(proof: readonly Uint8Array[], older: TreeHead, newer: TreeHead): boolean {
  if (!isCount(older.size) || !isCount(newer.size) || older.size > newer.size) return false;
  if (![older.root, newer.root, ...proof].every(isHash)) return false;
  if (older.size === 0 && !sameBytes(older.root, emptyRoot())) return false;
  if (older.size === newer.size) return proof.length === 0 && sameBytes(older.root, newer.root);
  if (older.size === 0) return proof.length === 0;
  return climb(proof, older, newer);
}

/** The loop of RFC 9162, 2.1.4.2: climbs to both roots at once. */
function climb(proof: readonly Uint8Array[], older: TreeHead, newer: TreeHead): boolean {
  const [first, ...rest] = isPowerOfTwo(older.size) ? [older.root, ...proof] : proof;
  if (first === undefined || proof.length === 0) return false;
  let [node, last] = [BigInt(older.size - 1), BigInt(newer.size - 1)];
  while (isOdd(node)) [node, last] = [node >> 1n, last >> 1n];
  let [olderHash, newerHash] = [first, first];
  for (const sibling of rest) {
    if (last === 0n) return false;
    if (isOdd(node) || node === last) {
      [olderHash, newerHash] = [nodeHash(sibling, olderHash), nodeHash(sibling, newerHash)];
      while (!isOdd(node) && node !== 0n) [node, last] = [node >> 1n, last >> 1n];
    } else {
      newerHash = nodeHash(newerHash, sibling);
    }
    [node, last] = [node >> 1n, last >> 1n];
  }
  return last === 0n && sameBytes(olderHash, older.root) && sameBytes(newerHash, newer.root);
}

// In integers: a logarithm of a large number could round to an integer.
const isPowerOfTwo = (n: number) => (BigInt(n) & (BigInt(n) - 1n)) === 0n;
const isOdd = (n: bigint) => (n & 1n) === 1n;
const isCount = (n: number) => Number.isSafeInteger(n) && n >= 0;
const isHash = (bytes: Uint8Array) => bytes.length === hashSize;
