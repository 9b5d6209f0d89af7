/** `/domains/…`: each domain with its tasks and the patterns studied in it, and the index of domains. */

import { domain as domainKind, index } from '#build/exchange/index.ts';
import { inDomainOrder } from '#build/kind/field.ts';
import type { Kind } from '#build/kind/kind.ts';
import { inOrder } from '../kind/kind.ts';
import type { Catalog, SourceEntry, VersionEntry } from '../source/catalog.ts';
import type { DomainFacts } from '../source/facts.ts';
import { tokensOf } from '../source/token-count.ts';
import { newestFirst, offered } from '../source/version-order.ts';
import { numberWords, plural } from '../text/plain-text.ts';
import { spendOf } from './cost.ts';
import { exampleOf } from './example.ts';
import { findingsOf } from './findings.ts';
import { composedPage, indexLine, type Page, type Setting } from './page.ts';
import { fitting, listPages } from './paging.ts';
import { adviceOn, taskPath } from './task.ts';

export function domainPages(catalog: Catalog, setting: Setting): Page[] {
  const domains = inDomainOrder(catalog.domains.keys()).flatMap(name => catalog.domains.get(name) ?? []);
  return [...domainIndex(domains, setting), ...domains.map(domain => domainPage(domain, catalog, setting))];
}

const fieldsOfWork = (count: number): string =>
  `The ${numberWords[count - 1] ?? count} ${count === 1 ? 'field' : 'fields'} of work`;

/** The most tokens of lines on a page of the index. */
const pageTokens = 1500;

function domainIndex(domains: readonly SourceEntry<DomainFacts>[], setting: Setting): Page[] {
  const lines = domains.map(({ more, facts }) =>
    indexLine(
      more.domain,
      `/domains/${more.domain}.md`,
      `${facts.description} Tasks: ${more.tasks.map(task => task.name).join(', ')}.`,
    ),
  );
  return listPages({
    kind: index as unknown as Kind,
    path: '/domains/index.md',
    title: 'Task domains',
    description: `${fieldsOfWork(domains.length)}, and the tasks in each that task classes may name.`,
    fields: { lists: 'domain', total: domains.length },
    intro: 'A task class is `{domain}.{task}`, such as `coding.bug_fix`.',
    parts: [{ lines }],
    tokens: pageTokens,
    setting,
  });
}

function domainPage(domain: SourceEntry<DomainFacts>, catalog: Catalog, setting: Setting): Page {
  const { more, facts } = domain;
  const { tasks, named, starters, formations, patterns, studied } = shownOf(more, catalog);
  const body = [
    more.body.trimEnd(),
    `## Tasks\n\n${taskNote(more)}\n\n${tasks.map(task => taskLine(task, catalog)).join('\n')}`,
    named.length > 0 &&
      `${plural(named.length, 'more task')}, each with such a page: \`more_tasks\` has the names.`,
    `## Starters\n\n${versionsNote(starters, formations)}`,
    `## Patterns studied\n\n${studiedNote(more.domain, studied)}`,
    ...exampleOf(more.domain, catalog),
  ].filter(Boolean);
  const text = body.join('\n\n');
  return composedPage({
    kind: domainKind as unknown as Kind,
    path: `/domains/${more.domain}.md`,
    title: facts.title,
    description: facts.description,
    fields: () =>
      inOrder(domainKind as unknown as Kind, {
        ...more,
        // The body says what to begin with.
        tasks: tasks.map(({ name, description }) => ({ name, description })),
        more_tasks: named.length > 0 ? named : undefined,
        patterns,
      }),
    body: () => text,
    inputs: [domain.digest, JSON.stringify(patterns), text],
    setting,
    ...(facts.search && { search: facts.search }),
  });
}

type Task = DomainFacts['tasks'][number];

const taskLine = (task: Task, catalog: Catalog): string => `- \`${task.name}\`: ${adviceOn(task, catalog)}`;

/** What a page shows beside the text of its editors. */
interface Shown {
  tasks: readonly Task[];
  /** The names of the other tasks. */
  named: readonly string[];
  /** Lines. */
  starters: string[];
  formations: string[];
  patterns: string[];
  /** How many patterns were studied. */
  studied: number;
}

/**
 * The most tokens that a page has beside that text. Somebody with a task reads `/llms.txt`, the page of the domain and then a starter, so
 * these stay short however much the catalog holds.
 */
const listTokens = 1330;

/** What is left where not all of it fits. */
const few = { starters: 280, formations: 90, patterns: 12 };

/** All that there is in a domain where it fits; else a choice: what its tasks begin with first, and the tasks that fit. */
function shownOf(domain: DomainFacts, catalog: Catalog): Shown {
  const { tasks } = domain;
  const studied = patternsIn(domain.domain, catalog);
  const [starters, formations] = [catalog.starters, catalog.formations].map(some =>
    versionsIn(domain, some, catalog),
  );
  const all = {
    tasks,
    named: [],
    starters: starters!.map(versionLine),
    formations: formations!.map(versionLine),
    patterns: studied,
    studied: studied.length,
  };
  if (tokensOfShown(all, catalog) <= listTokens) return all;
  const chosen = {
    ...all,
    starters: shortened(byUse(starters!, tasks).map(versionLine), few.starters, '/starters/index.md'),
    formations: shortened(all.formations, few.formations, '/formations/index.md'),
    patterns: studied.slice(0, few.patterns),
  };
  const names = tasks.map(({ name }) => name);
  for (let count = tasks.length; ; count -= 1) {
    const shown = { ...chosen, tasks: tasks.slice(0, count), named: names.slice(count) };
    if (count <= 1 || tokensOfShown(shown, catalog) <= listTokens) return shown;
  }
}

function tokensOfShown({ tasks, named, starters, formations, patterns }: Shown, catalog: Catalog): number {
  const fields = tasks.map(({ name, description }) => `  - name: ${name}\n    description: ${description}\n`);
  const items = [...named, ...patterns].map(name => `  - ${name}\n`);
  const lines = [...tasks.map(task => taskLine(task, catalog)), ...starters, ...formations];
  return [...fields, ...items, ...lines].reduce((sum, text) => sum + tokensOf(text), 0);
}

/** The first lines that fit, and where the others are. */
function shortened(lines: readonly string[], tokens: number, path: string): string[] {
  const shown = fitting(lines, tokens);
  return shown.length === lines.length
    ? shown
    : [...shown, `- [${lines.length - shown.length} more](${path})`];
}

/** What a task begins with, then the others. */
function byUse(versions: readonly VersionEntry[], tasks: readonly Task[]): VersionEntry[] {
  const isFirst = ({ more }: VersionEntry) => tasks.some(task => task.default === more.name);
  return [...versions.filter(isFirst), ...versions.filter(version => !isFirst(version))];
}

/** Where to read more on a task: a link to each would cost more than the lines have. */
const taskNote = ({ domain, tasks: [first] }: DomainFacts): string =>
  `When a team pays, and what it costs: \`/tasks/${domain}.TASK.md\`, such as [${first!.name}](${taskPath(`${domain}.${first!.name}`)}).`;

/** The best version of each name that is for a task of a domain. */
const versionsIn = (
  { domain }: DomainFacts,
  versions: readonly VersionEntry[],
  catalog: Catalog,
): VersionEntry[] => {
  const own = offered(versions).filter(([best]) =>
    best!.more.task_classes.some(task => task.startsWith(`${domain}.`)),
  );
  // Names are in order while all of them are shown, which is where a reader looks for one.
  return (own.length > maxByName ? newestFirst(own, catalog) : own).map(([best]) => best!);
};

/** With more names than this, the newest come first. */
const maxByName = 20;

/** The starters and formations for tasks of a domain. */
function versionsNote(starters: readonly string[], formations: readonly string[]): string {
  if (starters.length === 0) return 'None yet: begin with one agent.';
  const more = formations.length > 0 ? `\n\nFormations:\n\n${formations.join('\n')}` : '';
  return `At most, a run spends this; [in money](/starters/index.md). Compare a team with its control.\n\n${starters.join('\n')}${more}`;
}

/** A version with what a run may spend and its control. */
function versionLine(version: VersionEntry): string {
  const { more, path } = version;
  const control = more.control ? `; control: ${more.control}` : '';
  return indexLine(more.name, path, `${spendOf(version)}${control}`);
}

/** The patterns with a finding in a domain, by family. */
function patternsIn(domain: string, catalog: Catalog): string[] {
  const held = findingsOf(catalog).filter(
    ({ finding }) => finding.domain === domain && !finding.superseded_by,
  );
  const named = new Set(held.flatMap(({ finding }) => finding.patterns));
  return catalog.families.flatMap(({ slug }) =>
    [...catalog.patterns.values()]
      .map(({ more }) => more)
      .filter(more => more.family === slug && named.has(more.slug))
      .map(more => more.slug),
  );
}

const studiedNote = (domain: string, number: number): string =>
  `[Findings](/domains/${domain}/findings.md) on ${plural(number, 'pattern')}, for and against.`;
