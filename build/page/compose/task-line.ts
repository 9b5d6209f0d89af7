/** Texts about a task in a line: what to begin with, and when to change that. */
import { oncePer } from '#document/text/once-per.ts';
import { escapeMarkdown } from '#document/text/plain-text.ts';
import { taskTitle } from '#document/text/task-title.ts';
import type { Catalog, VersionEntry } from '../../catalog/source/catalog.ts';
import type { DomainFacts } from '../../catalog/source/facts.ts';
import { defaultOf } from '../../catalog/source/task-evidence.ts';

export type Task = DomainFacts['tasks'][number];

/** The newest version of each starter, by name. */
export type Starters = ReadonlyMap<string, VersionEntry>;

/** The advice for a task that fits no class. */
export const ifNoneFits =
  'If no class fits your task, begin with one agent. [Choosing how to organise agents](/guides/agentic-design-patterns.md) says when one is not enough.';

/** Returns the address of a task class: that of its page, or one that leads to its entry on the page of the domain. */
export const taskPath = (taskClass: string): string => `/tasks/${taskClass}.md`;

/**
 * Writes the advice on a task as Markdown, with a link if the default is a pattern:
 * `solo-coder. If single attempts fail, localise-repair-validate.`
 */
export function adviceOn({ default: first = 'one_agent', advice }: Task, { patterns }: Catalog): string {
  const begin = patterns.has(first) ? `[${first}](/patterns/${first}.md)` : first.replace('_', ' ');
  return [`${begin}.`, advice && escapeMarkdown(advice)].filter(Boolean).join(' ');
}

/** Tells whether a task begins with one agent: without a starter, or with a starter that has one agent. */
export const isAlone = (task: Task, starters: Starters): boolean => defaultOf(task, starters).isAlone;

/** Writes the default of a task: `one agent, solo-coder`, or the name of a team. */
export function firstOf(task: Task, starters: Starters): string {
  const { default: first = 'one_agent' } = task;
  if (!isAlone(task, starters)) return first;
  return first === 'one_agent' ? 'one agent' : `one agent, ${first}`;
}

/**
 * Writes the sentence that says what to begin with on a task, and what to do first.
 * @param address returns the address of a starter or pattern; undefined if it gets no link
 */
export function beginning(
  task: Task,
  starters: Starters,
  address: (name: string) => string | undefined,
): string {
  const { default: first = 'one_agent', first: todo } = task;
  const path = address(first);
  const named = path === undefined ? first : `[${first}](${path})`;
  const what = firstOf(task, starters).replace(first, named);
  return [`Begin with ${what}.`, todo && escapeMarkdown(todo)].filter(Boolean).join(' ');
}

/** Returns the title of a domain; its name if the catalog has no such domain. */
export const domainTitle = (domain: string, { domains }: Catalog): string =>
  domains.get(domain)?.facts.title ?? domain;

/** The titles of task classes, as people call them, by task class. */
export const taskTitles = oncePer(
  ({ domains }: Catalog): ReadonlyMap<string, string> =>
    new Map(
      [...domains.values()].flatMap(({ more: { domain, tasks } }) =>
        tasks.map((task): [string, string] => [`${domain}.${task.name}`, taskTitle(task)]),
      ),
    ),
);
