/**
 * The ranking of search: fits its weights to questions with known answers, and counts how many answers come first, and among the
 * first three, for questions that the weights were not fitted to. It writes the weights that all questions give.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kindWeights, type Signal, type Signals, weights } from '../../build/edition/search/ranking.ts';
import { asEngineReads, SearchIndex } from '../../build/edition/search/search-index.ts';
import { randomFrom } from '../support/random.ts';
import { catalogDist, manifestIn } from '../support/shared.ts';
import type { Campaign } from './campaign.ts';

/** A page that a question found: the numbers of the features that it has, their values, and whether it answers the question. */
interface Row {
  features: readonly (readonly [feature: number, value: number])[];
  isBest: boolean;
}

/** A question with its weight in the fit. */
interface Asked {
  rows: readonly Row[];
  weight: number;
}

const signals = Object.keys(weights) as Signal[];
const kinds = [...Object.keys(kindWeights), 'other'];
const names: readonly string[] = [...signals, ...kinds];

/** The weight of a described task, of which there are many, and whose best answers are only some of the good ones. */
const taskWeight = 0.35;
/** The strength of the pull of weights towards 0, the steps of the fit, and the size of a step. */
const [pull, steps, stepSize] = [0.02, 300, 0.1];

const read = (path: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../fixture', path), 'utf8'));

function questions(): Asked[] {
  const { pages } = manifestIn(catalogDist());
  const index = SearchIndex.of(pages);
  const rowsOf = (query: string, isBest: (path: string) => boolean, isTask: boolean): Row[] =>
    [...index.look(asEngineReads(query)).signals].flatMap(([at, found]) => {
      const { path, kind } = index.parts.pages[at]!;
      // Which tasks a described task is like is another question.
      if (isTask && (kind === 'task' || kind === 'domain')) return [];
      return [{ features: featuresOf(kind, found), isBest: isBest(path) }];
    });
  const lookups = ['queries', 'unseen', 'names', 'asked'].flatMap(
    name => read(`lookup/${name}.json`).queries,
  );
  const tasks = ['plain', 'wide'].flatMap(name => read(`search/${name}.json`).tasks);
  return [
    ...lookups.map(({ query, best }: { query: string; best: string[] }) => ({
      rows: rowsOf(query, path => best.some(each => isAt(path, each)), false),
      weight: 1,
    })),
    ...tasks.map(({ task, patterns, starters = [] }) => ({
      rows: rowsOf(
        task,
        path =>
          patterns.some((slug: string) => path === `/patterns/${slug}.md`) ||
          starters.some((name: string) => path.startsWith(`/starters/${name}/`)),
        true,
      ),
      weight: taskWeight,
    })),
  ];
}

/** Tells whether a path is an answer: the page itself, one of its sections, or a version of a starter. */
const isAt = (path: string, best: string): boolean =>
  path === best || path.split('#')[0] === best || (best.endsWith('/') && path.startsWith(best));

function featuresOf(kind: string, found: Signals): Row['features'] {
  const ofKind = signals.length + kinds.indexOf(kinds.includes(kind) ? kind : 'other');
  return [...signals.map((signal, at) => [at, found[signal]] as const), [ofKind, 1] as const].filter(
    ([, value]) => value !== 0,
  );
}

const scoreOf = ({ features }: Row, fitted: readonly number[]): number =>
  features.reduce((sum, [feature, value]) => sum + fitted[feature]! * value, 0);

/** Returns the weights under which the best pages are likeliest, where the likelihood of a page grows with its score (softmax). */
function fit(asked: readonly Asked[]): number[] {
  const fitted = names.map(() => 0);
  const [mean, square] = [names.map(() => 0), names.map(() => 0)];
  const all = asked.reduce((sum, { weight }) => sum + weight, 0);
  for (let step = 1; step <= steps; step += 1) {
    const slope = fitted.map(weight => pull * weight);
    for (const { rows, weight } of asked) {
      if (!rows.some(({ isBest }) => isBest)) continue;
      const scores = rows.map(row => scoreOf(row, fitted));
      const greatest = Math.max(...scores);
      const chances = scores.map(score => Math.exp(score - greatest));
      const sum = chances.reduce((total, chance) => total + chance, 0);
      const ofBest = chances.reduce((total, chance, at) => total + (rows[at]!.isBest ? chance : 0), 0);
      for (const [at, { features, isBest }] of rows.entries()) {
        const more = (chances[at]! / sum - (isBest ? chances[at]! / ofBest : 0)) * (weight / all);
        for (const [feature, value] of features) slope[feature]! += more * value;
      }
    }
    // The steps of Adam (Kingma and Ba 2015), with its usual constants.
    for (const [at, each] of slope.entries()) {
      mean[at] = 0.9 * mean[at]! + 0.1 * each;
      square[at] = 0.999 * square[at]! + 0.001 * each ** 2;
      const size = Math.sqrt(square[at]! / (1 - 0.999 ** step)) + 1e-8;
      fitted[at]! -= (stepSize * (mean[at]! / (1 - 0.9 ** step))) / size;
    }
  }
  return fitted;
}

/** Returns the place of the first answer to a question, from 0; -1 if none was found. */
function placeOf({ rows }: Asked, fitted: readonly number[]): number {
  const scored = rows.map(row => ({ row, score: scoreOf(row, fitted) }));
  return scored.sort((a, b) => b.score - a.score).findIndex(({ row }) => row.isBest);
}

export const campaign: Campaign = {
  description: 'the weights of search: fits them again, and judges them by questions that a fit had not seen',
  rounds: 8,
  async run({ seed, rounds, say }) {
    const asked = questions();
    const random = randomFrom(seed);
    const fold = asked.map(() => Math.floor(random() * rounds));
    const places: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const fitted = fit(asked.filter((_, at) => fold[at] !== round));
      places.push(
        ...asked.flatMap((each, at) =>
          fold[at] === round && each.weight === 1 ? [placeOf(each, fitted)] : [],
        ),
      );
      say(`${round + 1} of ${rounds}`);
    }
    for (const [at, weight] of fit(asked).entries())
      process.stdout.write(`${names[at]!.padEnd(20)} ${weight.toFixed(2)}\n`);
    return {
      lookups: places.length,
      first: places.filter(place => place === 0).length,
      among_three: places.filter(place => place >= 0 && place < 3).length,
    };
  },
};
