/** What the values of a file mean: outcomes, counts, amounts and times (docs/imports.md#5). */
import type { RunOutcome } from '#build/evaluation/run-summary.ts';
import { type ImportedResult, refused } from './result.ts';

/** Where a value stands, for a message. */
export interface Place {
  file: string;
  place: string;
}

type Verdict = Pick<ImportedResult, 'outcome' | 'score'>;

const words: Readonly<Record<string, RunOutcome>> = {
  ...{ c: 'pass', pass: 'pass', passed: 'pass', yes: 'pass', true: 'pass' },
  ...{ p: 'partial', partial: 'partial', error: 'error', errored: 'error' },
  ...{ i: 'fail', n: 'fail', fail: 'fail', failed: 'fail', no: 'fail', false: 'fail' },
};

/**
 * The outcome that a score stands for: C, I, P, N and their words, booleans, and numbers by the threshold. NaN is a scorer's
 * way to say that it could not decide.
 * @throws Failure when it is none of these, or a number without a threshold
 */
export function verdictOf(value: unknown, threshold: number | undefined, { file, place }: Place): Verdict {
  if (typeof value === 'boolean') return { outcome: value ? 'pass' : 'fail' };
  if (typeof value === 'number') return verdictOfNumber(value, threshold, { file, place });
  if (typeof value === 'string') {
    const word = value.trim().toLowerCase();
    if (Object.hasOwn(words, word)) return { outcome: words[word]! };
    if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/.test(word))
      return verdictOfNumber(Number(word), threshold, { file, place });
  }
  const help = 'A score is C, I, P, N, pass, fail, partial, error, true, false, yes, no or a number.';
  throw refused(file, place, `${shown(value)} is no score that can be read. ${help}`);
}

function verdictOfNumber(value: number, threshold: number | undefined, { file, place }: Place): Verdict {
  if (Number.isNaN(value)) return { outcome: 'error' };
  if (!Number.isFinite(value))
    throw refused(file, place, 'The score is infinite. Correct the scorer, and run it again.');
  if (threshold !== undefined) return { outcome: value >= threshold ? 'pass' : 'fail', score: value };
  const help = 'Say with --threshold NUMBER from which number on a score passes.';
  throw refused(file, place, `The score is the number ${value}. ${help}`);
}

/** A value as a message shows it: short, and in one line. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'A list' : 'An object';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

const mostTokens = 1e12;
/** 31 days. */
const mostSeconds = 2_678_400;

type Numbers = Pick<
  ImportedResult,
  'input_tokens' | 'output_tokens' | 'total_tokens' | 'cost_usd' | 'seconds'
>;

/** The numbers of a run, without those that are absent. @throws Failure when one is out of its bounds */
export function numbersOf(values: { [Name in keyof Numbers]: unknown }, place: Place): Numbers {
  const bounds: Record<keyof Numbers, (value: number) => boolean> = {
    input_tokens: isCount,
    output_tokens: isCount,
    total_tokens: isCount,
    cost_usd: value => value >= 0 && value < Number.POSITIVE_INFINITY,
    seconds: value => value >= 0 && value <= mostSeconds,
  };
  const numbers: Numbers = {};
  for (const name of Object.keys(bounds) as (keyof Numbers)[]) {
    const value = values[name];
    if (value === undefined || value === null || value === '') continue;
    const number = typeof value === 'string' ? Number(value) : value;
    if (typeof number !== 'number' || !bounds[name](number)) {
      const message = `\`${name}\` is ${shown(value)}. Correct it, or leave it out when it is unknown.`;
      throw refused(place.file, place.place, message);
    }
    numbers[name] = number;
  }
  return numbers;
}

const isCount = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= mostTokens;

/** A repetition from 1; undefined when absent. @throws Failure when it is anything else */
export function repetitionOf(value: unknown, { file, place }: Place): number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const number = Number(value);
  if (Number.isInteger(number) && number >= 1 && number <= 1e6) return number;
  throw refused(file, place, `A repetition is a whole number from 1, not ${shown(value)}.`);
}

const rfc3339 = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/;

/** A time in UTC; undefined when absent. @throws Failure when it is no time, or does not say its offset from UTC */
export function timeOf(value: unknown, { file, place }: Place): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const time =
    typeof value === 'string' && rfc3339.test(value) && isDay(value) ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(time)) return new Date(time).toISOString();
  throw refused(
    file,
    place,
    `${shown(value)} is no time like 2026-01-31T12:00:00Z, with its offset from UTC.`,
  );
}

/** Whether the calendar has the day: `Date.parse` makes 2 March of 30 February. */
function isDay(text: string): boolean {
  const [year, month, day] = text.slice(0, 10).split('-').map(Number);
  return day! <= new Date(Date.UTC(year!, month!, 0)).getUTCDate();
}

const longestName = 500;

/** A name of a case, a model or a team, also when it is a number. @throws Failure when it is absent or too long */
export function nameOf(value: unknown, what: string, { file, place }: Place): string {
  const name = typeof value === 'number' ? String(value) : value;
  if (typeof name === 'string' && name.trim() !== '' && name.length <= longestName) return name.trim();
  const help = `Expected a text of 1 to ${longestName} characters.`;
  throw refused(file, place, `${what} is ${shown(value)}. ${help}`);
}

/** The same, undefined when absent. */
export const optionalNameOf = (value: unknown, what: string, place: Place): string | undefined =>
  value === undefined || value === null || value === '' ? undefined : nameOf(value, what, place);
