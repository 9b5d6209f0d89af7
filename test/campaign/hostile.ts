/**
 * Catalogs and services that mean harm, and every command that reads from them: no file outside the named folder, no setting that is
 * not on the list, bounded memory, and an error that says what was refused.
 */
import assert from 'node:assert/strict';
import { maxBytes } from '../support/hostile/side.ts';
import { sides } from '../support/hostile/sides.ts';
import { randomFrom, shuffled } from '../support/random.ts';
import type { Campaign } from './campaign.ts';

export const campaign: Campaign = {
  description:
    'every command against each answer of a catalog or service that means harm: nothing is touched, and memory is bounded',
  rounds: 1000,
  goals: { over_256_MiB: 0 },
  async run({ seed, rounds, say }) {
    const counts = { answers: 0, commands: 0, peak_MiB: 0, over_256_MiB: 0 };
    for (const open of sides) {
      const side = await open();
      try {
        for (const answer of shuffled(side.answers, randomFrom(seed)).slice(0, rounds)) {
          say(`${side.name}: ${answer}`);
          const { commands, peakBytes } = await side.face(answer);
          counts.answers += 1;
          counts.commands += commands;
          counts.peak_MiB = Math.max(counts.peak_MiB, Math.round(peakBytes / 1024 ** 2));
          if (peakBytes > maxBytes) counts.over_256_MiB += 1;
          if (peakBytes > maxBytes) process.stderr.write(`${answer}: ${peakBytes} bytes\n`);
        }
      } finally {
        await side.close();
      }
    }
    assert.ok(counts.answers > 0);
    return counts;
  },
};
