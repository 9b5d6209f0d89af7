/**
 * Writes a number in a sentence that names both arms and the unit, so that nobody takes it for the result of another
 * comparison.
 */
import { capitalized } from '../text/plain-text.ts';
import { type Arm, changeIn, endsIn, type Point } from './point.ts';

const names: Record<Arm, string> = {
  team: 'a team',
  one_agent: 'one agent',
  samples_of_one_agent: 'several samples of one agent',
  one_call: 'one call',
  other: 'another approach',
};

/** Who ran a study, in words. */
export const runBy = { maker: 'by its authors', third_party: 'by others' } as const;

/** Who ran a study, at the beginning of a sentence. */
const testsBy = { maker: "in the authors' own tests", third_party: 'in independent tests' } as const;

/** Names the two arms: `a team against one agent`. */
export const againstOf = ({ treatment, control }: NonNullable<Point['arms']>): string =>
  `${names[treatment]} against ${names[control]}`;

/**
 * Writes the sentence of a point, such as `In the authors' own tests, a team scored 5.1 points higher than one agent with the
 * same models (pass rate, 120 cases, 95 % interval −2 to 12).`
 */
export function sentenceOf(point: Point): string {
  const { treatment, control } = armsOf(point);
  const text = `${point.ranBy ? `${testsBy[point.ranBy]}, ` : ''}${treatment} ${verbOf(point)} ${control}${sameOf(point)}${detailsOf(point)}.`;
  return capitalized(text);
}

/**
 * Writes the points of one finding as sentences. A point that compares the same arms under the same conditions as the one before
 * continues its sentence: `A team cost 22 times as much as one agent (1 case), and took 18 times as long (1 case).`
 */
export function sentencesOf(points: readonly Point[]): string {
  const sentences: string[] = [];
  points.forEach((point, at) => {
    const before = points[at - 1];
    const last = sentences.at(-1);
    if (!before || last === undefined || !comparesAlike(before, point)) {
      sentences.push(sentenceOf(point));
      return;
    }
    const verb = verbOf(point).replace(/ (?:as|than)$/, '');
    sentences.splice(-1, 1, `${last.slice(0, -1)}, and ${verb}${detailsOf(point)}.`);
  });
  return sentences.join(' ');
}

/** Tells whether two points of a finding compare the same arms, with the same things in equal amounts and by the same people. */
const comparesAlike = (a: Point, b: Point): boolean =>
  a.ranBy === b.ranBy &&
  a.arms?.treatment === b.arms?.treatment &&
  a.arms?.control === b.arms?.control &&
  a.same.join() === b.same.join();

/** Names the two arms in words. If both are of the same sort, tells them apart. */
function armsOf({ arms }: Point): { treatment: string; control: string } {
  if (!arms) return { treatment: 'the first arm', control: 'the second' };
  const { treatment, control } = arms;
  if (treatment !== control) return { treatment: names[treatment], control: names[control] };
  return treatment === 'team'
    ? { treatment: 'one team', control: 'another team' }
    : { treatment: 'one approach', control: 'another' };
}

const resources = {
  tokens: { times: 'used {} times as many tokens as', percent: 'used {} tokens than', less: 'fewer' },
  money: { times: 'cost {} times as much as', percent: 'cost {} than', less: 'less' },
  time: { times: 'took {} times as long as', percent: 'took {} time than', less: 'less' },
  calls: { times: 'made {} times as many calls as', percent: 'made {} calls than', less: 'fewer' },
} as const;

function verbOf(point: Point): string {
  const { scale, spends, isLess } = point;
  const change = changeIn(point);
  if (spends && scale === 'times')
    return resources[spends].times.replace('{}', String(Number(change.toPrecision(2))));
  const size = `${Number(Math.abs(change).toFixed(1))} ${scale === 'percent' ? '%' : 'points'}`;
  if (spends) {
    const { percent, less } = resources[spends];
    return percent.replace('{}', `${size} ${change < 0 ? less : 'more'}`);
  }
  if (change === 0) return 'scored the same as';
  return isLess
    ? `did ${change < 0 ? 'better' : 'worse'} by ${size} than`
    : `scored ${size} ${change < 0 ? 'lower' : 'higher'} than`;
}

const sameOf = ({ same }: Point): string =>
  same.length > 0
    ? ` with the same ${same.join(' and ').replace(' and ', same.length > 2 ? ', ' : ' and ')}`
    : '';

/** The measures that the verb of a sentence already names. */
const impliedBy = {
  tokens: ['tokens'],
  money: ['cost', 'dollars'],
  time: ['time', 'minutes'],
  calls: ['calls'],
} as const;

/** Writes the measure, the number of cases and the interval in brackets, after a space; empty if there is nothing to write. */
function detailsOf(point: Point): string {
  const { of, cases, spends } = point;
  const ends = endsIn(point);
  const isImplied = spends !== undefined && (impliedBy[spends] as readonly string[]).includes(of);
  const details = [
    !isImplied && of,
    cases !== undefined && `${cases.toLocaleString('en')} ${cases === 1 ? 'case' : 'cases'}`,
    ends !== undefined && `95 % interval ${ends}`,
  ].filter(Boolean);
  return details.length === 0 ? '' : ` (${details.join(', ')})`;
}

const lacksCases = ({ cases }: Point): boolean => cases === undefined;
/** Tells whether a point on results lacks an interval. A point on costs needs none. */
const lacksInterval = ({ interval, spends }: Point): boolean => !interval && !spends;

/** Returns the note to put below results if some of them lack the number of cases or an interval; an empty text otherwise. */
export const partlyReported = (points: readonly Point[]): string =>
  points.some(point => lacksCases(point) || lacksInterval(point))
    ? 'If a result is shown without a number of cases or an interval, its source reports none.'
    : '';

/**
 * Writes, once for all points, what their sources do not report: `The source does not report the number of cases or an interval.`
 * Returns an empty text if they report both.
 */
export function unreported(points: readonly Point[]): string {
  const results = points.filter(({ spends }) => !spends);
  const gaps = [
    { name: 'the number of cases', of: points, without: points.filter(lacksCases) },
    { name: 'an interval', of: results, without: results.filter(lacksInterval) },
  ].filter(({ without }) => without.length > 0);
  if (gaps.some(({ of, without }) => of.length > without.length)) return partlyReported(points);
  if (gaps.length === 0) return '';
  const names = gaps.map(({ name }) => name).join(' or ');
  return points.length === 1 ? `The source does not report ${names}.` : `The sources do not report ${names}.`;
}
