/** Every command of the pages that needs Node.js and npm alone, in a fresh copy, one after the other. */
import { runs } from '../support/command-table.ts';
import { runInCopy } from '../support/commands-run.ts';
import { FreshCopy } from '../support/fresh-copy.ts';
import type { Campaign } from './campaign.ts';

export const campaign: Campaign = {
  description: 'the commands of the README and its pages in a fresh copy, as they are written',
  rounds: runs.length,
  run: async ({ rounds, say }) => {
    const copy = await FreshCopy.make();
    try {
      for (const row of runs.slice(0, rounds)) {
        say(row.command);
        await runInCopy(copy, row);
      }
    } finally {
      await copy.stop();
    }
    return { commands: Math.min(rounds, runs.length) };
  },
};
