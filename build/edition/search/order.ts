/** In which order pages are offered that were found. */
import type { PageEntry } from '#document/text/manifest.ts';

/** A page with how well it fits. */
export interface Scored {
  page: PageEntry;
  score: number;
}

/**
 * Orders pages for a mixed list: the three best patterns first, then two starters and a task, if they score near the best page,
 * then all others.
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
 * Puts the tasks among the results in the order of the ranker. The likeliest task gets the best score of a task, and so on, so
 * that tasks keep their places among other pages.
 * @param ranked the likeliest task first; if empty, nothing changes
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

/** The weights of kinds: pages that answer "how should I organise this" come before pages that say why. */
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

/** Tells whether a page is about a domain, or made for a task in it; true without a domain. */
export function isOf({ search }: PageEntry, domain: string | undefined): boolean {
  if (domain === undefined) return true;
  const { domains = [], task_classes = [] } = search ?? {};
  return domains.includes(domain) || task_classes.some(task => task.startsWith(`${domain}.`));
}

/** Tells whether a page is made for a task class, or, if it names none, for the domain of the class; true without a class. */
export function fits({ search }: PageEntry, taskClass: string | undefined): boolean {
  if (taskClass === undefined) return true;
  const { task_classes, domains = [] } = search ?? {};
  return task_classes ? task_classes.includes(taskClass) : domains.includes(taskClass.split('.')[0]!);
}
