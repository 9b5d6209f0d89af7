/**
 * The worth of the statistics of evaluations, by simulated jobs whose truth is known: cases of different difficulty whose
 * outcomes resemble each other, with a look after every case. Rows of its table are in content/docs/verifying.md.
 */
import assert from 'node:assert/strict';
import { confidenceSequence, logEValue } from '../../build/document/statistics/betting.ts';
import { type Compared, compare } from '../../build/document/statistics/estimate.ts';
import { wilson } from '../../build/document/statistics/interval.ts';
import { oneSided } from '../../build/document/statistics/sign-test.ts';
import { spends } from '../../build/document/statistics/spending.ts';
import { coverage } from '../support/coverage.ts';
import { randomFrom } from '../support/random.ts';
import type { Campaign } from './campaign.ts';

const cases = 200;
const alpha = 0.05;
/** The error rate that the first comparison of a family may spend. */
const spent = spends(alpha, 0, 1);

/** The pass rates of the control and the team, and the share of cases on which both are decided by the difficulty of the case. */
interface Condition {
  name: string;
  control: number;
  team: number;
  shared: number;
}

const conditions: readonly Condition[] = [
  { name: 'equal_50', control: 0.5, team: 0.5, shared: 0 },
  { name: 'equal_60_alike', control: 0.6, team: 0.6, shared: 0.7 },
  { name: 'equal_90', control: 0.9, team: 0.9, shared: 0.3 },
  { name: 'worse', control: 0.6, team: 0.55, shared: 0.3 },
  { name: 'better_15', control: 0.6, team: 0.75, shared: 0 },
  { name: 'better_15_alike', control: 0.6, team: 0.75, shared: 0.5 },
];

/** The fewest wins that prove the team better, beside each number of losses. */
function neededWins(): number[] {
  const needed: number[] = [];
  let wins = 0;
  for (let losses = 0; losses <= cases; losses += 1) {
    while (wins <= cases && logOf(wins, losses) < Math.log(1 / Math.min(spent, alpha / 2))) wins += 1;
    needed.push(wins);
  }
  return needed;
}

const logOf = (wins: number, losses: number): number =>
  logEValue([
    { value: 1, units: wins },
    { value: -1, units: losses },
  ]);

interface Job {
  /** The case after which the team was proven; undefined when it never was. */
  provenAt: number | undefined;
  wins: number;
  losses: number;
  teamPasses: number;
  controlPasses: number;
}

function simulate(
  { control, team, shared }: Condition,
  random: () => number,
  needed: readonly number[],
): Job {
  const job: Job = { provenAt: undefined, wins: 0, losses: 0, teamPasses: 0, controlPasses: 0 };
  for (let at = 1; at <= cases; at += 1) {
    const difficulty = random() < shared ? random() : undefined;
    const [a, b] = [(difficulty ?? random()) < team, (difficulty ?? random()) < control];
    job.teamPasses += Number(a);
    job.controlPasses += Number(b);
    if (a && !b) job.wins += 1;
    if (b && !a) job.losses += 1;
    if (a && !b && job.wins >= needed[job.losses]!) job.provenAt ??= at;
  }
  return job;
}

/** Which of the intervals at the end hold the truth. */
function covered({ control, team }: Condition, job: Job): Record<string, boolean> {
  const { wins, losses, teamPasses } = job;
  const holds = ({ low, high }: { low: number; high: number }, truth: number) =>
    low <= truth && truth <= high;
  const units = [
    { value: 1, units: wins },
    { value: -1, units: losses },
    { value: 0, units: cases - wins - losses },
  ];
  return {
    sequence: holds(confidenceSequence(units, alpha), team - control),
    wilson: holds(wilson(teamPasses, cases), team),
    newcombe: holds(comparedAt(job), team - control),
  };
}

/** The difference of the two at the end. */
function comparedAt({ wins, losses, teamPasses }: Job): Compared {
  const both = teamPasses - wins;
  const of = (count: number, pair: readonly [number, number]) => Array.from({ length: count }, () => pair);
  const pairs = [
    ...[...of(both, [1, 1]), ...of(wins, [1, 0]), ...of(losses, [0, 1])],
    ...of(cases - both - wins - losses, [0, 0]),
  ];
  return compare(pairs, { repetitions: 1, mayStop: false, largest: 1 });
}

/** Intervals take longer than decisions, so only every so many jobs has them. */
const everyInterval = 50;

/** Simulates a condition. Shares are given in tenths of a per mille, since campaigns count in whole numbers. */
function measure(
  condition: Condition,
  rounds: number,
  seed: number,
  needed: readonly number[],
): Record<string, number> {
  const random = randomFrom(seed);
  const counts: Record<string, number> = { anytime: 0, fixed: 0, used: 0, intervals: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const job = simulate(condition, random, needed);
    counts.used! += job.provenAt ?? cases;
    counts.anytime! += Number(job.provenAt !== undefined);
    counts.fixed! += Number(oneSided({ ...job, ties: 0 }) <= spent && comparedAt(job).low > 0);
    if (round % everyInterval > 0) continue;
    counts.intervals! += 1;
    for (const [name, holds] of Object.entries(covered(condition, job)))
      counts[name] = (counts[name] ?? 0) + Number(holds);
  }
  const share = (name: string, of: number) => Math.round((10_000 * (counts[name] ?? 0)) / of);
  return {
    anytime: share('anytime', rounds),
    fixed: share('fixed', rounds),
    cases_used: Math.round(counts.used! / rounds),
    ...Object.fromEntries(
      ['sequence', 'wilson', 'newcombe'].map(name => [name, share(name, counts.intervals!)]),
    ),
  };
}

export const campaign: Campaign = {
  description:
    'the statistics of evaluations: false alarms, cases saved, coverage of intervals, by simulation',
  rounds: 100_000,
  run: async ({ seed, rounds, say }) => {
    const needed = neededWins();
    const table: Record<string, number> = {};
    for (const [index, condition] of conditions.entries()) {
      const found = measure(condition, rounds, seed + index, needed);
      say(`${condition.name}: ${JSON.stringify(found)}`);
      const spread = 3 * Math.sqrt((spent * (1 - spent)) / rounds);
      if (condition.team <= condition.control)
        for (const way of ['anytime', 'fixed'])
          assert.ok(found[way]! / 10_000 <= spent + spread, `${condition.name}: ${found[way]} of 10,000`);
      if (condition.name.startsWith('better'))
        assert.ok(
          found.cases_used! <= 0.7 * cases + 2,
          `${condition.name} used ${found.cases_used} of ${cases} cases`,
        );
      for (const [name, count] of Object.entries(found)) table[`${condition.name}_${name}`] = count;
    }
    Object.assign(table, coverageOf(Math.max(20, Math.floor(rounds / everyInterval)), seed, say));
    return table;
  },
};

/** The coverage of intervals over a grid of clusters and repetitions, in tenths of a per mille. */
function coverageOf(rounds: number, seed: number, say: (text: string) => void): Record<string, number> {
  const found = [...coverage(rounds, randomFrom(seed))];
  for (const { name, difference, rate } of found) say(`${name}: difference ${difference}, rate ${rate}`);
  const of = (field: 'difference' | 'rate') => {
    const values = found.map(each => each[field]);
    return { least: Math.min(...values), mean: values.reduce((sum, each) => sum + each, 0) / values.length };
  };
  const [difference, rate] = [of('difference'), of('rate')];
  const spread = 3 * Math.sqrt((0.08 * 0.92) / rounds);
  assert.ok(difference.least >= 0.92 - spread, `the least coverage of a difference is ${difference.least}`);
  const mean = 3 * Math.sqrt((0.06 * 0.94) / rounds / found.length);
  assert.ok(Math.min(difference.mean, rate.mean) >= 0.94 - mean, `${difference.mean} and ${rate.mean}`);
  const whole = (share: number) => Math.round(10_000 * share);
  return {
    difference_least: whole(difference.least),
    difference_mean: whole(difference.mean),
    rate_least: whole(rate.least),
    rate_mean: whole(rate.mean),
  };
}
