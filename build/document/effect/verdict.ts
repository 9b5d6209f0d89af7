/**
 * The verdict on a task in words: what the findings say, what the catalog says to begin with, and why where the two differ. Made from
 * the data alone, so that the words cannot say otherwise (docs/tasks.md#7).
 */
import type { strengths } from '../kind/task.ts';
import { changeIn, isCost, type Point } from './point.ts';
import { sentenceOf } from './sentence.ts';
import type { Weighed } from './weigh.ts';

/** How the findings on a task divide; those that compare no team with one agent are on no side. */
interface Balance {
  for: number;
  against: number;
  neither: number;
}

export const balanceOf = (weighed: readonly Pick<Weighed, 'side'>[]): Balance => {
  const count = (side: Weighed['side']) => weighed.filter(each => each.side === side).length;
  return { for: count('for'), against: count('against'), neither: count('neither') };
};

/** How much a verdict rests on, least first (docs/tasks.md#8). */
type Strength = (typeof strengths)[number];

/**
 * Says how strong the evidence is. `moderate` takes a result at an equal budget; `strong` takes those of two studies on one side that
 * others than their makers ran.
 * @param weighed the findings, each with the record of its study: findings of one record are one study
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
  /** In words: `one agent`, `quarantined-reader`. */
  name: string;
}

/** Whether the findings speak against what a task begins with: where they are even, one agent is enough. */
export const isContrary = (weighed: readonly Weighed[], { isAlone }: Pick<Default, 'isAlone'>): boolean => {
  const { for: pro, against } = balanceOf(weighed);
  return pro + against > 0 && isAlone === pro > against;
};

/**
 * The verdict in words.
 * @param weighed the findings on the task
 * @param because what the editors state where the findings speak against the default
 */
export function verdictOf(weighed: readonly Weighed[], first: Default, because: string | undefined): string {
  return [foundOf(weighed), saidOf(weighed, first, because), measuredOf(weighed)].join(' ');
}

function foundOf(weighed: readonly Weighed[]): string {
  const { for: pro, against, neither } = balanceOf(weighed);
  const samples = largest(weighed.flatMap(each => each.samples));
  const on = (side: Weighed['side']) =>
    weighed.filter(each => each.side === side).flatMap(({ points }) => points);
  const told = [
    largest(on('for')),
    largest(on('against')),
    // What is undecided may have something to say on both sides.
    largest(on('neither').filter(({ value }) => value > 0)),
    largest(on('neither').filter(({ value }) => value < 0)),
    samples,
  ].flatMap(point => (point ? [sentenceOf(point)] : []));
  const counts =
    pro + against + neither === 0
      ? 'No finding compares a team with one agent here.'
      : `Findings for a team: ${pro}; against: ${against}; undecided: ${neither}.`;
  return [counts, ...told.slice(0, 3)].join(' ');
}

/** The largest result of the points on one scale, percentage points before relative changes. */
function largest(points: readonly Point[]): Point | undefined {
  const results = points.filter(point => !isCost(point));
  const plain = results.filter(({ scale }) => scale === 'points');
  const [first, ...others] = plain.length > 0 ? plain : results;
  return (
    first && others.reduce((most, each) => (Math.abs(each.value) > Math.abs(most.value) ? each : most), first)
  );
}

function saidOf(weighed: readonly Weighed[], first: Default, because: string | undefined): string {
  const { for: pro, against } = balanceOf(weighed);
  const why = because?.replace(/\.$/, '');
  if (isContrary(weighed, first))
    return `But we say ${first.name} because ${why ?? 'of nothing that is stated'}.`;
  return `${pro + against === 0 ? 'We' : 'So we'} say ${first.name}${why ? `: ${why}` : ''}.`;
}

/** The points that say what a team took beside one agent, in tokens or money: all that its cost is known by. */
export const costPoints = (weighed: readonly Weighed[]): Point[] =>
  spent(weighed, ['tokens', 'money']).filter(({ scale }) => scale === 'times');

const spent = (weighed: readonly Weighed[], resources: readonly Point['spends'][]): Point[] =>
  weighed.flatMap(({ points }) => points).filter(({ spends }) => spends && resources.includes(spends));

/** Tells the measured costs and times, a sentence each, the largest first. */
function measuredOf(weighed: readonly Weighed[]): string {
  const cost = most(costPoints(weighed));
  const time = most(spent(weighed, ['time']));
  return [
    cost ? `Measured cost: ${sentenceOf(cost)}` : 'What a team costs here beside one agent is unknown.',
    time && `Measured time: ${sentenceOf(time)}`,
  ]
    .filter(Boolean)
    .join(' ');
}

const most = (points: readonly Point[]): Point | undefined =>
  [...points].sort((a, b) => changeIn(b) - changeIn(a))[0];
