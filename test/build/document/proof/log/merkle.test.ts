import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { leafHash } from '#document/proof/log/hash.ts';
import { inclusionProof, verifyInclusion } from '#document/proof/log/proof.ts';
import { growTree, rootOf, subtreeHash, type Tree } from '#document/proof/log/tree.ts';
import { isLarge } from '../../../../support/large.ts';

interface Vectors {
  leaves_hex: string[];
  roots_hex: string[];
  inclusion: { index: number; size: number; proof: string[] }[];
  large: { roots_hex: Record<string, string> };
}
const vectors = JSON.parse(readFileSync('test/vector/merkle.json', 'utf8')) as Vectors;

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const base64 = (text: string) => new Uint8Array(Buffer.from(text, 'base64'));
const small = growTree(vectors.leaves_hex.map(text => leafHash(Buffer.from(text, 'hex'))));
const leaves = Array.from({ length: 70_000 }, (_, i) => leafHash(Buffer.from(`entry ${i}\n`)));
const grown = new Map<number, Tree>();
const treeOf = (size: number): Tree => {
  const tree = grown.get(size) ?? growTree(leaves.slice(0, size));
  grown.set(size, tree);
  return tree;
};
const flip = (bytes: Uint8Array) => Uint8Array.of(bytes[0]! ^ 1, ...bytes.slice(1));
const includes = (tree: Tree, index: number, proof = inclusionProof(tree, index), root = rootOf(tree)) =>
  verifyInclusion(proof, { leaf: leaves[index]!, index, size: tree.size, root });

describe('a Merkle tree', () => {
  it('has the published roots', () => {
    for (const [size, root] of vectors.roots_hex.entries()) assert.equal(hex(rootOf(small, size)), root);
  });

  it('has the same roots as another program at the boundaries of tiles', () => {
    for (const [size, root] of Object.entries(vectors.large.roots_hex)) {
      assert.equal(hex(rootOf(treeOf(70_000), Number(size))), root);
      assert.equal(hex(rootOf(treeOf(Number(size)))), root);
    }
  });

  it('refuses to hash what it does not have', () => {
    assert.throws(() => rootOf(small, 9), RangeError);
    assert.throws(() => subtreeHash(small, 2, 2), RangeError);
  });
});

describe('an inclusion proof', () => {
  it('is the one of the vectors', () => {
    for (const { index, size, proof } of vectors.inclusion) {
      assert.deepEqual(inclusionProof(small, index, size), proof.map(base64));
    }
  });

  it('verifies for every entry of every tree of up to some hundred entries', () => {
    for (let size = 1; size <= (isLarge ? 300 : 100); size += 1) {
      const tree = treeOf(size);
      for (let index = 0; index < size; index += 1) assert.ok(includes(tree, index), `${index} of ${size}`);
    }
  });

  it('verifies around the boundaries of large tiles', () => {
    for (const size of [65_535, 65_536, 65_537, 70_000]) {
      for (const index of [0, 1, 255, 256, 65_279, 65_534, 65_535, 65_536, size - 1]) {
        if (index < size) assert.ok(includes(treeOf(size), index), `${index} of ${size}`);
      }
    }
  });

  it('is refused for another entry, another place, another size, another root or another proof', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 300 }), fc.nat(), fc.nat(), (size, a, b) => {
        const [index, other] = [a % size, b % size];
        const tree = treeOf(size);
        const proof = inclusionProof(tree, index);
        const at = { leaf: leaves[index]!, index, size, root: rootOf(tree) };
        assert.equal(verifyInclusion(proof, { ...at, leaf: leaves[300]! }), false);
        assert.equal(verifyInclusion(proof, { ...at, index: other }), other === index);
        assert.equal(verifyInclusion(proof, { ...at, root: flip(at.root) }), false);
        assert.equal(verifyInclusion(proof.slice(1), at), false);
        assert.equal(verifyInclusion([...proof, leaves[0]!], at), false);
        const at2 = b % proof.length;
        assert.equal(verifyInclusion(proof.with(at2, flip(proof[at2]!)), at), false);
      }),
    );
  });

  it('is refused when its numbers or hashes have no meaning', () => {
    const at = { leaf: leaves[0]!, index: 0, size: 1, root: leaves[0]! };
    assert.equal(verifyInclusion([], at), true);
    for (const index of [-1, 1, 0.5, Number.NaN]) assert.equal(verifyInclusion([], { ...at, index }), false);
    assert.equal(verifyInclusion([], { ...at, leaf: new Uint8Array(), root: new Uint8Array() }), false);
    assert.throws(() => inclusionProof(treeOf(3), 3), RangeError);
  });
});
