/** Computes how many cases or runs an evaluation needs before its answer can be relied on. */

import { wilson } from './interval.ts';
import { logChoose, lowerTail } from './sign-test.ts';

/** The effect that a comparison should detect, and how surely. Shares are from 0 to 1. */
export interface Wanted {
  /** The difference between the pass rates of team and control. */
  gain: number;
  /** The share of cases that only one of the two passes; at least `gain`. */
  discordance: number;
  /** The error rate of the one-sided test. */
  rate: number;
  /** The chance to detect the gain. */
  power: number;
}

/** The most cases of a suite. */
export const maxCases = 2000;

/**
 * Returns a number of cases at which the exact one-sided sign test has the wanted power, while with one case fewer it has not;
 * undefined above 2,000. The power of the test goes up and down a little from one number to the next, so a slightly smaller
 * number may be enough too.
 */
export function casesToDetect(wanted: Wanted): number | undefined {
  return firstEnough(cases => powerAt(cases, wanted) >= wanted.power);
}

/** Returns the exact chance that the one-sided sign test finds the gain with a number of cases. */
export function powerAt(cases: number, { gain, discordance, rate }: Omit<Wanted, 'power'>): number {
  const winShare = (discordance + gain) / (2 * discordance);
  // Everything further away adds less than 1e-12. If few cases agree or few differ, the tail is longer than that of the normal
  // distribution.
  const spread = 7 * Math.sqrt(cases * discordance * (1 - discordance)) + 15;
  const from = Math.max(0, Math.floor(cases * discordance - spread));
  const to = Math.min(cases, Math.ceil(cases * discordance + spread));
  let power = 0;
  for (let discordant = from; discordant <= to; discordant += 1) {
    power += binomial(discordant, cases, discordance) * chanceOfProof(discordant, winShare, rate);
  }
  return power;
}

/** Returns the chance that a number of discordant cases splits so unevenly that it proves a gain. */
const chanceOfProof = (discordant: number, winShare: number, rate: number): number =>
  atMost(mostLosses(discordant, rate), discordant, 1 - winShare);

/**
 * Returns the chance of at most `most` hits in `tries` tries, each with the chance `share`. Adds terms from `most` downwards,
 * away from the likeliest, until they add nothing.
 */
function atMost(most: number, tries: number, share: number): number {
  if (most < 0) return 0;
  if (most >= tries || share <= 0) return 1;
  if (share >= 1) return 0;
  // The shorter tail is summed; the other one is what it lacks to 1.
  if (most >= tries * share) return 1 - atMost(tries - most - 1, tries, 1 - share);
  let term = binomial(most, tries, share);
  let chance = 0;
  for (let hits = most; hits >= 0 && term > chance * 1e-16; hits -= 1) {
    chance += term;
    term *= (hits / (tries - hits + 1)) * ((1 - share) / share);
  }
  return chance;
}

const known = new Map<number, number[]>();

/**
 * Returns the most losses, among a number of discordant cases, with which they still prove a gain; -1 if there are none.
 * Remembers results by rate.
 */
function mostLosses(discordant: number, rate: number): number {
  const found = known.get(rate) ?? [];
  if (known.size > 100) known.clear();
  known.set(rate, found);
  // One more discordant case allows at least as many losses, so each search continues from the one before.
  for (let pairs = found.length; pairs <= discordant; pairs += 1) {
    let most = found[pairs - 1] ?? -1;
    while (most < pairs && lowerTail(most + 1, pairs) <= rate) most += 1;
    found.push(most);
  }
  return found[discordant]!;
}

/** Returns the chance of exactly `hits` hits in `tries` tries, each with the chance `share`. */
export function binomial(hits: number, tries: number, share: number): number {
  if (share <= 0) return hits === 0 ? 1 : 0;
  if (share >= 1) return hits === tries ? 1 : 0;
  return Math.exp(logChoose(tries, hits) + hits * Math.log(share) + (tries - hits) * Math.log(1 - share));
}

/**
 * Returns the number of runs with which a lock whose true rate is `rate` has the chance `power` to show that it reaches the
 * required rate: the lower end of its interval must reach that rate. Undefined above 2,000.
 */
export function runsToConfirm(rate: number, required: number, power: number): number | undefined {
  return firstEnough(runs => chanceToConfirm(runs, rate, required) >= power);
}

/**
 * Returns the exact chance that a lock whose true rate is `rate` has, after a number of runs, an interval whose lower end is at
 * or above the required rate.
 */
export function chanceToConfirm(runs: number, rate: number, required: number): number {
  return atMost(runs - fewestPasses(runs, required), runs, 1 - rate);
}

/**
 * Returns the fewest passes whose interval has its lower end at or above the required rate; one more than `runs` if no number of
 * passes is enough.
 */
function fewestPasses(runs: number, required: number): number {
  let [tooFew, enough] = [-1, runs + 1];
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2);
    if (wilson(middle, runs).low >= required) enough = middle;
    else tooFew = middle;
  }
  return enough;
}

/**
 * Returns a number up to 2,000 that is enough, while one less is not; undefined if 2,000 are not enough. Finds it by doubling and
 * halving.
 */
function firstEnough(isEnough: (count: number) => boolean): number | undefined {
  let [without, enough] = [0, 32];
  while (!isEnough(enough)) {
    if (enough >= maxCases) return undefined;
    [without, enough] = [enough, Math.min(maxCases, 2 * enough)];
  }
  while (enough - without > 1) {
    const middle = Math.floor((without + enough) / 2);
    if (isEnough(middle)) enough = middle;
    else without = middle;
  }
  return enough;
}
