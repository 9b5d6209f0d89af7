/**
 * Writes the verdict on a task: what the findings say, what the catalog advises to begin with, and why the two differ, if they
 * do. It is computed from the data alone, so that the words cannot say anything else (docs/tasks.md#7).
 */

import type { strengths } from '../kind/task.ts';
import { capitalized, inWords, pluralInWords } from '../text/plain-text.ts';
import { changeIn, isCost, type Point } from './point.ts';
import { sentenceOf, unreported } from './sentence.ts';
import type { Weighed } from './weigh.ts';

/** The numbers of findings on a task, by side. A finding that does not compare a team with one agent is on no side. */
interface Balance {
  for: number;
  against: number;
  neither: number;
}

export const balanceOf = (weighed: readonly Pick<Weighed, 'side'>[]): Balance => {
  const count = (side: Weighed['side']) => weighed.filter(each => each.side === side).length;
  return { for: count('for'), against: count('against'), neither: count('neither') };
};

/** The strength of the evidence for a verdict, weakest first (docs/tasks.md#8). */
type Strength = (typeof strengths)[number];

/**
 * Returns the strength of the evidence: `none` if no finding compares a team with one agent; `moderate` if one has a result at an
 * equal budget; `strong` if two studies on one side have such results, run by others than the authors; otherwise `weak`.
 * @param weighed the findings, each with the record of its study; findings of one record are one study
 */
export function strengthOf(weighed: readonly (Weighed & { record?: object })[]): Strength {
  const counted = weighed.filter(({ side }) => side !== undefined);
  if (counted.length === 0) return 'none';
  const fair = counted.filter(({ points }) =>
    points.some(point => !isCost(point) && point.same.includes('budget')),
  );
  const apart = fair.filter(({ points }) => points.some(({ ranBy }) => ranBy === 'third_party'));
  const studies = (side: Weighed['side']) =>
    new Set(apart.filter(each => each.side === side).map(each => each.record ?? each)).size;
  if (studies('for') > 1 || studies('against') > 1) return 'strong';
  return fair.length > 0 ? 'moderate' : 'weak';
}

/** The choice that the catalog advises to begin with. */
export interface Default {
  isAlone: boolean;
  /** The name of the choice in words: `one agent`, `quarantined-reader`. */
  name: string;
}

/**
 * Tells whether the findings contradict the default of a task. If as many findings support a team as one agent, one agent is
 * enough.
 */
export const isContrary = (weighed: readonly Weighed[], { isAlone }: Pick<Default, 'isAlone'>): boolean => {
  const { for: pro, against } = balanceOf(weighed);
  return pro + against > 0 && isAlone === pro > against;
};

/**
 * Writes the verdict: what to begin with and why, how many findings support each side, the most telling numbers, those of cost
 * and time, what their sources do not report, and whether no finding measures the cost.
 * @param weighed the findings on the task
 * @param because the reason of the editors, if the findings contradict the default
 */
export function verdictOf(weighed: readonly Weighed[], first: Default, because: string | undefined): string {
  const cost = most(costPoints(weighed));
  const time = most(spent(weighed, ['time']));
  const points = [...numbersOf(weighed), cost, time].filter(point => point !== undefined);
  const unknown = cost ? '' : 'No finding measures what a team costs on this task.';
  return [adviceOf(weighed, first, because), ...points.map(sentenceOf), unreported(points), unknown]
    .filter(Boolean)
    .join(' ');
}

/**
 * Writes what to begin with, and how the findings divide: `Begin with one agent. Two findings favour one agent, and none
 * favours a team.`
 */
function adviceOf(weighed: readonly Weighed[], first: Default, because: string | undefined): string {
  const counts = countsOf(balanceOf(weighed));
  const reason = because === undefined ? '' : `, because ${because.replace(/\.$/, '')}`;
  if (!isContrary(weighed, first)) return `Begin with ${first.name}${reason}. ${counts}`;
  const favoured = first.isAlone ? 'a team' : 'one agent';
  return `Begin with ${first.name}, although more findings favour ${favoured}${reason}. ${counts}`;
}

/** Writes the numbers of findings on each side in a sentence. */
function countsOf({ for: pro, against, neither }: Balance): string {
  if (pro + against + neither === 0)
    return 'No finding gives figures that compare a team with one agent on this task.';
  if (pro + against === 0)
    return neither === 1
      ? 'One finding compares a team with one agent, and it favours neither.'
      : `${capitalized(findings(neither))} compare a team with one agent, and they favour neither.`;
  const [more, most, less, least] =
    pro >= against ? [pro, 'a team', against, 'one agent'] : [against, 'one agent', pro, 'a team'];
  const favour = (count: number) => (count < 2 ? 'favours' : 'favour');
  const open = neither > 0 ? `${inWords(neither)} ${favour(neither)} neither` : '';
  const few = less === 0 ? 'none' : more === 1 ? 'another' : inWords(less);
  const sides = `${findings(more)} ${favour(more)} ${most}, ${few} ${favour(less)} ${least}`;
  const text = open ? `${sides}, and ${open}` : sides.replace(', ', ', and ');
  return `${capitalized(text)}.`;
}

const findings = (count: number): string => pluralInWords(count, 'finding');

/** The most results in a verdict. The numbers of cost and time come in addition. */
const maxNumbers = 3;

/**
 * Returns the largest result for each side, then the largest results of findings on neither side, and then the largest result of
 * more samples of one agent; together at most `maxNumbers`.
 */
function numbersOf(weighed: readonly Weighed[]): Point[] {
  const on = (side: Weighed['side']) =>
    weighed.filter(each => each.side === side).flatMap(({ points }) => points);
  return [
    largest(on('for')),
    largest(on('against')),
    // A finding that supports neither side may have results in both directions.
    largest(on('neither').filter(({ value }) => value > 0)),
    largest(on('neither').filter(({ value }) => value < 0)),
    largest(weighed.flatMap(each => each.samples)),
  ]
    .filter(point => point !== undefined)
    .slice(0, maxNumbers);
}

/**
 * Returns the largest result among points, in percentage points if there are any, or else in relative changes; undefined if no
 * point is about results.
 */
function largest(points: readonly Point[]): Point | undefined {
  const results = points.filter(point => !isCost(point));
  const plain = results.filter(({ scale }) => scale === 'points');
  const [first, ...others] = plain.length > 0 ? plain : results;
  return (
    first && others.reduce((most, each) => (Math.abs(each.value) > Math.abs(most.value) ? each : most), first)
  );
}

/**
 * Returns the points that state the tokens or money of a team as a multiple of those of one agent. Only such points tell the cost
 * of a team.
 */
export const costPoints = (weighed: readonly Weighed[]): Point[] =>
  spent(weighed, ['tokens', 'money']).filter(({ scale }) => scale === 'times');

const spent = (weighed: readonly Weighed[], resources: readonly Point['spends'][]): Point[] =>
  weighed.flatMap(({ points }) => points).filter(({ spends }) => spends && resources.includes(spends));

const most = (points: readonly Point[]): Point | undefined =>
  [...points].sort((a, b) => changeIn(b) - changeIn(a))[0];
