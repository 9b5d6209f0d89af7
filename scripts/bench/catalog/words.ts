/** The words of generated documents: a seeded source of chance, and prose that compresses and tokenises like real prose. */

/** The names of the documents of a generated catalog. */
export interface Layout {
  patterns: readonly string[];
  records: readonly string[];
  starters: readonly Named[];
}

/** The name of a document and its version. */
export interface Named {
  name: string;
  version: string;
}

export interface Chance {
  /** Returns a whole number from 0 to `limit - 1`. */
  below(limit: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** Returns `count` different items, in their order. */
  some<Item>(items: readonly Item[], count: number): Item[];
  sentence(minWords: number, maxWords: number): string;
}

/** Makes a source of chance that gives the same numbers for the same seed on every machine (mulberry32, 32 bits of state). */
export function chance(seed: number): Chance {
  let state = seed | 0;
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)]!;
  const some = <Item>(items: readonly Item[], count: number): Item[] => {
    const taken = new Set<number>();
    while (taken.size < Math.min(count, items.length)) taken.add(below(items.length));
    return [...taken].sort((a, b) => a - b).map(index => items[index]!);
  };
  const sentence = (minWords: number, maxWords: number): string => {
    const count = minWords + below(maxWords - minWords + 1);
    const chosen = Array.from({ length: count }, () => pick(words));
    return `${chosen[0]![0]!.toUpperCase()}${chosen.join(' ').slice(1)}.`;
  };
  return { below, pick, some, sentence };
}

const words = `a the each every another which what when where while until before after with without under over
between against for from into about as than agent agents worker lead planner judge reviewer reader writer program
person model task step plan goal result answer question claim source quote record finding evidence limit budget token
round message queue board vote gate test suite tool call file change patch draft review verdict score metric baseline
reads writes checks decides proposes rejects accepts returns repeats stops begins splits joins compares measures is are
was has had can may must should does only also often rarely never always still then again first last next other equal`.split(
  /\s+/,
);

export const nouns =
  `relay panel loop board chain queue tree vote gate draft ledger router mirror anchor ladder basin bridge circle
desk field forge guild harbor jury kernel lens mill nest orbit pilot`.split(/\s+/);
