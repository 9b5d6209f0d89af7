/** Teams: starters and formations, each of which puts patterns together. What speaks for those speaks for the team. */
import type { PageEntry } from '#document/text/manifest.ts';

/** A page of a team and the pages of its patterns, the leading pattern first, as positions among all pages. */
export interface Team {
  at: number;
  patterns: readonly number[];
}

/** Returns all teams among the pages that have a pattern with a page. */
export function teamsOf(pages: readonly PageEntry[], positions: ReadonlyMap<string, number>): Team[] {
  return pages.flatMap(({ kind, search }, at) => {
    if (kind !== 'starter' && kind !== 'formation') return [];
    const patterns = (search?.patterns ?? []).flatMap(slug => positions.get(`/patterns/${slug}.md`) ?? []);
    return patterns.length === 0 ? [] : [{ at, patterns }];
  });
}

/**
 * Returns how well the patterns of a team fit. The first pattern says what kind of team it is; each further one counts much
 * less.
 */
export const scoreOf = ({ patterns }: Team, scores: ReadonlyMap<number, number>): number =>
  patterns.reduce((sum, at, position) => sum + (scores.get(at) ?? 0) / (1 + position) ** 2, 0);
