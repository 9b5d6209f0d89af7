/**
 * Imported first: it starts reading the packs of the catalog before the rest of the program is loaded. Which
 * folder holds them is taken from the environment as it is; anyone who asks with a checked setting for another one gets
 * nothing.
 *
 * Buys about a sixth of the bench's row `start, first answer`: the main thread reads no pack itself.
 */
import cluster from 'node:cluster';
import { resolve } from 'node:path';
import { type EarlyPacks, readEarly } from './dist.ts';

const folder = resolve(process.env.DIST_DIR || './dist');
// The primary of several processes serves nothing.
const isNeeded = cluster.isWorker || !(Number(process.env.WORKERS) > 1);
let reading = isNeeded ? readEarly(folder) : undefined;

/** Gives what was read of the catalog in a folder, once. */
export async function takeEarlyPacks(of: string): Promise<EarlyPacks | undefined> {
  const taken = of === folder ? await reading : undefined;
  // The bytes go with the catalog when another one takes its place.
  reading = undefined;
  return taken;
}
