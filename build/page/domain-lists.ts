/**
 * The lists on the page of a domain beside the text of its editors: tasks, starters, formations and
 * patterns, as far as there is room.
 *
 * A task has no page of its own if nothing is stated about it beyond its default. It is then an entry on the page of the domain,
 * and its address leads to that entry.
 */
import { inDomainOrder } from '#document/kind/field.ts';
import { oncePer } from '#document/text/once-per.ts';
import type { Catalog, SourceEntry, VersionEntry } from '../catalog/source/catalog.ts';
import type { DomainFacts } from '../catalog/source/facts.ts';
import { tokensOf } from '../catalog/source/token-count.ts';
import { newestFirst, offered } from '../catalog/source/version-order.ts';
import { escapeMarkdown } from '../document/text/plain-text.ts';
import { spendOf } from './compose/cost.ts';
import { indexLine } from './compose/page.ts';
import { fitting } from './compose/paging.ts';
import { adviceOn, beginning, type Starters, type Task, taskPath } from './compose/task-line.ts';
import { findingsOf } from './findings.ts';

/** Returns the domains in the order in which lists show them. */
export const domainsOf = (catalog: Catalog): SourceEntry<DomainFacts>[] =>
  inDomainOrder(catalog.domains.keys()).flatMap(name => catalog.domains.get(name) ?? []);

/** The lists that the page of a domain shows. */
interface Shown {
  /** The tasks that have a line or an entry. */
  tasks: readonly Task[];
  /** The lines of the tasks that have a page. */
  lines: string[];
  /** The entries of the tasks without a page, each with its heading. */
  entries: string[];
  /** The names of tasks for which there was no room; each has a page of its own. */
  named: readonly string[];
  /** The lines of the starters, formations and patterns. */
  starters: string[];
  formations: string[];
  patterns: string[];
  /** The number of patterns with a finding in the domain. */
  studied: number;
}

/** The facts of a catalog that the lists of every domain need. */
interface Known {
  /** The newest version of each starter. */
  starters: Starters;
  /** The task classes for which there is a team of several agents, or a finding that no other has superseded. */
  classes: ReadonlySet<string>;
}

const knownOf = oncePer((catalog: Catalog): Known => {
  const newest = [...offered(catalog.starters), ...offered(catalog.formations)].map(([first]) => first!);
  const teams = newest.filter(({ more }) => more.budget.max_agents > 1);
  const found = findingsOf(catalog).filter(({ finding }) => !finding.superseded_by);
  return {
    starters: new Map(
      newest.flatMap(each => (each.facts.kind === 'starter' ? [[each.more.name, each]] : [])),
    ),
    classes: new Set([
      ...teams.flatMap(({ more }) => more.task_classes),
      ...found.flatMap(({ finding }) => finding.task_class ?? []),
    ]),
  };
});

/** Returns the newest version of each starter, by name. */
export const newestStarters = (catalog: Catalog): Starters => knownOf(catalog).starters;

/**
 * Tells whether a task has more than its default, and so gets a page of its own: a case for or against a team, a title, a reason,
 * a finding, or a team made for it.
 */
const saysMore = (domain: string, task: Task, catalog: Catalog): boolean =>
  task.team_pays_when !== undefined ||
  task.team_does_not_pay_when !== undefined ||
  task.title !== undefined ||
  task.because !== undefined ||
  knownOf(catalog).classes.has(`${domain}.${task.name}`);

/**
 * Returns the task classes without a page of their own: for the address of each, the path and anchor
 * of its entry on the page of the domain.
 */
export const joinedTasks = oncePer((catalog: Catalog): ReadonlyMap<string, string> => {
  const entries = [...catalog.domains.values()].flatMap(({ more }) => {
    const { domain } = more;
    return shownOf(more, catalog)
      .tasks.filter(task => !saysMore(domain, task, catalog))
      .map(({ name }): [string, string] => [taskPath(`${domain}.${name}`), `/domains/${domain}.md#${name}`]);
  });
  return new Map(entries);
});

/** Returns the address at which a task class is described: that of its page, or of its entry on the page of the domain. */
export const taskPlace = (taskClass: string, catalog: Catalog): string =>
  joinedTasks(catalog).get(taskPath(taskClass)) ?? taskPath(taskClass);

/**
 * The most tokens that the lists add to the page of a domain. A reader with a task reads `/llms.txt`, this page and a starter, so
 * the lists stay short however large the catalog is.
 */
const listTokens = 1330;

/**
 * The limits for a domain whose lists do not fit whole: the tokens of the lines of starters and of
 * formations, and the number of patterns.
 */
const few = { starters: 280, formations: 90, patterns: 12 };

/**
 * Returns the lists of a domain, whole if they fit. Otherwise shortens them: the starters with which its tasks begin come first,
 * and it shows only as many tasks as there is room for.
 */
export function shownOf(domain: DomainFacts, catalog: Catalog): Shown {
  const { tasks } = domain;
  const studied = patternsIn(domain.domain, catalog);
  const [starters, formations] = [catalog.starters, catalog.formations].map(some =>
    versionsIn(domain, some, catalog),
  );
  const all = {
    ...tasksShown(domain, tasks.length, catalog),
    ...{ starters: starters!.map(versionLine), formations: formations!.map(versionLine) },
    ...{ patterns: studied, studied: studied.length },
  };
  if (tokensOfShown(all) <= listTokens) return all;
  const chosen = {
    ...all,
    starters: shortened(byUse(starters!, tasks).map(versionLine), few.starters, '/starters/index.md'),
    formations: shortened(all.formations, few.formations, '/formations/index.md'),
    patterns: studied.slice(0, few.patterns),
  };
  for (let count = tasks.length; ; count -= 1) {
    const shown = { ...chosen, ...tasksShown(domain, count, catalog) };
    if (count <= 1 || tokensOfShown(shown) <= listTokens) return shown;
  }
}

/** Returns the first `count` tasks of a domain as its page shows them, and the names of its other tasks. */
function tasksShown({ domain, tasks: all }: DomainFacts, count: number, catalog: Catalog) {
  const tasks = all.slice(0, count);
  const isOwn = (task: Task) => saysMore(domain, task, catalog);
  return {
    tasks,
    lines: tasks.filter(isOwn).map(task => `- \`${task.name}\`: ${adviceOn(task, catalog)}`),
    entries: tasks.filter(task => !isOwn(task)).map(task => entryOf(task, catalog)),
    named: all.slice(count).map(({ name }) => name),
  };
}

/**
 * Writes the entry of a task without a page of its own: its heading, what to begin with, and the advice on when to change that.
 */
function entryOf(task: Task, catalog: Catalog): string {
  const address = (name: string) => (catalog.patterns.has(name) ? `/patterns/${name}.md` : undefined);
  const begin = beginning(task, newestStarters(catalog), address);
  return [`### ${task.name}`, begin, task.advice && escapeMarkdown(task.advice)].filter(Boolean).join('\n\n');
}

function tokensOfShown({ tasks, lines, entries, named, starters, formations, patterns }: Shown): number {
  const fields = tasks.map(({ name, description }) => `  - name: ${name}\n    description: ${description}\n`);
  const items = [...named, ...patterns].map(name => `  - ${name}\n`);
  return [...fields, ...items, ...lines, ...entries, ...starters, ...formations].reduce(
    (sum, text) => sum + tokensOf(text),
    0,
  );
}

/**
 * Returns the first lines that have at most `tokens` tokens together. If lines are left out, adds a link
 * to the page at `path` with their number.
 */
function shortened(lines: readonly string[], tokens: number, path: string): string[] {
  const shown = fitting(lines, tokens);
  return shown.length === lines.length
    ? shown
    : [...shown, `- [${lines.length - shown.length} more](${path})`];
}

/** Sorts versions: first those with which one of the tasks begins, then the others. */
function byUse(versions: readonly VersionEntry[], tasks: readonly Task[]): VersionEntry[] {
  const isFirst = ({ more }: VersionEntry) => tasks.some(task => task.default === more.name);
  return [...versions.filter(isFirst), ...versions.filter(version => !isFirst(version))];
}

/** Returns the active versions made for a task of a domain: for each name, the one that readers should prefer. */
const versionsIn = (
  { domain }: DomainFacts,
  versions: readonly VersionEntry[],
  catalog: Catalog,
): VersionEntry[] => {
  const own = offered(versions).filter(
    ([best]) =>
      best!.status === 'active' && best!.more.task_classes.some(task => task.startsWith(`${domain}.`)),
  );
  // Names are in order while all of them are shown, which is where a reader looks for one.
  return (own.length > maxByName ? newestFirst(own, catalog) : own).map(([best]) => best!);
};

/** The most names that are listed by name. If there are more, the newest come first. */
const maxByName = 20;

/** Writes the line of a version: the most calls and tokens of a run, and the control of the team. */
function versionLine(version: VersionEntry): string {
  const { more, path } = version;
  const control = more.control ? `; control: ${more.control}` : '';
  return indexLine(more.name, path, `${spendOf(version)}${control}`);
}

/** Returns the slugs of the patterns with a current finding in a domain, by family. */
function patternsIn(domain: string, catalog: Catalog): string[] {
  const current = findingsOf(catalog).filter(
    ({ finding }) => finding.domain === domain && !finding.superseded_by,
  );
  const named = new Set(current.flatMap(({ finding }) => finding.patterns));
  return catalog.families.flatMap(({ slug }) =>
    [...catalog.patterns.values()]
      .map(({ more }) => more)
      .filter(more => more.family === slug && named.has(more.slug))
      .map(more => more.slug),
  );
}
