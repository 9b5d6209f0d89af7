/** The worth of the decision: over many simulated evaluations whose truth is known. */
import assert from 'node:assert/strict';
import { errorRate } from '../../server/evidence/rate.ts';
import { recommend } from '../../server/evidence/recommend/recommend.ts';
import { randomFrom } from '../support/random.ts';
import { digestOf, type SimulatedLock, simulate } from '../support/simulated-evidence.ts';
import type { Campaign } from './campaign.ts';

const now = '2026-11-22T08:00:00Z';

interface Truth {
  control: number;
  teams: readonly number[];
  cases: number;
  repetitions?: number;
  /** The share of cases whose outcome is decided by the case alone, the same for all locks. */
  shared?: number;
  /** Evaluations in a row, each counted together with those before. */
  looks?: number;
  minPassRate?: number;
}

/** Says in how many of so many simulated evaluations a team was recommended. Evaluations in a row take as many times as long. */
export function teamsRecommended(
  truth: Truth,
  { seed, rounds }: { seed: number; rounds: number },
): { count: number; of: number } {
  const of = Math.floor(rounds / (truth.looks ?? 1));
  const first = (seed - 1) * of;
  let count = 0;
  for (let at = 1; at <= of; at += 1)
    if (recommendsTeam(truth, randomFrom((first + at) * 7919), truth.minPassRate ?? 10)) count += 1;
  return { count, of };
}

function recommendsTeam(truth: Truth, random: () => number, minPassRate: number): boolean {
  const profile = { digest: digestOf('profile'), task_class: 'coding.bug_fix', min_pass_rate: minPassRate };
  const evidence = [];
  for (let look = 0; look < (truth.looks ?? 1); look += 1) {
    evidence.push(evaluate(truth, random, `2026-11-21T0${look}:00:00Z`, look * truth.teams.length));
    const { decision, one_agent } = recommend({ profile, evidence, standing: new Map(), now });
    if (decision === 'recommend' && one_agent === false) return true;
  }
  return false;
}

function evaluate(
  { control, teams, cases, repetitions = 1, shared = 0 }: Truth,
  random: () => number,
  completedAt: string,
  before: number,
) {
  const hard = Array.from({ length: cases }, () => (random() < shared ? random() : undefined));
  const lock = (name: string, agents: number, rate: number): SimulatedLock => ({
    name,
    agents,
    passes: at => (hard[at] ?? random()) < rate,
  });
  const locks = [lock('control', 1, control), ...teams.map((rate, index) => lock(`team ${index}`, 3, rate))];
  return simulate({ locks, cases, repetitions, completedAt, before });
}

/** Truths in which no team is better than the control. */
export const equals: readonly (readonly [string, Truth])[] = [
  ['one team, 100 cases', { control: 0.5, teams: [0.5], cases: 100 }],
  ['one team, 100 cases that resemble one another', { control: 0.7, teams: [0.7], cases: 100, shared: 0.7 }],
  ['one team, 30 cases at a high rate', { control: 0.9, teams: [0.9], cases: 30 }],
  [
    'one team, 40 cases, 5 repetitions',
    { control: 0.6, teams: [0.6], cases: 40, repetitions: 5, shared: 0.5 },
  ],
  ['five teams at once', { control: 0.6, teams: [0.6, 0.6, 0.6, 0.6, 0.6], cases: 100 }],
  [
    'one team, evaluated until it wins, six times at most',
    { control: 0.5, teams: [0.5], cases: 60, looks: 6 },
  ],
  ['a team that is worse', { control: 0.6, teams: [0.5], cases: 100 }],
];

/** Truths in which the team is better by 20 points. */
export const betters: readonly (readonly [string, Truth])[] = [0.1, 0.3, 0.4, 0.5, 0.6, 0.75].map(control => [
  `${control} against ${(control + 0.2).toFixed(2)}`,
  { control, teams: [control + 0.2], cases: 100, minPassRate: 5 },
]);

/** The share of evaluations in which a team that is better by 20 points has to be recommended. */
export const power = 0.75;

export const campaign: Campaign = {
  description: 'decisions on simulated evaluations whose truth is known',
  rounds: 1000,
  run: async ({ seed, rounds, say }) => {
    const table: Record<string, number> = {};
    const counted = (what: string, truth: Truth) => {
      const { count, of } = teamsRecommended(truth, { seed, rounds });
      say(`${what}: ${count} of ${of}`);
      table[what.replaceAll(/\W+/g, '_')] = count;
      return { count, of };
    };
    for (const [what, truth] of equals) {
      const { count, of } = counted(what, truth);
      assert.ok(count <= errorRate * of, `${what}: ${count}`);
    }
    for (const [what, truth] of betters) {
      const { count, of } = counted(what, truth);
      assert.ok(count >= power * of, `${what}: ${count}`);
    }
    return table;
  },
};
