/**
 * The newest versions of teams as readers choose among them: active ones first, and deprecated ones
 * last, under a heading of their own.
 */

import type { Cell, Choice } from '#edition/beside.ts';
import type { Catalog, VersionEntry } from '../../catalog/source/catalog.ts';
import { nameOf } from '../../catalog/source/version-order.ts';
import type { Part } from './paging.ts';
import { domainTitle, taskTitles } from './task-line.ts';

const deprecated = 'Deprecated, kept for those who use them';

/**
 * Divides a list of versions, or of groups of versions with one name, into the parts of a page:
 * first the active, then the others.
 */
export function partsOf<Item extends VersionEntry | readonly VersionEntry[]>(
  items: readonly Item[],
  line: (item: Item) => string,
): Part[] {
  const isActive = (item: Item) => ([item].flat()[0] as VersionEntry).status === 'active';
  const old = items.filter(item => !isActive(item)).map(line);
  const lines = items.filter(isActive).map(line);
  return [{ lines }, ...(old.length > 0 ? [{ before: `## ${deprecated}`, lines: old }] : [])];
}

const columns: Choice['columns'] = [
  { name: 'team' },
  { name: 'task' },
  { name: 'what it is for' },
  { name: 'agents at once', use: 'filter' },
  { name: 'calls at most' },
  { name: 'domain', use: 'only_filter' },
];

/**
 * Makes the table of teams that people sort and filter.
 * @param of the word for its rows
 */
export function versionChoice(of: string, newest: readonly VersionEntry[], catalog: Catalog): Choice {
  const rows = (some: readonly VersionEntry[]) => some.map(version => rowOf(version, catalog));
  const later = newest.filter(({ status }) => status !== 'active');
  return {
    of,
    columns,
    rows: rows(newest.filter(({ status }) => status === 'active')),
    ...(later.length > 0 && { later: { title: deprecated, rows: rows(later) } }),
  };
}

/** The most tasks of a team that its row names. */
const maxTasks = 3;

function rowOf(version: VersionEntry, catalog: Catalog): Cell[] {
  const { more, facts, path } = version;
  const tasks = more.task_classes.map(name => taskTitles(catalog).get(name) ?? name);
  const left = tasks.length - maxTasks;
  const domains = more.task_classes.map(name => domainTitle(name.split('.')[0]!, catalog));
  const agents = more.budget.max_agents;
  return [
    { text: facts.title, path, id: `${nameOf(version)} ${more.version}` },
    { text: `${tasks.slice(0, maxTasks).join('; ')}${left > 0 ? `; ${left} more` : ''}` },
    { text: facts.description },
    { text: String(agents), at: agents, values: [agents === 1 ? 'one agent' : 'several agents'] },
    more.calls === undefined
      ? { text: 'not stated' }
      : { text: more.calls.toLocaleString('en'), at: more.calls },
    { text: '', values: [...new Set(domains)] },
  ];
}
