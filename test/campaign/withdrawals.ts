/** A version is taken out of use in every difficult state that an emergency may find, by one command. */
import assert from 'node:assert/strict';
import { assertGreen, run } from '../scripts/verify/setting.ts';
import { randomFrom } from '../support/random.ts';
import { Clone, path, states, words } from '../support/withdrawal.ts';
import type { Campaign } from './campaign.ts';

const all = Object.entries(states);

export const campaign: Campaign = {
  description: 'withdrawals of a version, each round in another state of the content, the tree and the log',
  rounds: all.length,
  run: async ({ seed, rounds, say }) => {
    const random = randomFrom(seed);
    const order = all.map(state => ({ state, at: random() })).sort((a, b) => a.at - b.at);
    for (const {
      state: [name, state],
    } of order.slice(0, rounds)) {
      say(name);
      const clone = await Clone.published();
      await state(clone);
      const { code, stdout, stderr } = await clone.withdraw(...words);
      assert.equal(code, 0, `${name}: ${stderr}`);
      assert.match(stdout, /Recorded in .*trust\/statuses\/starters\/solo-mender\/1\.0\.0\.md/, name);
      assert.match(stdout, /Published \d+ pages/, name);
      assert.equal(clone.statusOf(path), 'revoked', name);
      assertGreen(await run(clone.dist));
    }
    return { withdrawals: Math.min(rounds, all.length) };
  },
};
