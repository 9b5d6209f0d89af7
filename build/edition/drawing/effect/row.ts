/** The rows of plots of effects: findings and recomputed comparisons, each on a side, with its numbers. */
import { type Compared, comparedPoints } from '#document/effect/compared.ts';
import { type Point, type Side, sideOf } from '#document/effect/point.ts';
import { pointsOf, type Weighable, weigh } from '#document/effect/weigh.ts';
import { twinOf } from '../../html/markdown.ts';

/** A finding, or a recomputed comparison. */
export interface EffectRow {
  /** The name of the record or comparison: `Yang et al., 2024`. */
  name: string;
  href: string;
  claim: string;
  side: Side;
  /** The numbers of the effect; a value above 0 is in its favour. */
  points: Point[];
  /** The year of the source; absent for a recomputed comparison. */
  year?: number;
  isRecomputed?: true;
}

/** A finding as the library has it. */
export type FoundEffect = Weighable & {
  record: string;
  /** The author and year of the record. */
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

/** The rows of a finding on a task: of a team against one agent, of more samples of one agent, and of anything else. */
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

/** A page of a comparison. */
interface ComparisonPage {
  path: string;
  title: string;
  fields: Record<string, unknown>;
}

/**
 * Makes the rows of recomputed comparisons, without withdrawn ones. With a pattern, its arm is compared with any other; without
 * one, any arm with a control.
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
