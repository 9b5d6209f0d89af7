/** The order of the pages that search found, which depends on whether the question asks for a task. */
import type { PageEntry } from '#document/text/manifest.ts';

/** The kinds of pages that say how to organise work. */
const ofWork: ReadonlySet<string> = new Set(['pattern', 'task', 'starter', 'formation', 'domain']);
/** The most by which a page about work may exceed the score of the task that a question is taken to be about. */
const taskMargin = 4;
/** The most by which any other page may exceed it. */
const otherMargin = 1;
/** The amount by which the scores of tasks are lowered if a question asks for none. */
const unasked = 2;

/** A page with its score. */
interface Scored {
  page: PageEntry;
  score: number;
}

/** Returns pages in their order for a question that asks for no task, in which tasks rank lower. */
export function withTasksLower(scored: readonly Scored[]): Scored[] {
  return scored
    .map(({ page, score }) => ({ page, score: page.kind === 'task' ? score - unasked : score }))
    .sort((a, b) => b.score - a.score);
}

/** Tells whether no other page fits a question far better than a task, and none that is not about work fits it better by much. */
export function leads(task: PageEntry, scored: readonly Scored[]): boolean {
  const own = scored.find(({ page }) => page === task)?.score ?? 0;
  return scored.every(({ page, score }) => score <= own + (ofWork.has(page.kind) ? taskMargin : otherMargin));
}

/**
 * Returns what comes after the page of a task: the pattern that fits best, and the pattern and the starter that fit best of
 * those that the task names.
 * @param scored all pages that were found, best first
 * @param isNamed tells whether the task names a page
 */
export function teamsFor(scored: readonly Scored[], isNamed: (page: PageEntry) => boolean): PageEntry[] {
  const ofKind = (kind: string) => scored.flatMap(({ page }) => (page.kind === kind ? [page] : []));
  const patterns = ofKind('pattern');
  const two = [...new Set([...patterns.slice(0, 1), ...patterns.filter(isNamed), ...patterns])].slice(0, 2);
  return [...two, ...ofKind('starter').filter(isNamed).slice(0, 1)];
}
