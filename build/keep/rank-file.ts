/**
 * The ranks of tokens in a file in which they are looked up: the table of the tokenizer takes an eighth of a second to load, and
 * an edit seldom brings more than a few words that no page had before.
 *
 * After the version of the builder, of which the library is a part, comes a hash table of 16 bytes a slot: two hashes of the
 * bytes of a token; its rank and one, since 0 means that a slot is empty; and what tells whether the slot is as it was written.
 * A token stands in the slot that its first hash names or, when that is taken, in the next free one.
 */
import { closeSync, mkdirSync, openSync, readSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { readExtent, writeAll } from './append-file.ts';

/** Thrown where the file is not as it was written. */
const damaged = new Error('damaged');

/** Tokens by rank; one that is no text is given as its bytes. */
export type Ranks = readonly (string | readonly number[])[];

const slotSize = 16;
/** More than twice as many as there are tokens, so that a search soon meets an empty one. */
const slots = 2 ** 19;

/** FNV-1a, and one of another kind, so that bytes which have one of them in common do not have both. */
function hashesOf(bytes: Uint8Array, start: number, end: number): [number, number] {
  let one = 0x811c9dc5;
  let two = end - start;
  for (let at = start; at < end; at += 1) {
    one = Math.imul(one ^ bytes[at]!, 0x01000193);
    two = Math.imul(two ^ (two >>> 15) ^ bytes[at]!, 0x2c1b3c6d) + 0x297a2d39;
  }
  return [one >>> 0, two >>> 0];
}

/** Tells whether a slot is as it was written, an empty one too. */
const checkOf = (slot: number, one: number, two: number, rank: number): number =>
  Math.imul((slot + 1) ^ one ^ Math.imul(two, 3) ^ Math.imul(rank, 5), 0x9e3779b1) >>> 0;

/** Writes the file, unless another thread of this process is writing it. */
export function writeRanks(path: string, version: string, ranks: Ranks): void {
  const table = Buffer.alloc(slots * slotSize);
  ranks.forEach((token, rank) => {
    const bytes = typeof token === 'string' ? Buffer.from(token) : Uint8Array.from(token);
    const [one, two] = hashesOf(bytes, 0, bytes.length);
    let slot = one % slots;
    while (table.readUInt32LE(slot * slotSize + 8) !== 0) slot = (slot + 1) % slots;
    table.writeUInt32LE(one, slot * slotSize);
    table.writeUInt32LE(two, slot * slotSize + 4);
    table.writeUInt32LE(rank + 1, slot * slotSize + 8);
  });
  for (let slot = 0; slot < slots; slot += 1) {
    const [one, two, rank] = [0, 4, 8].map(at => table.readUInt32LE(slot * slotSize + at));
    table.writeUInt32LE(checkOf(slot, one!, two!, rank!), slot * slotSize + 12);
  }
  const next = `${path}.${process.pid}`;
  mkdirSync(dirname(path), { recursive: true });
  let handle: number;
  try {
    handle = openSync(next, 'wx', 0o644);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw error;
  }
  writeAll(handle, Buffer.concat([Buffer.from(version), table]));
  closeSync(handle);
  renameSync(next, path);
}

export class RankFile {
  readonly #handle: number;
  readonly #begin: number;
  readonly #slot = Buffer.alloc(slotSize);

  private constructor(handle: number, begin: number) {
    this.#handle = handle;
    this.#begin = begin;
  }

  /** Opens the file; undefined when there is none of this version. It stays open as long as the process runs. */
  static open(path: string, version: string): RankFile | undefined {
    try {
      const handle = openSync(path, 'r');
      const begin = Buffer.from(version);
      const isOfVersion = readExtent(handle, { offset: 0, length: begin.length }).equals(begin);
      if (isOfVersion) return new RankFile(handle, begin.length);
      closeSync(handle);
    } catch {
      // Then the tokenizer is loaded.
    }
    return undefined;
  }

  /**
   * How many tokens a word has; undefined when the file turns out to be damaged. Two neighbours become one, those of the least rank first, until no two make a token. This is
   * what byte pair encoding is.
   */
  count(word: Uint8Array): number | undefined {
    try {
      return this.#merge(word);
    } catch (error) {
      if (error === damaged) return undefined;
      throw error;
    }
  }

  #merge(word: Uint8Array): number {
    if (this.#rankOf(word, 0, word.length) !== undefined) return 1;
    const bounds = Array.from({ length: word.length + 1 }, (_, at) => at);
    const rankAt = (at: number) => this.#rankOf(word, bounds[at]!, bounds[at + 2]!) ?? Infinity;
    // The rank of what each part and the next one would make.
    const ranks = Array.from({ length: word.length - 1 }, (_, at) => rankAt(at));
    while (ranks.length > 0) {
      const least = ranks.indexOf(Math.min(...ranks));
      if (ranks[least] === Infinity) break;
      bounds.splice(least + 1, 1);
      ranks.splice(least, 1);
      for (const at of [least - 1, least]) if (at >= 0 && at < ranks.length) ranks[at] = rankAt(at);
    }
    return bounds.length - 1;
  }

  #rankOf(bytes: Uint8Array, start: number, end: number): number | undefined {
    const [one, two] = hashesOf(bytes, start, end);
    for (let slot = one % slots; ; slot = (slot + 1) % slots) {
      readSync(this.#handle, this.#slot.fill(0), 0, slotSize, this.#begin + slot * slotSize);
      const [hash, other, rank, check] = [0, 4, 8, 12].map(at => this.#slot.readUInt32LE(at));
      if (checkOf(slot, hash!, other!, rank!) !== check) throw damaged;
      if (rank === 0) return undefined;
      if (hash === one && other === two) return rank! - 1;
    }
  }
}
