/** How many cases an evaluation needs before its answer can be relied on. */

import { wilson } from './interval.ts';
import { logChoose } from './sign-test.ts';

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
 * The smallest number of cases, to a few per cent, at which the exact one-sided sign test has the power; undefined beyond
 * 2,000. It begins where the normal approximation (R. J. Connor, Biometrics 43, 1987) has half of it, and steps up: power
 * saws a little from one number to the next, so halving intervals would not do.
 */
export function casesToDetect(wanted: Wanted): number | undefined {
  const { gain, discordance } = wanted;
  const start = Math.max(1, Math.floor((3 * discordance) / (gain * gain)));
  for (let cases = start < 20 ? 1 : start; cases <= maxCases; cases += Math.max(1, Math.floor(cases / 50))) {
    if (powerAt(cases, wanted) >= wanted.power) return cases;
  }
  return undefined;
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
  let chance = 0;
  for (let losses = 0; losses <= allowed; losses += 1) chance += binomial(losses, discordant, 1 - winShare);
  return chance;
}

/** The most losses among so many discordant cases that still prove a gain; -1 when none would. */
export function mostLosses(discordant: number, rate: number): number {
  let tail = 0;
  for (let losses = 0; losses <= discordant; losses += 1) {
    tail += binomial(losses, discordant, 0.5);
    if (tail > rate) return losses - 1;
  }
  return discordant;
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
