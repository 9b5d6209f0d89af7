/** `/domains/…`: a page for each domain, with its tasks and the patterns studied in it, and the index of domains. */

import type { Kind } from '#document/kind/kind.ts';
import { domain as domainKind, index } from '#document/message/index.ts';
import type { SearchEntry } from '#document/text/manifest.ts';
import type { Catalog, SourceEntry } from '../catalog/source/catalog.ts';
import type { DomainFacts } from '../catalog/source/facts.ts';
import { inOrder } from '../document/kind/kind.ts';
import { plural, pluralInWords } from '../document/text/plain-text.ts';
import { exampleOf } from './compose/example.ts';
import { composedPage, indexLine, type Page, type Setting } from './compose/page.ts';
import { listPages } from './compose/paging.ts';
import { firstOf, ifNoneFits, taskPath } from './compose/task-line.ts';
import { domainsOf, joinedTasks, newestStarters, shownOf } from './domain-lists.ts';
import { domainChoice } from './task-index.ts';

export function domainPages(catalog: Catalog, setting: Setting): Page[] {
  const domains = domainsOf(catalog);
  return [...domainIndex(domains, setting), ...domains.map(domain => domainPage(domain, catalog, setting))];
}

const fieldsOfWork = (count: number): string => `The ${pluralInWords(count, 'field')} of work`;

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
    description: `${fieldsOfWork(domains.length)}, and the tasks in each.`,
    fields: { lists: 'domain', total: domains.length },
    intro: `A task class is \`{domain}.{task}\`, such as \`coding.bug_fix\`. ${ifNoneFits}`,
    parts: [{ lines }],
    tokens: pageTokens,
    setting,
  });
}

function domainPage(domain: SourceEntry<DomainFacts>, catalog: Catalog, setting: Setting): Page {
  const { more, facts } = domain;
  const { tasks, lines, entries, named, starters, formations, patterns, studied } = shownOf(more, catalog);
  const joined = joinedTasks(catalog);
  const own = tasks.find(({ name }) => !joined.has(taskPath(`${more.domain}.${name}`)));
  const body = [
    more.body.trimEnd(),
    '## Tasks',
    own && ownNote(more.domain, own.name),
    lines.join('\n'),
    named.length > 0 &&
      `The field \`more_tasks\` names ${named.length === 1 ? 'one more task, which also has a page' : `${named.length} more tasks, which also have pages`}.`,
    entries.length > 0 && joinedNote,
    ...entries,
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
    setting,
    about: () => ({ choice: domainChoice(domain, catalog) }),
    ...(facts.search && { search: withBeginnings(facts.search, more, catalog) }),
  });
}

/** Adds to the search entry of a domain what to begin with on each task that has no page of its own. */
function withBeginnings(search: SearchEntry, { domain, tasks }: DomainFacts, catalog: Catalog): SearchEntry {
  const joined = joinedTasks(catalog);
  const known = tasks.map(task => {
    const { name, description } = task;
    const isJoined = joined.has(taskPath(`${domain}.${name}`));
    return { name, description, ...(isJoined && { begin: firstOf(task, newestStarters(catalog)) }) };
  });
  return { ...search, tasks: known };
}

/** Writes the note that says where each task has its page. A link to every page would cost more tokens than the lines have. */
const ownNote = (domain: string, name: string): string =>
  [
    `Each line says what to start with for one task. Each task also has a page at \`/tasks/${domain}.TASK.md\`,`,
    `such as [${name}](${taskPath(`${domain}.${name}`)}), which says when a team is worth it and what it costs.`,
  ].join(' ');

/** The note to readers above the tasks without a page. */
const joinedNote = 'The catalog has no team for the tasks below, and no evidence that a team would help.';

/**
 * Writes the lists of starters and formations of a domain, with a note on how to use them; without
 * starters, advises to begin with one agent.
 */
function versionsNote(starters: readonly string[], formations: readonly string[]): string {
  if (starters.length === 0)
    return 'The catalog has no starter for these tasks yet, so begin with one agent.';
  const more = formations.length > 0 ? `\n\nFormations:\n\n${formations.join('\n')}` : '';
  const note =
    'Each line gives the limits of one run; [the list of starters](/starters/index.md) has its cost in dollars. ' +
    'If a line names a control, run both on the same cases.';
  const files =
    'You can download a team as files for a runtime at `/exports/{target}/{name}.md`; `target` is a [listed runtime](/exports/index.md).';
  return `${note} ${files}\n\n${starters.join('\n')}${more}`;
}

const studiedNote = (domain: string, number: number): string =>
  `The catalog has [findings](/domains/${domain}/findings.md) for and against ${plural(number, 'pattern')} in this domain.`;
