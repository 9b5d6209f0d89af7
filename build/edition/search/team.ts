/** Teams: starters and formations, each of which puts patterns together. What speaks for those speaks for the team. */
import type { PageEntry } from '#document/text/manifest.ts';

/** A page of a team and those of its patterns, the leading one first, by their position among all pages. */
export interface Team {
  at: number;
  patterns: readonly number[];
}

/** All teams among the pages; patterns that have no page are left out. */
export function teamsOf(pages: readonly PageEntry[], positions: ReadonlyMap<string, number>): Team[] {
  return pages.flatMap(({ kind, search }, at) => {
    if (kind !== 'starter' && kind !== 'formation') return [];
    const patterns = (search?.patterns ?? []).flatMap(slug => positions.get(`/patterns/${slug}.md`) ?? []);
    return patterns.length === 0 ? [] : [{ at, patterns }];
  });
}

/** How well its patterns fit, of which each counts for much less than the one before: the first says what kind of team it is. */
export const scoreOf = ({ patterns }: Team, scores: ReadonlyMap<number, number>): number =>
  patterns.reduce((sum, at, position) => sum + (scores.get(at) ?? 0) / (1 + position) ** 2, 0);
