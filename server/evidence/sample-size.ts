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

/** The smallest number of cases, to 1 %, at which the exact one-sided sign test has the power; undefined beyond 2,000. */
export function casesToDetect(wanted: Wanted): number | undefined {
  const { gain, discordance } = wanted;
  // Power saws up and down a little from one number to the next, so the search steps up from a number surely too small:
  // 3 d / g^2 is the sample size of the normal approximation (R. J. Connor, Biometrics 43, 1987) for 40 % power.
  const start = Math.max(1, Math.floor((3 * discordance) / (gain * gain)));
  for (let cases = Math.min(start, 20); cases <= maxCases; cases += step(cases, start)) {
    if (powerAt(cases, wanted) >= wanted.power) return cases;
  }
  return undefined;
}

const step = (cases: number, start: number): number =>
  cases < start ? Math.max(1, start - cases) : Math.max(1, Math.floor(cases / 100));

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
  let losses = Math.floor(discordant / 2);
  while (losses >= 0 && lowerTail(losses, discordant) > rate) losses -= 1;
  return losses;
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
