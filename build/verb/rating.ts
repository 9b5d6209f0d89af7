/** Verbs about ratings that come from comparing pairs. */
import { z } from 'zod';
import { Refused } from './folder.ts';
import { defineVerb, shortText } from './verb.ts';

const ratings = z.record(shortText, z.number().min(-1e6).max(1e6));

const pair = defineVerb(
  'pair',
  'Chooses pairs to compare, nearest ratings first, and gives each in both orders. No pair of `done` comes again.',
  {
    ratings,
    most: z.int().min(1).max(1000),
    done: z
      .array(z.tuple([shortText, shortText]))
      .max(5000)
      .optional(),
  },
  ({ ratings, most, done = [] }) => {
    const ids = Object.keys(ratings);
    if (ids.length > 500) throw new Refused('There may be 500 entrants at most.');
    const keyOf = (a: string, b: string) => JSON.stringify([a, b].sort());
    const known = new Set(done.map(([a, b]) => keyOf(a, b)));
    const all = ids.flatMap((a, at) =>
      ids.slice(at + 1).map(b => ({ a, b, apart: Math.abs(ratings[a]! - ratings[b]!) })),
    );
    const chosen = all
      .filter(({ a, b }) => !known.has(keyOf(a, b)))
      .sort((x, y) => x.apart - y.apart)
      .slice(0, most);
    return {
      pairs: chosen.flatMap(({ a, b }) => [
        { first: a, second: b },
        { first: b, second: a },
      ]),
    };
  },
);

const rate = defineVerb(
  'rate',
  'Updates ratings (Elo, K 32) from verdicts. A pair whose two orders name different winners is a draw, and counted as a flip.',
  {
    ratings,
    verdicts: z
      .array(
        z.strictObject({ first: shortText, second: shortText, winner: z.enum(['first', 'second', 'draw']) }),
      )
      .max(5000),
  },
  ({ ratings, verdicts }) => {
    const scores = new Map<string, { a: string; b: string; points: number[] }>();
    for (const { first, second, winner } of verdicts) {
      if (!Object.hasOwn(ratings, first) || !Object.hasOwn(ratings, second))
        throw new Refused(`A verdict names ${first} and ${second}, which are not both rated.`);
      const [a, b] = [first, second].sort() as [string, string];
      const points = winner === 'draw' ? 0.5 : Number((winner === 'first' ? first : second) === a);
      const key = JSON.stringify([a, b]);
      scores.set(key, { a, b, points: [...(scores.get(key)?.points ?? []), points] });
    }
    const next = { ...ratings };
    for (const { a, b, points } of scores.values()) {
      const score = points.reduce((sum, each) => sum + each, 0) / points.length;
      const expected = 1 / (1 + 10 ** ((next[b]! - next[a]!) / 400));
      next[a] = next[a]! + 32 * (score - expected);
      next[b] = next[b]! - 32 * (score - expected);
    }
    const flips = [...scores.values()].filter(({ points }) => new Set(points).size > 1).length;
    const order = Object.keys(next).sort((a, b) => next[b]! - next[a]!);
    return { ratings: next, order, flips };
  },
);

export const ratingVerbs = [pair, rate];
