/** Reads the values in files to import: outcomes, counts and times (docs/imports.md#4). */
import { z } from 'zod';
import type { RunOutcome } from '#document/evaluation/run-summary.ts';
import { type ImportedResult, type LogClaims, type Place, refused } from './result.ts';

type Verdict = Pick<ImportedResult, 'outcome' | 'score'>;

const words: Readonly<Record<string, RunOutcome>> = {
  ...{ c: 'pass', pass: 'pass', passed: 'pass', yes: 'pass', true: 'pass' },
  ...{ p: 'partial', partial: 'partial', error: 'error', errored: 'error', nan: 'error' },
  ...{ i: 'fail', n: 'fail', fail: 'fail', failed: 'fail', no: 'fail', false: 'fail' },
};

/**
 * Returns the outcome of a score: C, I, P, N and their words, booleans, and numbers by the threshold. NaN means that the scorer
 * could not decide.
 * @throws Failure for any other score, or for a number without a threshold
 */
export function verdictOf(value: unknown, threshold: number | undefined, at: Place): Verdict {
  const word = String(value).trim().toLowerCase();
  const isScalar = ['string', 'boolean', 'number'].includes(typeof value);
  if (isScalar && Object.hasOwn(words, word)) return { outcome: words[word]! };
  if (!isScalar || !/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/.test(word) || !Number.isFinite(Number(word))) {
    const help = 'A score is C, I, P, N, pass, fail, partial, error, true, false, yes, no or a number.';
    throw refused(at, `${shown(value)} is not a score that this command can read. ${help}`);
  }
  const score = Number(word);
  if (threshold !== undefined) return { outcome: score >= threshold ? 'pass' : 'fail', score };
  const help = 'Name the lowest score that passes with --threshold NUMBER.';
  throw refused(at, `The score is the number ${score}. ${help}`);
}

/** Returns a value in the form in which messages show it: short, and on one line. */
export function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'A list' : 'An object';
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

/**
 * Returns a number from 0 to `most`; undefined if the value is absent.
 * @throws Failure for any other value
 */
export function numberOf(
  value: unknown,
  what: string,
  most: number,
  at: Place,
  isWhole = false,
): number | undefined {
  if (isAbsent(value)) return undefined;
  const number = typeof value === 'string' ? Number(value) : value;
  const isRight = typeof number === 'number' && number >= 0 && number <= most;
  if (isRight && (!isWhole || Number.isInteger(number))) return number;
  throw refused(at, `\`${what}\` is ${shown(value)}. Correct it, or leave it out when it is unknown.`);
}

/** The most seconds of a run (31 days), and its most tokens. */
const mostSeconds = 2_678_400;
const mostTokens = 1e12;

/**
 * Returns the tokens and seconds of a run; undefined where they are absent.
 * @throws Failure when a number is out of its bounds
 */
export const usedBy = (input: unknown, output: unknown, seconds: unknown, at: Place) => ({
  input_tokens: numberOf(input, 'input_tokens', mostTokens, at, true),
  output_tokens: numberOf(output, 'output_tokens', mostTokens, at, true),
  seconds: numberOf(seconds, 'seconds', mostSeconds, at),
});

/**
 * Returns the number of a repetition, from 1; undefined if the value is absent.
 * @throws Failure for any other value
 */
export function repetitionOf(value: unknown, at: Place): number | undefined {
  if (isAbsent(value)) return undefined;
  const number = Number(value);
  if (Number.isInteger(number) && number >= 1 && number <= 1e6) return number;
  throw refused(at, `A repetition is a whole number from 1, not ${shown(value)}.`);
}

const time = z.iso.datetime({ offset: true });

/**
 * Converts a time to UTC; undefined if the value is absent.
 * @throws Failure when it is not a time, or does not state its offset from UTC
 */
export function timeOf(value: unknown, at: Place): string | undefined {
  if (isAbsent(value)) return undefined;
  const read = time.safeParse(value);
  if (read.success) return new Date(read.data).toISOString();
  throw refused(at, `${shown(value)} is not a time such as 2026-01-31T12:00:00Z, with its offset from UTC.`);
}

const longestName = 500;

/**
 * Returns the name of a case or a team, which a file may give as a number.
 * @throws Failure when it is absent or too long
 */
export function nameOf(value: unknown, what: string, at: Place): string {
  const name = typeof value === 'number' ? String(value) : value;
  if (typeof name === 'string' && name.trim() !== '' && name.length <= longestName) return name.trim();
  throw refused(at, `${what} is ${shown(value)}. Expected a text of 1 to ${longestName} characters.`);
}

/**
 * Returns the name of a case or a team; undefined if the value is absent.
 * @throws Failure when it is too long
 */
export const optionalNameOf = (value: unknown, what: string, at: Place): string | undefined =>
  isAbsent(value) ? undefined : nameOf(value, what, at);

/** Returns a digest in the form of documents; undefined for any other value. */
export function digestOf(value: unknown): string | undefined {
  const [, hex] = (typeof value === 'string' && /^(?:sha256:)?([0-9a-f]{64})$/i.exec(value.trim())) || [];
  return hex === undefined ? undefined : `sha256:${hex.toLowerCase()}`;
}

/** The status of a log by the word that its tool writes for it. */
const statuses: Readonly<Record<string, LogClaims['status']>> = {
  ...{ success: 'complete', complete: 'complete', completed: 'complete' },
  ...{ started: 'partial', running: 'partial', cancelled: 'partial', canceled: 'partial' },
  ...{ error: 'partial', failed: 'partial', partial: 'partial', incomplete: 'partial' },
};

/** Returns the status of a log, given the word that its tool writes for it; undefined for an unknown word. */
export function statusOf(value: unknown): LogClaims['status'] {
  const word = String(value).trim().toLowerCase();
  return Object.hasOwn(statuses, word) ? statuses[word] : undefined;
}

/** Marks a log as partial, and notes the reason unless an earlier one was noted. */
export function markPartial(log: LogClaims, because: string): void {
  if (log.status !== 'partial') log.because = because;
  log.status = 'partial';
}
