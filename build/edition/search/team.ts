/** Teams: starters and formations, each of which combines patterns. What counts for these patterns counts for the team. */
import type { PageEntry } from '#document/text/manifest.ts';

/** The position of the page of a team, and those of the pages of its patterns, of which the leading pattern is first. */
export interface Team {
  at: number;
  patterns: readonly number[];
}

/** Returns the teams among the pages. A team none of whose patterns has a page is left out. */
export function teamsOf(pages: readonly PageEntry[], positions: ReadonlyMap<string, number>): Team[] {
  return pages.flatMap(({ kind, search }, at) => {
    if (kind !== 'starter' && kind !== 'formation') return [];
    const patterns = (search?.patterns ?? []).flatMap(slug => positions.get(`/patterns/${slug}.md`) ?? []);
    return patterns.length === 0 ? [] : [{ at, patterns }];
  });
}

/**
 * Returns the score that a team gets from its patterns. The first pattern says what kind of team it
 * is, and each further one counts much less.
 */
export const scoreOf = ({ patterns }: Team, scores: ReadonlyMap<number, number>): number =>
  patterns.reduce((sum, at, position) => sum + (scores.get(at) ?? 0) / (1 + position) ** 2, 0);
