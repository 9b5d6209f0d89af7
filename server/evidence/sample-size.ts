/** How many cases an evaluation needs before its answer can be relied on. */

import { wilson } from './interval.ts';
import { logChoose, lowerTail } from './sign-test.ts';

/** What a comparison is to detect. Shares are between 0 and 1. */
export interface Wanted {
  /** By how much the pass rate of the team exceeds that of the control. */
  gain: number;
  /** The share of cases that only one of the two passes; at least `gain`. */
  discordance: number;
  /** The error rate of the one-sided test. */
  rate: number;
  /** The chance with which it is to be detected. */
  power: number;
}

/** No plan asks for more cases than this. */
const maxCases = 2000;

/**
 * A number of cases at which the exact one-sided sign test has the power, and with one case fewer has not; undefined
 * beyond 2,000. Power saws a little from one number to the next, so a smaller one may do, by a few cases.
 */
export function casesToDetect(wanted: Wanted): number | undefined {
  let [without, enough] = [0, 32];
  while (powerAt(enough, wanted) < wanted.power) {
    if (enough >= maxCases) return undefined;
    [without, enough] = [enough, Math.min(maxCases, 2 * enough)];
  }
  while (enough - without > 1) {
    const middle = Math.floor((without + enough) / 2);
    if (powerAt(middle, wanted) >= wanted.power) enough = middle;
    else without = middle;
  }
  return enough;
}

/** The exact chance that the test with so many cases finds the gain. */
export function powerAt(cases: number, { gain, discordance, rate }: Wanted): number {
  const winShare = (discordance + gain) / (2 * discordance);
  const spread = 6 * Math.sqrt(cases * discordance * (1 - discordance)) + 1;
  const from = Math.max(0, Math.floor(cases * discordance - spread));
  const to = Math.min(cases, Math.ceil(cases * discordance + spread));
  let power = 0;
  for (let discordant = from; discordant <= to; discordant += 1) {
    power += binomial(discordant, cases, discordance) * chanceOfProof(discordant, winShare, rate);
  }
  return power;
}

/** The chance that so many discordant cases split unevenly enough. */
function chanceOfProof(discordant: number, winShare: number, rate: number): number {
  const allowed = mostLosses(discordant, rate);
  if (allowed < 0 || winShare >= 1) return allowed < 0 ? 0 : 1;
  // From the likeliest allowed number downwards, each term from the one before, until nothing is added.
  let term = binomial(allowed, discordant, 1 - winShare);
  let chance = 0;
  for (let losses = allowed; losses >= 0 && (term > 1e-15 || losses === allowed); losses -= 1) {
    chance += term;
    term *= (losses / (discordant - losses + 1)) * (winShare / (1 - winShare));
  }
  return chance;
}

const known = new Map<number, number[]>();

/** The most losses among so many discordant cases that still prove a gain; -1 when none would. Remembered by rate. */
export function mostLosses(discordant: number, rate: number): number {
  const found = known.get(rate) ?? [];
  if (known.size > 100) known.clear();
  known.set(rate, found);
  // One pair more allows no fewer losses, so each search goes on from the one before.
  for (let pairs = found.length; pairs <= discordant; pairs += 1) {
    let most = found[pairs - 1] ?? -1;
    while (most < pairs && lowerTail(most + 1, pairs) <= rate) most += 1;
    found.push(most);
  }
  return found[discordant]!;
}

function binomial(hits: number, tries: number, share: number): number {
  if (share <= 0) return hits === 0 ? 1 : 0;
  if (share >= 1) return hits === tries ? 1 : 0;
  return Math.exp(logChoose(tries, hits) + hits * Math.log(share) + (tries - hits) * Math.log(1 - share));
}

/** The smallest number of runs at which a rate as observed has a lower bound at or above the required one. */
export function runsToConfirm(rate: number, required: number): number | undefined {
  if (rate <= required) return undefined;
  for (let runs = 1; runs <= 10_000; runs += 1) {
    if (wilson(Math.floor(rate * runs), runs).low >= required) return runs;
  }
  return undefined;
}
