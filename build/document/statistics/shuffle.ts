/** A random order that a seed fixes. The place of each item can be computed by itself. */
import { createHash } from 'node:crypto';

const rounds = 32;

/**
 * Returns the new place of an item when a number of places is shuffled. In each round a random reflection pairs all places, and
 * the two of a pair are swapped or not (Hoang, Morris and Rogaway, "An enciphering scheme based on a card shuffle", CRYPTO
 * 2012). No secret depends on the order, so the random numbers of the rounds come from a plain mixing function, with a key made
 * of the seed.
 * @param place the old place, from 0
 * @param places the number of places
 */
export function shuffled(place: number, places: number, seed: string): number {
  const key = createHash('sha256').update(seed).digest();
  let at = place;
  for (let round = 0; round < rounds; round += 1) {
    const roundKey = key.readUInt32BE((round % 8) * 4) ^ mixed(round);
    const mirror = (mixed(roundKey) % places) - at;
    const partner = mirror < 0 ? mirror + places : mirror;
    if (mixed(roundKey ^ mixed(Math.max(at, partner))) & 1) at = partner;
  }
  return at;
}

/** Mixes 32 bits so that each bit of the result depends on all of them (MurmurHash3, its finalizer). */
function mixed(word: number): number {
  let bits = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
