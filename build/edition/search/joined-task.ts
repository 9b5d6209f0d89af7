/** Tasks without a page of their own, which search finds as entries on the page of their domain (docs/tasks.md#1). */
import type { PageEntry } from '#document/text/manifest.ts';

const maxDescription = 300;

/** Returns the address of a task: that of its page, or, for a task with `begin`, that of its entry on the page of its domain. */
export const taskAddress = (
  domainPath: string,
  domain: string,
  { name, begin }: { name: string; begin?: string },
): string => (begin === undefined ? `/tasks/${domain}.${name}.md` : `${domainPath}#${name}`);

/**
 * Returns the pages, each followed by those of its sections that search finds by themselves. A section is a
 * page whose path ends with `#` and an anchor.
 */
export const withSections = (pages: readonly PageEntry[]): PageEntry[] =>
  pages.flatMap(page => [page, ...sectionsOf(page)]);

const sectionsOf = (page: PageEntry): PageEntry[] =>
  (page.search?.sections ?? []).map(({ anchor, kind, title, text, names = [] }) => ({
    ...page,
    ...{ path: `${page.path}#${anchor}`, kind, title },
    description: text.slice(0, maxDescription),
    search: { names, purpose: [] },
  }));

/**
 * Returns the pages, where each domain is followed by those of its tasks that have no page of their own. The
 * path of such a task ends with an anchor.
 */
export const withJoinedTasks = (pages: readonly PageEntry[]): PageEntry[] =>
  pages.flatMap(page => (page.kind === 'domain' ? [page, ...joinedOf(page)] : [page]));

function joinedOf(page: PageEntry): PageEntry[] {
  const { domains: [domain = ''] = [], tasks = [] } = page.search ?? {};
  return tasks.flatMap(task => {
    if (task.begin === undefined) return [];
    const taskClass = `${domain}.${task.name}`;
    return {
      ...page,
      ...{ path: taskAddress(page.path, domain, task), kind: 'task', title: taskClass },
      description: `Begin with ${task.begin}. ${task.description}`.slice(0, maxDescription),
      search: {
        ...{ names: [taskClass], purpose: [task.description] },
        ...{ domains: [domain], task_classes: [taskClass] },
      },
    };
  });
}
