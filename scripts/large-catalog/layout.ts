/** How many documents of each kind a generated catalog of N has, and what they are called. */
import { adjectives, nouns } from './words.ts';

export interface Layout {
  patterns: readonly string[];
  records: readonly string[];
  /** Each in `versionNumbers` versions, the last name perhaps in fewer. */
  starters: readonly Named[];
  formations: readonly Named[];
  publishers: readonly string[];
}

/** A version of a named thing. */
export interface Named {
  name: string;
  version: string;
}

const versionNumbers = ['1.0.0', '1.1.0', '2.0.0'] as const;

/** Sources that a catalog of any size has: site, families, status, guide, ledger and the seven domains. */
const always = 12;
const minDocuments = 100;

/** The layout of a catalog of exactly `count` documents. */
export function layoutOf(count: number): Layout {
  if (count < minDocuments)
    throw new Error(`A catalog has at least ${minDocuments} documents, not ${count}.`);
  const publishers = Math.ceil(count / 500);
  const rest = count - always - publishers;
  const patterns = Math.floor(rest * 0.3);
  const starters = Math.floor(rest * 0.15);
  const formations = Math.floor(rest * 0.15);
  return {
    patterns: names(patterns, 'p'),
    records: names(rest - patterns - starters - formations, 'r'),
    starters: versions(names(Math.ceil(starters / versionNumbers.length), 's')).slice(0, starters),
    formations: versions(names(Math.ceil(formations / versionNumbers.length), 'f')).slice(0, formations),
    publishers: names(publishers, 'publisher'),
  };
}

/** Distinct names of two words and a number, which differ early so that they sort into a mixed order. */
function names(count: number, mark: string): string[] {
  return Array.from({ length: count }, (_, index) => {
    const adjective = adjectives[index % adjectives.length];
    const noun = nouns[(index * 7) % nouns.length];
    return `${adjective}-${noun}-${mark}${index}`;
  });
}

const versions = (list: readonly string[]): Named[] =>
  list.flatMap(name => versionNumbers.map(version => ({ name, version })));
