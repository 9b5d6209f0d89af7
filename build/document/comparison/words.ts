/** Writes the results of comparisons in words, in the same way for all pages. "No difference shown" never becomes "equal". */
import type { ComparisonResult } from '../kind/comparison-number.ts';

/** The highest p-value, after the correction for all results of a document, at which a difference counts as shown. */
const shownRate = 0.05;

/**
 * Returns whether the first arm of a result is `better` or `worse` than the second, or `open` if chance may explain the
 * difference.
 */
export function directionOf({ difference, p_family }: ComparisonResult): 'better' | 'worse' | 'open' {
  if (Number(p_family) > shownRate) return 'open';
  return Number(difference) > 0 ? 'better' : 'worse';
}

/** Writes a share, or a difference of shares, in percentage points: `+3.1`; without the plus sign if `signed` is false. */
export function points(difference: string, signed = true): string {
  const value = Number(difference) * 100;
  const text = Math.abs(value).toFixed(1);
  if (Number(text) === 0) return '0.0';
  return `${value < 0 ? '−' : signed ? '+' : ''}${text}`;
}

/** Writes the difference of a result without a full stop: `` `team` scored 5.0 points higher than `single` ``. */
export function scoredLine({ a, b, difference }: ComparisonResult): string {
  return `\`${a}\` scored ${differsBy(difference)} \`${b}\``;
}

/** Writes a difference between the name of the first arm and that of the second: `5.0 points higher than`, or `the same as`. */
export function differsBy(difference: string): string {
  const size = points(difference, false).replace('−', '');
  return size === '0.0'
    ? 'the same as'
    : `${size} points ${Number(difference) < 0 ? 'lower' : 'higher'} than`;
}

/** Writes the counts of a result as a sentence without its full stop. */
function countsIn(result: ComparisonResult): string {
  const { a, b, cases, both, only_a, only_b, neither, a_better, b_better, tied } = result;
  if (a_better !== undefined)
    return `\`${a}\` passed more often on ${a_better} of the ${cases} cases, \`${b}\` on ${b_better}, and both passed equally often on ${tied}`;
  const by = (count: number | undefined, who: string) => `${count || 'none'} by ${who}`;
  const passed = [
    `${both || 'none'} ${both === 1 ? 'was' : 'were'} passed by both`,
    by(only_a, `\`${a}\` alone`),
    by(only_b, `\`${b}\` alone`),
  ];
  return `Of the ${cases} cases, ${passed.join(', ')}, and ${neither} by neither`;
}

/** Writes a line about a result: the difference with its interval, the counts, and whether chance may explain them. */
export function resultLine(result: ComparisonResult): string {
  const [low, high] = result.interval;
  return `**${scoredLine(result)}** (95 % interval ${points(low!)} to ${points(high!)}). ${countsIn(result)}. ${chanceIn(result)}.`;
}

/**
 * Writes the p-value of a difference, before and after the correction for all results of a comparison, and whether chance alone
 * may explain the difference. No full stop ends the text.
 */
function chanceIn(result: ComparisonResult): string {
  const [p, corrected] = [short(result.p), short(result.p_family)];
  const correction = 'a correction for the number of pairs in this comparison';
  const chance =
    p === corrected
      ? `The p-value is ${p}, with or without ${correction}`
      : `The p-value is ${p}, and ${corrected} after ${correction}`;
  return directionOf(result) === 'open'
    ? `${chance}, so chance alone may explain the difference`
    : `${chance}, so chance alone would rarely produce such a difference`;
}

/** Writes a chance with two digits after the point if it is at least 0.1, otherwise with four, or as `below 0.0001`. */
const short = (chance: string): string => {
  const value = Number(chance);
  if (value < 0.0001) return 'below 0.0001';
  return value >= 0.1 ? value.toFixed(2) : value.toFixed(4);
};

/** Writes a sentence with the cost of the first arm as a multiple of the cost of the second, or that the source has no cost. */
export function costLine({ a, b, cost_ratio }: ComparisonResult): string {
  if (cost_ratio === 'unknown')
    return `The source does not record what \`${a}\` cost compared with \`${b}\`.`;
  const { of, ratio } = cost_ratio;
  const [value, low, high] = ratio.map(each => Number(each).toPrecision(3));
  const range = low === undefined ? '' : ` (95 % interval ${low} to ${high})`;
  return `\`${a}\` ${of === 'cost_usd' ? 'cost' : 'used'} ${value} times as ${measureWords[of]} as \`${b}\`${range}.`;
}

const measureWords = {
  cost_usd: 'much',
  tokens: 'many tokens',
  calls: 'many calls',
  turns: 'many turns',
} as const;

/** Writes a share in percent, with one digit after the point: `60.2 %`. */
export const percent = (share: string): string => `${(Number(share) * 100).toFixed(1)} %`;
