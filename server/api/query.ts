/** Query parameters of tenant routes (docs/tenants.md#7). */
import { date, taskClass, time } from '#document/kind/field.ts';
import type { ListRequest } from '../store/listing.ts';
import { Refusal } from '../support/refusal.ts';

/**
 * Reads a parameter that is a whole number; returns `absent` if the query lacks it.
 * @throws Refusal `validation_failed` when it appears twice or is not a whole number within its bounds
 */
export function wholeParameter(
  query: URLSearchParams,
  name: string,
  { min, max, absent }: { min: number; max: number; absent: number },
): number {
  const given = query.getAll(name);
  if (given.length === 0) return absent;
  const value = /^\d{1,16}$/.test(given[0]!) ? Number(given[0]) : Number.NaN;
  if (given.length === 1 && value >= min && value <= max) return value;
  const message = `Expected one whole number from ${min} to ${max}.`;
  throw wrongParameter(name, message);
}

/**
 * Returns the two parameters that choose a page of a list or feed: the number after which it begins, 0 by default, and the number
 * of items, 100 by default.
 * @throws Refusal `validation_failed` when one of them appears twice or is not a whole number within its bounds
 */
export const pageOf = (query: URLSearchParams): { after: number; limit: number } => ({
  after: wholeParameter(query, 'after', { min: 0, max: Number.MAX_SAFE_INTEGER, absent: 0 }),
  limit: wholeParameter(query, 'limit', { min: 1, max: 500, absent: 100 }),
});

/** The filter of a list, and the query that leads to its next page, without `after`. */
interface Filter {
  request: ListRequest;
  again: string;
}

/**
 * Reads the filter from the query of a list.
 * @param states the values that `state` may have
 * @throws Refusal `validation_failed` when a parameter appears twice or has a wrong value
 */
export function filterOf(query: URLSearchParams, states: readonly string[]): Filter {
  const { after, limit } = pageOf(query);
  const read = (name: string, isValid: (text: string) => boolean, expected: string) =>
    textParameter(query, name, isValid, expected);
  const isTaskClass = (text: string) => taskClass.safeParse(text).success;
  const request = {
    after,
    limit,
    taskClass: read('task_class', isTaskClass, 'one task class such as `coding.bug_fix`'),
    state: read('state', text => states.includes(text), `one of ${states.join(', ')}`),
    from: timeOf(read('from', isTime, timeForm), 'T00:00:00Z'),
    to: timeOf(read('to', isTime, timeForm), 'T23:59:59Z'),
  };
  const again = ['limit', 'task_class', 'state', 'from', 'to'].flatMap(name => {
    const value = name === 'limit' ? String(limit) : query.get(name);
    return value === null ? [] : [`&${name}=${encodeURIComponent(value)}`];
  });
  return { request, again: again.join('') };
}

const timeForm = 'one time such as `2026-11-21T08:00:00Z`, or a date such as `2026-11-21`';
const isTime = (text: string): boolean => date.safeParse(text).success || time.safeParse(text).success;

/**
 * Converts a time or a date to seconds since 1970; undefined without a text.
 * @param ofDay the time of day to add to a date without one, such as `T00:00:00Z`
 */
const timeOf = (text: string | undefined, ofDay: string): number | undefined =>
  text === undefined ? undefined : Date.parse(text.includes('T') ? text : text + ofDay) / 1000;

/**
 * Reads a parameter that is a text; undefined if the query lacks it.
 * @throws Refusal `validation_failed` when it appears twice or is not valid
 */
export function textParameter(
  query: URLSearchParams,
  name: string,
  isValid: (text: string) => boolean,
  expected: string,
): string | undefined {
  const given = query.getAll(name);
  if (given.length === 0) return undefined;
  if (given.length === 1 && isValid(given[0]!)) return given[0];
  throw wrongParameter(name, `Expected ${expected}.`);
}

function wrongParameter(name: string, message: string): Refusal {
  return new Refusal('validation_failed', `The parameter \`${name}\` cannot be used. ${message}`, {
    errors: [{ field: name, rule: 'parameter', message }],
  });
}
