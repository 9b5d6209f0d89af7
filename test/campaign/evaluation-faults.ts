/**
 * A campaign: evaluations under the scripted faults of many seeds, on SQLite in memory-backed storage where there is some.
 * Run it as `npx tsx test/campaign/evaluation-faults.ts FROM TO`.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../server/store/database.ts';
import { emptyTally, simulateFaults } from '../support/evaluation-faults.ts';
import { start } from '../support/store.ts';

const [from = 1, to = 10_000] = process.argv.slice(2).map(Number);
const seedsPerDatabase = 500;
const tally = emptyTally();
const begun = performance.now();

for (let first = from; first <= to; first += seedsPerDatabase) {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'campaign-'));
  const backends = [
    await openDatabase({ dataDir: folder }, start),
    await openDatabase({ dataDir: folder }, start),
  ] as const;
  const last = Math.min(to, first + seedsPerDatabase - 1);
  for (let seed = first; seed <= last; seed += 1) {
    await simulateFaults(seed, backends, tally).catch(error => {
      throw new Error(`seed ${seed}: ${error.message}`, { cause: error });
    });
  }
  await Promise.all(backends.map(backend => backend.close()));
  rmSync(folder, { recursive: true });
  const seconds = Math.round((performance.now() - begun) / 1000);
  process.stdout.write(`seeds ${from} to ${last}: ${JSON.stringify(tally)} in ${seconds} s\n`);
}
