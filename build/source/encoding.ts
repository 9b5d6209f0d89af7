/**
 * The encoding o200k: cuts a text into words and a word into tokens. Its table is `encoding/o200k.br`, which
 * `scripts/make-encoding.ts` makes from the list of its tokens (encoding/README.md).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/** The words of a text, each of which is encoded by itself: letters with an ending such as `'s`, digits, signs, line ends, spaces. */
export const wordPattern =
  /[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?:'(?:[sS]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE]))?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?:'(?:[sS]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE]))?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+/gu;

/** The tokens, found by their bytes in a hash table with open addresses. */
interface Table {
  /** The bytes of all tokens, one after the other. */
  bytes: Buffer;
  /** Where each token begins in `bytes`, and at last where they end. */
  starts: Uint32Array;
  /** Each place has the rank of a token plus one, or 0. A power of two, at least twice the tokens. */
  places: Uint32Array;
}

let loaded: Table | undefined;

/** The table, read on first use: that takes a twentieth of a second, and many builds meet no new word. */
function table(): Table {
  loaded ??= readTable(readFileSync(join(import.meta.dirname, 'encoding/o200k.br')));
  return loaded;
}

/** Reads a table: the number of tokens, the length of each in a byte, and their bytes in the order of their ranks. */
function readTable(packed: Buffer): Table {
  const whole = brotliDecompressSync(packed);
  const count = whole.readUInt32LE(0);
  const bytes = whole.subarray(4 + count);
  const starts = new Uint32Array(count + 1);
  const places = new Uint32Array(2 ** Math.ceil(Math.log2(count * 2)));
  for (let rank = 0; rank < count; rank += 1) {
    starts[rank + 1] = starts[rank]! + whole[4 + rank]!;
    let place = hash(bytes, starts[rank]!, starts[rank + 1]!) & (places.length - 1);
    while (places[place] !== 0) place = (place + 1) & (places.length - 1);
    places[place] = rank + 1;
  }
  return { bytes, starts, places };
}

/** FNV-1a, with its upper bits mixed into those that choose a place. */
function hash(bytes: Uint8Array, start: number, end: number): number {
  let value = 0x811c9dc5;
  for (let at = start; at < end; at += 1) value = Math.imul(value ^ bytes[at]!, 0x01000193);
  return value ^ (value >>> 15);
}

/** Tokens that are merged later than all others, as they do not exist. */
const none = Number.POSITIVE_INFINITY;

/** The rank of the token with some bytes: of two that could be merged, the one with the lower rank is. */
function rankOf({ bytes, starts, places }: Table, word: Uint8Array, start: number, end: number): number {
  const length = end - start;
  for (let place = hash(word, start, end); ; place += 1) {
    const rank = places[place & (places.length - 1)]! - 1;
    if (rank < 0) return none;
    const from = starts[rank]!;
    if (starts[rank + 1]! - from !== length) continue;
    let same = 0;
    while (same < length && bytes[from + same] === word[start + same]) same += 1;
    if (same === length) return rank;
  }
}

/**
 * The tokens of a word: its bytes, of which those neighbours are merged again and again whose token has the lowest rank, from left to
 * right. The pairs wait in a heap, so a word of n bytes takes n log n steps.
 */
export function tokensOfWord(word: string): number {
  const known = table();
  const bytes = Buffer.from(word);
  const { length } = bytes;
  if (length < 2 || rankOf(known, bytes, 0, length) !== none) return Math.min(length, 1);
  // By the start of a piece: where the next one and the one before it start, and the rank of the token that it and the next one make.
  const next = Uint32Array.from({ length: length + 1 }, (_, at) => at + 1);
  const before = Int32Array.from({ length: length + 1 }, (_, at) => at - 1);
  const ranks = new Float64Array(length).fill(none);
  const heap = new Heap();
  const rate = (at: number): void => {
    const middle = next[at]!;
    ranks[at] = middle < length ? rankOf(known, bytes, at, next[middle]!) : none;
    if (ranks[at] !== none) heap.push(ranks[at]! * shift + at);
  };
  for (let at = 0; at < length - 1; at += 1) rate(at);
  let tokens = length;
  for (let least = heap.pop(); least !== undefined; least = heap.pop()) {
    const at = least % shift;
    // What was merged or rated again since it was pushed has another rank.
    if (ranks[at] !== Math.floor(least / shift)) continue;
    const gone = next[at]!;
    next[at] = next[gone]!;
    before[next[at]!] = at;
    ranks[gone] = none;
    tokens -= 1;
    rate(at);
    if (before[at]! >= 0) rate(before[at]!);
  }
  return tokens;
}

/** A rank and a place in one number, in their order: ranks are below 2^18. */
const shift = 2 ** 32;

/** Numbers, of which the least comes first. */
class Heap {
  readonly #items: number[] = [];

  push(item: number): void {
    const items = this.#items;
    let at = items.push(item) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (items[above]! <= item) break;
      items[at] = items[above]!;
      at = above;
    }
    items[at] = item;
  }

  pop(): number | undefined {
    const items = this.#items;
    const least = items[0];
    const item = items.pop();
    if (item === undefined || items.length === 0) return least;
    let at = 0;
    for (let below = 1; below < items.length; below = 2 * at + 1) {
      if (below + 1 < items.length && items[below + 1]! < items[below]!) below += 1;
      if (items[below]! >= item) break;
      items[at] = items[below]!;
      at = below;
    }
    items[at] = item;
    return least;
  }
}
