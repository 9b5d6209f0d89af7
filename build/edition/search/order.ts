/** In which order pages are offered that were found. */
import type { PageEntry } from '#document/text/manifest.ts';

/** A page with how well it fits. */
interface Scored {
  page: PageEntry;
  score: number;
}

/** The three best patterns first, then the two best starters and the best task, as far as they come near the best page of all. */
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
 * Pages of tasks in the order of the ranker: the likeliest has the best score that any of them had, and so on, so that their
 * place among other pages stays.
 * @param ranked the likeliest first; without any, nothing changes
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

/** Pages that answer "how should I organise this" come before those that say why. */
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

/** Whether a page is about a domain, or made for a task in it. */
export function isOf({ search }: PageEntry, domain: string | undefined): boolean {
  if (domain === undefined) return true;
  const { domains = [], task_classes = [] } = search ?? {};
  return domains.includes(domain) || task_classes.some(task => task.startsWith(`${domain}.`));
}

/** Whether a page is made for a task class, or where it names none, for the domain of it. */
export function fits({ search }: PageEntry, taskClass: string | undefined): boolean {
  if (taskClass === undefined) return true;
  const { task_classes, domains = [] } = search ?? {};
  return task_classes ? task_classes.includes(taskClass) : domains.includes(taskClass.split('.')[0]!);
}
