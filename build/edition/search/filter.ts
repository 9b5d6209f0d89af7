/** The filters of a search: by domain and by task class. */
import type { PageEntry } from '#document/text/manifest.ts';

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
