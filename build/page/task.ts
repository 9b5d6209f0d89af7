/** `/tasks/…`: for each declared task class what to begin with, when a team is worth it, and what that rests on. */

import { index, task as taskKind } from '#build/exchange/index.ts';
import { inDomainOrder } from '#build/kind/field.ts';
import type { Kind } from '#build/kind/kind.ts';
import { escapeMarkdown } from '#build/text/plain-text.ts';
import { inOrder } from '../kind/kind.ts';
import type { Catalog, SourceEntry, VersionEntry } from '../source/catalog.ts';
import type { DomainFacts } from '../source/facts.ts';
import { offered } from '../source/version-order.ts';
import { groupBy } from '../text/group.ts';
import { moneyOf, spendOf } from './cost.ts';
import { findingsOf, type Held } from './findings.ts';
import { composedPage, type Page, type Setting } from './page.ts';
import { listPages } from './paging.ts';

type Task = DomainFacts['tasks'][number];
type Cases = NonNullable<Task['team_pays_when']>;

export const taskIndexPath = '/tasks/index.md';

/** The most tokens of lines on a page of the index. */
const pageTokens = 2800;

/** So many teams does the page of a task name. */
const maxTeams = 6;

/** The page of a task class. */
export const taskPath = (taskClass: string): string => `/tasks/${taskClass}.md`;

/** `solo-coder. If single attempts fail: localise-repair-validate.`, as Markdown; a pattern is linked. */
export function adviceOn({ default: first = 'one_agent', advice }: Task, { patterns }: Catalog): string {
  const begin = patterns.has(first) ? `[${first}](/patterns/${first}.md)` : first.replace('_', ' ');
  return [`${begin}.`, advice && escapeMarkdown(advice)].filter(Boolean).join(' ');
}

export function taskPages(catalog: Catalog, setting: Setting): Page[] {
  const domains = inDomainOrder(catalog.domains.keys()).flatMap(name => catalog.domains.get(name) ?? []);
  const newest = [...offered(catalog.starters), ...offered(catalog.formations)].map(([first]) => first!);
  const starters = new Map(
    newest.flatMap(each => (each.facts.kind === 'starter' ? [[each.more.name, each]] : [])),
  );
  const teams = newest.filter(({ more }) => more.budget.max_agents > 1);
  const teamsFor = groupBy(
    teams.flatMap(team => team.more.task_classes.map(name => ({ name, team }))),
    ({ name }) => name,
  );
  const held = findingsOf(catalog).filter(({ finding }) => finding.task_class && !finding.superseded_by);
  const foundOn = groupBy(held, ({ finding }) => finding.task_class!);
  const pages = domains.flatMap(domain =>
    domain.more.tasks.map(task => taskPage({ domain, task, catalog, starters, teamsFor, foundOn }, setting)),
  );
  return [...taskIndex(domains, starters, catalog, setting), ...pages];
}

function taskIndex(
  domains: readonly SourceEntry<DomainFacts>[],
  starters: Given['starters'],
  catalog: Catalog,
  setting: Setting,
): Page[] {
  const parts = domains.map(({ more: { domain, tasks } }) => {
    const lines = tasks.map(task => {
      const path = taskPath(`${domain}.${task.name}`);
      return `- [${task.name}](${path}): ${firstOf(task, starters)}`;
    });
    return { before: `## ${domain}`, lines };
  });
  const note =
    'What to begin with for each task class. Its page says when a team pays, what it costs, and what that rests on.';
  return listPages({
    kind: index as unknown as Kind,
    path: taskIndexPath,
    title: 'Is a team worth it?',
    description:
      'Every task class with its default; each page says when a team of agents is worth its cost, and when not.',
    fields: { lists: 'task', total: catalog.taskClasses.size },
    intro: note,
    parts,
    tokens: pageTokens,
    setting,
  });
}

/** Whether a task begins with one agent: without a starter, or with a starter of one. */
const isAlone = ({ default: first = 'one_agent' }: Task, starters: Given['starters']): boolean =>
  first === 'one_agent' || starters.get(first)?.more.budget.max_agents === 1;

/** What a task begins with, in words. */
function firstOf(task: Task, starters: Given['starters']): string {
  const { default: first = 'one_agent' } = task;
  if (!isAlone(task, starters)) return first;
  return first === 'one_agent' ? 'one agent' : `one agent, ${first}`;
}

/** What the page of a task is made from. */
interface Given {
  domain: SourceEntry<DomainFacts>;
  task: Task;
  catalog: Catalog;
  /** The newest version of each starter, by name. */
  starters: ReadonlyMap<string, VersionEntry>;
  /** The newest versions of several agents, by task class. */
  teamsFor: ReadonlyMap<string, readonly { team: VersionEntry }[]>;
  /** Findings by task class. */
  foundOn: ReadonlyMap<string, readonly Held[]>;
}

function taskPage(given: Given, setting: Setting): Page {
  const { domain, task } = given;
  const taskClass = `${domain.more.domain}.${task.name}`;
  const fields = fieldsOf(given, taskClass);
  const body = bodyOf(given, taskClass);
  return composedPage({
    kind: taskKind as unknown as Kind,
    path: taskPath(taskClass),
    title: taskClass,
    description: `Begin with ${firstOf(task, given.starters)}. ${task.description}`,
    fields: () => inOrder(taskKind as unknown as Kind, fields),
    body: () => body,
    inputs: [JSON.stringify(fields), body],
    setting,
    search: {
      names: [taskClass],
      purpose: [task.description],
      domains: [domain.more.domain],
      task_classes: [taskClass],
    },
  });
}

function fieldsOf(given: Given, taskClass: string): Record<string, unknown> {
  const { task } = given;
  const { team_pays_when: pays = [], team_does_not_pay_when: not = [], token_multiple } = task;
  const { starter, control } = choices(given, taskClass);
  const cited = [...pays, ...not].flatMap(({ source }) => source ?? []);
  const found = findingsOn(given, taskClass).map(({ record }) => record.more.slug);
  const sources = [...new Set([...cited, ...(token_multiple ? [token_multiple.source] : []), ...found])];
  return {
    task_class: taskClass,
    default: isAlone(task, given.starters) ? 'one_agent' : task.default,
    confidence: cited.length > 0 ? 'evidence' : pays.length + not.length > 0 ? 'practice' : 'none',
    team_pays_when: pays.map(each => each.case),
    team_does_not_pay_when: not.map(each => each.case),
    token_multiple,
    starter: starter?.path,
    control: control?.path,
    sources: sources.slice(0, 20),
  };
}

/** The starter to begin with, the teams made for the task, and the one agent that they are compared with. */
function choices({ task, starters, teamsFor }: Given, taskClass: string) {
  const teams = (teamsFor.get(taskClass) ?? []).map(({ team }) => team);
  const first = starters.get(task.default ?? '');
  const controlOf = teams.find(({ more }) => more.control)?.more.control;
  const own = first?.more.budget.max_agents === 1 ? first : undefined;
  return { starter: first, teams, control: (controlOf && starters.get(controlOf)) || own };
}

/** So many findings does a page cite, in its cases or after them, at most two there; the findings of the domain have all. */
const maxCited = 5;

/** Findings on the task that no case of it cites already. */
function findingsOn({ task, foundOn }: Given, taskClass: string): Held[] {
  const cited = [...(task.team_pays_when ?? []), ...(task.team_does_not_pay_when ?? [])];
  const room = Math.max(0, maxCited - cited.filter(({ source }) => source).length);
  const isCited = ({ finding, record }: Held) =>
    cited.some(({ source, finding: id }) => source === record.more.slug && id === finding.id);
  return (foundOn.get(taskClass) ?? []).filter(each => !isCited(each)).slice(0, Math.min(2, room));
}

function bodyOf(given: Given, taskClass: string): string {
  const { domain, task, catalog } = given;
  const { team_pays_when: pays = [], team_does_not_pay_when: not = [] } = task;
  const { starter, control, teams } = choices(given, taskClass);
  const findings = findingsOn(given, taskClass).map(findingLine);
  const name = domain.more.domain;
  const alone = starter && isAlone(task, given.starters) ? 'one agent, ' : '';
  const compared = [...catalog.guides.values()].filter(({ path }) => path === '/guides/tenant-evaluation.md');
  const ways = [
    ...compared.map(({ path }) => `[How to compare](${path})`),
    `[all findings](/domains/${name}/findings.md)`,
    `[the domain](/domains/${name}.md)`,
  ].join('; ');
  return [
    `${escapeMarkdown(task.description)}\n\n**Begin with** ${alone}${adviceOn(task, catalog)}`,
    starter &&
      `[${starter.more.name}](${starter.path}) costs at most ${spendOf(starter)}: ${moneyOf(starter)}.`,
    `## When a team pays\n\n${casesOf(pays, 'No record and no practice shows a case: begin without one.')}`,
    `## When it does not\n\n${casesOf(not, 'Nothing is known beyond the default.')}`,
    `## What it costs\n\n${multipleOf(task)}`,
    teams.length > 0 && `## Teams and their control\n\n${teamLines(teams, control)}`,
    findings.length > 0 && `## Findings on this task\n\n${findings.join('\n')}`,
    `## What would change the answer\n\n${changeOf(starter)} ${ways}.`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

function casesOf(cases: Cases, none: string): string {
  if (cases.length === 0) return none;
  return cases
    .map(({ case: text, source, finding }) => {
      const at = finding ? `#${finding}` : '';
      return `- ${escapeMarkdown(text)}${source ? ` ([record](/research/${source}.md${at}))` : ''}`;
    })
    .join('\n');
}

function multipleOf({ token_multiple: multiple }: Task): string {
  if (!multiple)
    return 'How many times the tokens of one agent a team takes here is unknown: no record states it.';
  const { low, high, source, conditions } = multiple;
  return `A team took ${low} to ${high} times as much as one agent ([record](/research/${source}.md)). ${escapeMarkdown(conditions)}`;
}

function teamLines(teams: readonly VersionEntry[], control: VersionEntry | undefined): string {
  const lines = teams.slice(0, maxTeams).map(team => {
    const none = team.more.control ? '' : '; it names no control';
    return `- [${team.more.name}](${team.path}): at most ${spendOf(team)}${none}`;
  });
  if (teams.length > maxTeams)
    lines.push(
      `- ${teams.length - maxTeams} more: [starters](/starters/index.md), [formations](/formations/index.md)`,
    );
  if (control)
    lines.push(`- Control, one agent: [${control.more.name}](${control.path}), at most ${spendOf(control)}`);
  return lines.join('\n');
}

const findingLine = ({ finding, record: { more } }: Held): string =>
  `- ${escapeMarkdown(finding.claim)} ([record](/research/${more.slug}.md#${finding.id}))`;

const changeOf = (starter: VersionEntry | undefined): string =>
  starter
    ? escapeMarkdown(starter.more.falsified_if)
    : 'A team that passes more of the same cases than one agent with the same tokens.';
