/** `/starters/index.md`, whole and by task class (`?task_class=`): one line a starter, its newest version. */
import { index } from '#document/kind/index.ts';
import type { Kind } from '#document/kind/kind.ts';
import type { Catalog, VersionEntry } from '../catalog.ts';
import { offered, withdrawn } from '../publish/version-order.ts';
import { composedPage, indexLine, type Page, type Setting } from './page.ts';

const path = '/starters/index.md';
const note =
  'Unvalidated: each is put together from patterns with evidence, and has none of its own. Run it against one agent at equal budget.';

export function starterIndexPages(catalog: Catalog, setting: Setting): Page[] {
  const newest = offered(catalog.starters).map(versions => versions[0]!);
  const gone = withdrawn(catalog.starters);
  const lines = newest.map(starter => starterLine(starter, true));
  const whole = composedPage({
    kind: index as unknown as Kind,
    path,
    title: 'Starters',
    description: 'Formations to begin from, one line each. Ask for one task with ?task_class=coding.bug_fix.',
    fields: () => ({ lists: 'starter', total: newest.length }),
    body: () => `${note}\n\n${lines.join('\n')}${gone}`,
    inputs: [...lines, gone],
    setting,
  });
  return [whole, ...[...catalog.taskClasses].map(([task, means]) => taskPage(task, means, newest, setting))];
}

function starterLine({ more, facts, path }: VersionEntry, withTasks: boolean): string {
  const tasks = withTasks ? ` For ${more.task_classes.join(', ')}.` : '';
  return indexLine(more.name, path, `${facts.description}${tasks}`);
}

function taskPage(task: string, means: string, newest: readonly VersionEntry[], setting: Setting): Page {
  const fitting = newest.filter(starter => starter.more.task_classes.includes(task));
  const lines = fitting.map(starter => starterLine(starter, false));
  const domain = task.split('.')[0]!;
  const none = `No starter is made for this task. Begin with one agent, and see [where to start](/domains/${domain}.md#where-to-start).`;
  return composedPage({
    kind: index as unknown as Kind,
    path: `${path}?task_class=${task}`,
    file: `starters/index/${task}.md`,
    title: `Starters for ${task}`,
    description: `Formations to begin from for ${task}: ${means}`.slice(0, 300),
    fields: () => ({ lists: 'starter', total: fitting.length }),
    body: () => (fitting.length === 0 ? none : `${note}\n\n${lines.join('\n')}`),
    inputs: [...lines, domain],
    setting,
    listed: false,
  });
}
