/** Ways of cheating, each tried many times on a team that is no better; and what honest tenants lose by the rules against them. */
import assert from 'node:assert/strict';
import { recommend } from '../../server/recommend/recommend.ts';
import { attempt, scenarios } from '../support/cheating.ts';
import { noPython } from '../support/python.ts';
import { recomputed } from '../support/recomputed.ts';
import { digestOf, type SimulatedLock, simulate } from '../support/simulated-evidence.ts';
import { type Campaign, randomFrom } from './campaign.ts';

/** At an error rate of 5 %, so many of 200 tenants may get an equal team recommended: 10 %. */
const tolerated = 0.1;
/** An honest tenant may lose so much of the power that the method v2 had. */
const lost = 0.1;

const conditions = [
  { name: 'one team, 200 cases', control: 0.6, teams: [0.75], cases: 200 },
  { name: 'one team, 100 cases', control: 0.6, teams: [0.75], cases: 100 },
  { name: 'three teams, one better, 200 cases', control: 0.6, teams: [0.75, 0.6, 0.6], cases: 200 },
  { name: 'at a high rate, 200 cases', control: 0.8, teams: [0.95], cases: 200 },
];

/** In how many of the rounds the first team is recommended, by either method on the same runs. */
function powerOf({ control, teams, cases }: (typeof conditions)[number], rounds: number, seed: number) {
  const random = randomFrom(seed);
  const found = { v2: 0, v3: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const lock = (name: string, agents: number, rate: number): SimulatedLock => {
      const passed = Array.from({ length: cases }, () => random() < rate);
      return { name, agents, passes: at => passed[at]! };
    };
    const locks = [lock('solo', 1, control), ...teams.map((rate, index) => lock(`team ${index}`, 3, rate))];
    for (const version of ['v2', 'v3'] as const) {
      const profile = { digest: digestOf('profile'), task_class: 'coding.bug_fix', min_pass_rate: 1 };
      const evidence = [simulate({ locks, cases, version })];
      const decided = recommend({ profile, evidence, standing: new Map(), now: '2026-11-22T08:00:00Z' });
      found[version] += Number(decided.recommended === digestOf('team 0'));
    }
  }
  return found;
}

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
  description: 'ways of cheating on a team that is no better, and the power that honest tenants are left',
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
    for (const [index, condition] of conditions.entries()) {
      const { v2, v3 } = powerOf(condition, rounds, seed + index);
      say(`${condition.name}, better by 15 points: ${v3} of ${rounds}, and ${v2} by the method v2`);
      table[`power_${index}`] = v3;
      assert.ok(v3 >= v2 - lost * rounds - Number(rounds < 100), condition.name);
    }
    return table;
  },
};
