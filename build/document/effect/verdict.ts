/**
 * The verdict on a task in words: what the findings say, what the catalog says to begin with, and why where the two differ. Made from
 * the data alone, so that the words cannot say otherwise (docs/tasks.md#7).
 */

import type { strengths } from '../kind/task.ts';
import { capitalized, numberWords } from '../text/plain-text.ts';
import { changeIn, isCost, type Point } from './point.ts';
import { sentenceOf, unreported } from './sentence.ts';
import type { Weighed } from './weigh.ts';

/** The findings on a task, counted by side. A finding that does not compare a team with one agent is on no side. */
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
 * Says how strong the evidence is. `moderate` needs a result at an equal budget. `strong` needs such results from two studies
 * on one side, run by others than the makers.
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

/** The choice to begin with. */
export interface Default {
  isAlone: boolean;
  /** The name in words: `one agent`, `quarantined-reader`. */
  name: string;
}

/** Tells whether the findings speak against what a task begins with: where they are even, one agent is enough. */
export const isContrary = (weighed: readonly Weighed[], { isAlone }: Pick<Default, 'isAlone'>): boolean => {
  const { for: pro, against } = balanceOf(weighed);
  return pro + against > 0 && isAlone === pro > against;
};

/**
 * Writes the verdict: what to begin with and why, how the findings divide, the numbers that say most, those of cost and time, what the
 * sources of them do not report, and that nobody measured the cost where that is so.
 * @param weighed the findings on the task
 * @param because what the editors state where the findings speak against the default
 */
export function verdictOf(weighed: readonly Weighed[], first: Default, because: string | undefined): string {
  const cost = most(costPoints(weighed));
  const time = most(spent(weighed, ['time']));
  const points = [...numbersOf(weighed), cost, time].filter(point => point !== undefined);
  const unknown = cost ? '' : 'Nobody measured what a team costs on this task.';
  return [adviceOf(weighed, first, because), ...points.map(sentenceOf), unreported(points), unknown]
    .filter(Boolean)
    .join(' ');
}

/** Says what to begin with, and how the findings divide: `Begin with one agent. Two findings favour one agent, and none favours a team.` */
function adviceOf(weighed: readonly Weighed[], first: Default, because: string | undefined): string {
  const counts = countsOf(balanceOf(weighed));
  const reason = because === undefined ? '' : `, because ${because.replace(/\.$/, '')}`;
  if (!isContrary(weighed, first)) return `Begin with ${first.name}${reason}. ${counts}`;
  const favoured = first.isAlone ? 'a team' : 'one agent';
  return `Begin with ${first.name}, although more findings favour ${favoured}${reason}. ${counts}`;
}

/** Counts the findings on each side, as a sentence. */
function countsOf({ for: pro, against, neither }: Balance): string {
  if (pro + against + neither === 0) return 'No finding compares a team with one agent on this task.';
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

const inWords = (count: number): string => (count === 0 ? 'no' : (numberWords[count - 1] ?? String(count)));
const findings = (count: number): string => `${inWords(count)} finding${count === 1 ? '' : 's'}`;

/** The most numbers that a verdict tells. */
const maxNumbers = 3;

/** Returns the largest results on each side, and then that of more samples of one agent. */
function numbersOf(weighed: readonly Weighed[]): Point[] {
  const on = (side: Weighed['side']) =>
    weighed.filter(each => each.side === side).flatMap(({ points }) => points);
  return [
    largest(on('for')),
    largest(on('against')),
    // A finding that decides nothing may have something to say on both sides.
    largest(on('neither').filter(({ value }) => value > 0)),
    largest(on('neither').filter(({ value }) => value < 0)),
    largest(weighed.flatMap(each => each.samples)),
  ]
    .filter(point => point !== undefined)
    .slice(0, maxNumbers);
}

/** Returns the largest result of the points on one scale, percentage points before relative changes. */
function largest(points: readonly Point[]): Point | undefined {
  const results = points.filter(point => !isCost(point));
  const plain = results.filter(({ scale }) => scale === 'points');
  const [first, ...others] = plain.length > 0 ? plain : results;
  return (
    first && others.reduce((most, each) => (Math.abs(each.value) > Math.abs(most.value) ? each : most), first)
  );
}

/** Returns the points that say what a team took beside one agent, in tokens or money: all that its cost is known by. */
export const costPoints = (weighed: readonly Weighed[]): Point[] =>
  spent(weighed, ['tokens', 'money']).filter(({ scale }) => scale === 'times');

const spent = (weighed: readonly Weighed[], resources: readonly Point['spends'][]): Point[] =>
  weighed.flatMap(({ points }) => points).filter(({ spends }) => spends && resources.includes(spends));

const most = (points: readonly Point[]): Point | undefined =>
  [...points].sort((a, b) => changeIn(b) - changeIn(a))[0];
