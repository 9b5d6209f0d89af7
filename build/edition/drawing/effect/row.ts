/** The rows of plots of effects: findings and recomputed comparisons, each with its side and its numbers. */
import { type Compared, comparedPoints } from '#document/effect/compared.ts';
import { type Point, type Side, sideOf } from '#document/effect/point.ts';
import { pointsOf, type Weighable, weigh } from '#document/effect/weigh.ts';
import { twinOf } from '../../html/markdown.ts';

/** A finding, or a recomputed comparison, as a row. */
export interface EffectRow {
  /** The name of the record or comparison, such as `Yang et al., 2024`. */
  name: string;
  href: string;
  claim: string;
  side: Side;
  /** The numbers of the effect. A value above 0 favours what the plot is about. */
  points: Point[];
  /** The year of the source; absent for a recomputed comparison. */
  year?: number;
  isRecomputed?: true;
}

/** A finding in the form in which the library has it. */
export type FoundEffect = Weighable & {
  record: string;
  /** The name by which people cite the record: its authors and year. */
  cited: string;
  href: string;
  claim: string;
  year: number;
};

const directions: Record<Weighable['direction'], Side> = {
  supports: 'for',
  mixed: 'neither',
  against: 'against',
};

const named = ({ cited: name, href, claim, year }: FoundEffect) => ({ name, href, claim, year });

/** Makes the row of a finding on the page of a pattern. Its side follows from its numbers, or else from its direction. */
export function patternRow(finding: FoundEffect): EffectRow {
  const points = pointsOf(finding);
  return { ...named(finding), side: sideOf(points) ?? directions[finding.direction], points };
}

/** The rows of a finding on a task: those of a team against one agent, those of more samples of one agent, and all others. */
interface TaskRows {
  counted: EffectRow[];
  samples: EffectRow[];
  context: EffectRow[];
}

export function taskRows(findings: readonly FoundEffect[]): TaskRows {
  const weighed = findings.map(finding => ({ finding, ...weigh(finding) }));
  const rows = (part: 'points' | 'samples' | 'context') =>
    weighed
      .filter(each => each[part].length > 0)
      .map(({ finding, ...each }): EffectRow => {
        const points = each[part];
        return { ...named(finding), side: sideOf(points) ?? 'neither', points };
      });
  const without = findings.filter(({ effects = [] }) => effects.length === 0).map(patternRow);
  return { counted: rows('points'), samples: rows('samples'), context: [...rows('context'), ...without] };
}

/** The page of a comparison, with the fields of its front matter. */
interface ComparisonPage {
  path: string;
  title: string;
  fields: Record<string, unknown>;
}

/**
 * Makes the rows of recomputed comparisons that are not withdrawn.
 * @param pattern the pattern whose arm is compared with any other; if undefined, any arm is compared with a control
 */
export const comparedRows = (pages: readonly ComparisonPage[], pattern?: string): EffectRow[] =>
  pages
    .filter(({ fields }) => fields.status !== 'withdrawn')
    .flatMap(({ path, title, fields }) =>
      comparedPoints(fields as unknown as Compared, pattern).map(
        ({ point, a, b }): EffectRow => ({
          name: title,
          href: twinOf(path)!,
          claim: `${a} against ${b}`,
          side: sideOf([point])!,
          points: [point],
          isRecomputed: true,
        }),
      ),
    );
