/** The caps that the file of a version sets on a run, in tokens, money and time. They do not say what a run costs. */

import type { VersionEntry } from '../../catalog/source/catalog.ts';
import { price, priceBasis } from '../../document/effect/money.ts';
import { plural } from '../../document/text/plain-text.ts';

/** The numbers of the example of caching: a cache supplies the share `share` of the input, at the part `part` of its price. */
const cached = { share: 0.8, part: 0.1 };

/** The note that says how to compute the money of a run, for each page that lists costs. */
export const costNote = [
  'The tokens, time and money shown are limits that the files of a version set, not the expected cost of a run. Money is',
  `input × price + output × price, in millions of tokens and dollars per million. ${priceBasis} "With caching" means that a run`,
  `reads ${cached.share * 100}% of the input from a cache,`,
  `at ${cached.part * 100}% of the price: input × (${round(1 - cached.share)} + ${cached.share} × ${cached.part}) × price + output × price.`,
  'Replace the prices and the share with your own.',
].join(' ');

/**
 * Writes the calls and tokens that a run may use: `40 calls, 0.6M tokens read and 0.04M written`. If the
 * version states no calls, they are left out.
 */
export function spendOf({ more: { calls, budget } }: VersionEntry): string {
  const tokens = `${millions(budget.input_tokens)}M tokens read and ${millions(budget.output_tokens)}M written`;
  return calls === undefined ? tokens : `${calls.toLocaleString('en')} calls, ${tokens}`;
}

/** Writes the same in full for a sentence: `40 model calls, 0.6M tokens read and 0.04M tokens written`. */
export const spendInFull = (version: VersionEntry): string =>
  spendOf(version).replace(' calls', ' model calls').replace('M written', 'M tokens written');

/** Writes the money that a run may cost at the example prices of all pages: `$0.80, or $0.37 with caching`. */
export function moneyOf({ more: { budget } }: VersionEntry): string {
  const [input, output] = [budget.input_tokens / 1e6, budget.output_tokens / 1e6];
  const written = output * price.output;
  const read = input * price.input;
  const again = 1 - cached.share + cached.share * cached.part;
  return `${dollars(read + written)}, or ${dollars(read * again + written)} with caching`;
}

const dollars = (sum: number): string =>
  `$${sum.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

/** Writes the longest time that a run may take: `25 minutes`, `3 days`. */
export function timeOf({ more: { budget } }: VersionEntry): string {
  const minutes = round(budget.elapsed_milliseconds / 60_000);
  return minutes >= 1440 && minutes % 1440 === 0 ? plural(minutes / 1440, 'day') : plural(minutes, 'minute');
}

const millions = (tokens: number): string => String(round(tokens / 1e6));

/** Rounds a number below 100 to two significant digits, and any other to a whole number. */
function round(value: number): number {
  return value >= 100 ? Math.round(value) : Number(value.toPrecision(2));
}
