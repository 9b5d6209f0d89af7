/** Ways of cheating, each tried many times on a team that is no better. */
import assert from 'node:assert/strict';
import { attempt, scenarios } from '../support/cheating.ts';
import { noPython } from '../support/python.ts';
import { recomputed } from '../support/recomputed.ts';
import type { Campaign } from './campaign.ts';

/** At an error rate of 5 %, so many of 200 tenants may get an equal team recommended: 10 %. */
const tolerated = 0.1;
/** Computing again takes longer than deciding, so only every so many tenants are verified. */
const everyVerified = 20;

/** How many documents the second verifier agrees with. Without Python it says nothing. */
function agreedOn(texts: readonly string[], name: string): number {
  if (noPython || texts.length === 0) return 0;
  const { agreed, wrong, output } = recomputed(texts);
  assert.equal(wrong.size, 0, `${name}: ${output}`);
  return agreed;
}

export const campaign: Campaign = {
  description: 'ways of cheating on a team that is no better',
  rounds: 200,
  run: async ({ seed, rounds, say }) => {
    const table: Record<string, number> = {};
    for (const name of Object.keys(scenarios)) {
      let fooled = 0;
      const texts: string[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        const { wasFooled, isSilent, documents } = attempt(name, seed * 1000 + round);
        if (round % everyVerified === 0) texts.push(...documents());
        assert.ok(!isSilent, `${name}: a decision without a reason`);
        fooled += Number(wasFooled);
      }
      say(`${name}: ${fooled} of ${rounds}`);
      table.computed_again = (table.computed_again ?? 0) + agreedOn(texts, name);
      table[name.replaceAll(/\W+/g, '_')] = fooled;
      assert.ok(
        fooled <= tolerated * rounds + 2 * Math.sqrt(tolerated * rounds) * Number(rounds < 100),
        name,
      );
    }
    return table;
  },
};
