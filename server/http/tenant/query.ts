/** Query parameters that are whole numbers. */
import { Refusal } from '../../refusal.ts';

/**
 * Reads a parameter.
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
  throw new Refusal('validation_failed', `The parameter \`${name}\` cannot be used. ${message}`, {
    errors: [{ field: name, rule: 'parameter', message }],
  });
}

/** The parameters by which lists and feeds page. */
export const pageOf = (query: URLSearchParams): { after: number; limit: number } => ({
  after: wholeParameter(query, 'after', { min: 0, max: Number.MAX_SAFE_INTEGER, absent: 0 }),
  limit: wholeParameter(query, 'limit', { min: 1, max: 500, absent: 100 }),
});
