/** Finds where the numbers of a document differ from the computed ones. */
import { isDeepStrictEqual } from 'node:util';
import type { ComparisonFields, Computed } from './compute.ts';

/** Returns those numbers of a document that can also be computed, in the form of the computed ones. */
export const numbersOf = ({ answers, results, noise, headline }: ComparisonFields): Computed => ({
  answers,
  results,
  noise,
  headline: headline?.recomputed,
});

/** Returns the path to the first value that differs; undefined if all values are the same. */
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
