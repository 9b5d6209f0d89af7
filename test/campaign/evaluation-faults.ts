/** Evaluations under the scripted faults of many seeds, on SQLite in memory-backed storage where there is some. */
import { rmSync } from 'node:fs';
import { openDatabase } from '../../server/store/database/database.ts';
import { emptyTally } from '../support/evaluation-checks.ts';
import { simulateFaults } from '../support/evaluation-faults.ts';
import { memoryFolder } from '../support/folder.ts';
import { start } from '../support/store.ts';
import type { Campaign } from './campaign.ts';

const seedsPerDatabase = 500;

export const campaign: Campaign = {
  description: 'evaluations whose runners die, stall, answer late or twice, on two servers that are killed',
  rounds: 10_000,
  async run({ seed: from, rounds, say }) {
    const tally = emptyTally();
    const to = from + rounds - 1;
    for (let first = from; first <= to; first += seedsPerDatabase) {
      const folder = memoryFolder();
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
      say(`seeds ${from} to ${last}: ${JSON.stringify(tally)}`);
    }
    return { ...tally };
  },
};
