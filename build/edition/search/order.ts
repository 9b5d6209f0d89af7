/** The order in which the pages that search found are shown. */
import type { PageEntry } from '#document/text/manifest.ts';

/** A page with its score, which is greater the better the page fits. */
export interface Scored {
  page: PageEntry;
  score: number;
}

/**
 * Orders pages for a list of several kinds: the three best patterns come first, then two starters and a task, if their scores are
 * near that of the best page, then all others.
 */
export function mixed(found: readonly Scored[]): PageEntry[] {
  const best = found[0]?.score ?? 0;
  const near = (kind: string, share: number) =>
    found.filter(({ page, score }) => page.kind === kind && score >= share * best);
  const lead = [
    ...near('pattern', 0.3).slice(0, 3),
    ...near('starter', 0.15).slice(0, 2),
    ...near('task', 0).slice(0, 1),
  ];
  return [...new Set([...lead, ...found])].map(({ page }) => page);
}

/**
 * Puts the tasks among the results into the order of the ranker. The likeliest task gets the best score of all tasks, the next
 * one the next score, and so on, so that other pages keep their places.
 * @param ranked the tasks, likeliest first; if empty, the results stay as they are
 */
export function withTasksInOrder(found: readonly Scored[], ranked: readonly PageEntry[]): Scored[] {
  if (ranked.length === 0) return [...found];
  const isTask = ({ page }: Scored) => page.kind === 'task';
  const scores = found
    .filter(isTask)
    .map(({ score }) => score)
    .sort((a, b) => b - a);
  // The likeliest is offered also when none of its words was found.
  const tasks = ranked.slice(0, Math.max(1, scores.length));
  return [
    ...found.filter(each => !isTask(each)),
    ...tasks.map((page, at) => ({ page, score: scores[at] ?? 0 })),
  ];
}

/** The weights of kinds. Pages that say how to organise work come before pages that say why. */
const kindShare: Readonly<Record<string, number>> = {
  pattern: 1,
  starter: 0.75,
  formation: 0.5,
  task: 0.5,
  domain: 0.45,
  guide: 0.45,
  research_record: 0.45,
};
const otherShare = 0.3;

/** Returns the weight of a page in the ranking of search results, which depends on its kind alone. */
export const shareOf = ({ kind }: PageEntry): number => kindShare[kind] ?? otherShare;

/** Tells whether a page is about a domain, or made for a task in that domain; true if `domain` is undefined. */
export function isOf({ search }: PageEntry, domain: string | undefined): boolean {
  if (domain === undefined) return true;
  const { domains = [], task_classes = [] } = search ?? {};
  return domains.includes(domain) || task_classes.some(task => task.startsWith(`${domain}.`));
}

/**
 * Tells whether a page is made for a task class or, if it names no class, for the domain of the
 * class; true if `taskClass` is undefined.
 */
export function fits({ search }: PageEntry, taskClass: string | undefined): boolean {
  if (taskClass === undefined) return true;
  const { task_classes, domains = [] } = search ?? {};
  return task_classes ? task_classes.includes(taskClass) : domains.includes(taskClass.split('.')[0]!);
}
