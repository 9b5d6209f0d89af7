/** Where the numbers of a document differ from those that were computed. */
import { isDeepStrictEqual } from 'node:util';
import type { ComparisonFields, Computed } from './compute.ts';

/** Returns the computed parts of a document, as it states them. */
export const numbersOf = ({ answers, results, noise, headline }: ComparisonFields): Computed => ({
  answers,
  results,
  noise,
  headline: headline?.recomputed,
});

/** Returns the way to the first value that differs; undefined when all are the same. */
export function firstDifference(
  found: unknown,
  expected: unknown,
  path: (string | number)[],
): (string | number)[] | undefined {
  if (isDeepStrictEqual(found, expected)) return undefined;
  if (typeof found !== 'object' || typeof expected !== 'object' || !found || !expected) return path;
  const keys = Array.isArray(expected)
    ? Array.from({ length: Math.max(expected.length, Object(found).length ?? 0) }, (_, at) => at)
    : [...new Set([...Object.keys(expected), ...Object.keys(found)])];
  for (const key of keys) {
    const inner = firstDifference(Object(found)[key], Object(expected)[key], [...path, key]);
    if (inner) return inner;
  }
  return undefined;
}
