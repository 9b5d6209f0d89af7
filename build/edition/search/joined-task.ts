/** Tasks without a page of their own, which search finds as what they are: an entry on the page of their domain (docs/tasks.md#1). */
import type { PageEntry } from '#document/text/manifest.ts';

const maxDescription = 300;

/** Returns the address of a task that a domain declares: its page, or its entry on the page of the domain. */
export const taskAddress = (
  domainPath: string,
  domain: string,
  { name, begin }: { name: string; begin?: string },
): string => (begin === undefined ? `/tasks/${domain}.${name}.md` : `${domainPath}#${name}`);

/**
 * Returns the pages with their sections that search finds by themselves. A section follows its page, as a page whose path ends
 * in `#` and an anchor.
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
 * Returns the pages of a catalog, where each domain is followed by those of its tasks that have no page; their address has an
 * anchor.
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
