/**
 * The verdict on a task in words: what the findings say, what the catalog says to begin with, and why where the two differ. Made from
 * the data alone, so that the words cannot say otherwise (docs/tasks.md#8).
 */
import type { strengths } from '../kind/task.ts';
import { plural } from '../text/plain-text.ts';
import { isCost, type Point, signed } from './point.ts';
import type { Weighed } from './weigh.ts';

/** How the findings on a task divide. */
interface Balance {
  for: number;
  against: number;
  neither: number;
}

export const balanceOf = (weighed: readonly Pick<Weighed, 'side'>[]): Balance => {
  const count = (side: Weighed['side']) => weighed.filter(each => each.side === side).length;
  return { for: count('for'), against: count('against'), neither: count('neither') };
};

/** How much a verdict rests on, least first (docs/tasks.md#9). */
type Strength = (typeof strengths)[number];

/**
 * How strong the evidence is. `moderate` takes a result at an equal budget; `strong` takes two of them on one side that others than their
 * makers ran.
 */
export function strengthOf(weighed: readonly Weighed[]): Strength {
  if (weighed.length === 0) return 'none';
  const fair = weighed.filter(({ points }) =>
    points.some(point => !isCost(point) && point.budget === 'equal'),
  );
  const apart = fair.filter(({ points }) => points.some(({ ranBy }) => ranBy === 'third_party'));
  if (['for', 'against'].some(side => apart.filter(each => each.side === side).length > 1)) return 'strong';
  return fair.length > 0 ? 'moderate' : 'weak';
}

/** What to begin with. */
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
  return [`${foundOf(weighed)} ${saidOf(weighed, first, because)}`, costOf(weighed)]
    .filter(Boolean)
    .join(' ');
}

function foundOf(weighed: readonly Weighed[]): string {
  const { for: pro, against, neither } = balanceOf(weighed);
  if (weighed.length === 0) return 'No finding compares a team with one agent here.';
  if (pro + against === 0) return `${plural(neither, 'finding')}, and none of them decides.`;
  return `For a team: ${sideWords(weighed, 'for')}; against: ${sideWords(weighed, 'against')}.`;
}

/** `2 findings (+5.1 points, pass rate: 60.2 against 55.1)`. */
function sideWords(weighed: readonly Weighed[], side: 'for' | 'against'): string {
  const own = weighed.filter(each => each.side === side);
  if (own.length === 0) return 'none';
  const point = largest(own.flatMap(({ points }) => points).filter(each => !isCost(each)));
  return `${plural(own.length, 'finding')}${point ? ` (${pointWords(point)})` : ''}`;
}

export const pointWords = ({ value, scale, of, values }: Point): string =>
  `${signed(value)} ${scale === 'points' ? 'points' : '%'}, ${of}${values ? `: ${values}` : ''}`;

/** The largest of the points on one scale, percentage points before relative changes. */
function largest(points: readonly Point[]): Point | undefined {
  const plain = points.filter(({ scale }) => scale === 'points');
  const [first, ...others] = plain.length > 0 ? plain : points;
  return (
    first && others.reduce((most, each) => (Math.abs(each.value) > Math.abs(most.value) ? each : most), first)
  );
}

function saidOf(weighed: readonly Weighed[], first: Default, because: string | undefined): string {
  const { for: pro, against } = balanceOf(weighed);
  const why = because?.replace(/\.$/, '');
  if (isContrary(weighed, first))
    return `But we say ${first.name} because ${why ?? 'of nothing that is stated'}.`;
  const isCheaper = first.isAlone && pro === against;
  return `${pro + against === 0 ? 'We' : 'So we'} say ${first.name}${isCheaper ? ', the cheaper' : ''}${why ? `: ${why}` : ''}.`;
}

/** How the cost begins that findings measured. */
export const measured = 'Measured cost of a team:';

/** What was measured of the cost, the largest first; two say enough. */
function costOf(weighed: readonly Weighed[]): string | undefined {
  const costs = weighed
    .flatMap(({ points }) => points)
    .filter(isCost)
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value))
    .slice(0, 2)
    .map(costWords);
  return costs.length > 0 ? `${measured} ${costs.join('; ')}.` : undefined;
}

/** `1.6 times (seconds: 3689 against 2244)`. */
export const costWords = ({ shown, of, values }: Point): string =>
  `${shown} (${of}${values ? `: ${values}` : ''})`;
