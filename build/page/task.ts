/** `/tasks/…`: a page for each task class, with what to begin with, when a team is worth it, and the evidence for that. */

import type { Kind } from '#document/kind/kind.ts';
import { task as taskKind } from '#document/message/index.ts';
import { escapeMarkdown } from '#document/text/plain-text.ts';
import { taskTitle } from '#document/text/task-title.ts';
import type { Catalog, SourceEntry, VersionEntry } from '../catalog/source/catalog.ts';
import type { DomainFacts } from '../catalog/source/facts.ts';
import { offered } from '../catalog/source/version-order.ts';
import { price } from '../document/effect/money.ts';
import { partlyReported } from '../document/effect/sentence.ts';
import { inOrder } from '../document/kind/kind.ts';
import type { Finding } from '../document/kind/research-record.ts';
import { groupBy } from '../document/text/group.ts';
import { citedAs } from './compose/cited.ts';
import { moneyOf, spendInFull, timeOf } from './compose/cost.ts';
import { composedPage, type Page, type Setting } from './compose/page.ts';
import { beginning, firstOf, isAlone, type Starters, type Task, taskPath } from './compose/task-line.ts';
import { testOf } from './compose/task-test.ts';
import { domainsOf, joinedTasks, newestStarters } from './domain-lists.ts';
import { exportIndexPath } from './export.ts';
import { findingsOf, type RecordedFinding } from './findings.ts';
import { decisionFields, numbersOf, shownPoints, teamBeside } from './task-decision.ts';
import { taskIndexPages } from './task-index.ts';

type Cases = NonNullable<Task['team_pays_when']>;
type Multiple = ReturnType<typeof decisionFields>['token_multiple'];

/** The most teams that the page of a task names. */
const maxTeams = 6;

export function taskPages(catalog: Catalog, setting: Setting): Page[] {
  const joined = joinedTasks(catalog);
  const pages = tasksOf(catalog)
    .filter(({ domain, task }) => !joined.has(taskPath(`${domain.more.domain}.${task.name}`)))
    .map(given => taskPage(given, setting));
  return [...taskIndexPages(catalog, setting), ...pages];
}

/** Returns every task that a domain declares, with the facts from which its page is made. */
function tasksOf(catalog: Catalog): Given[] {
  const newest = [...offered(catalog.starters), ...offered(catalog.formations)].map(([first]) => first!);
  const starters = newestStarters(catalog);
  const teams = newest.filter(({ more, status }) => status === 'active' && more.budget.max_agents > 1);
  const teamsFor = groupBy(
    teams.flatMap(team => team.more.task_classes.map(name => ({ name, team }))),
    ({ name }) => name,
  );
  const current = findingsOf(catalog).filter(({ finding }) => finding.task_class && !finding.superseded_by);
  const foundOn = groupBy(current, ({ finding }) => finding.task_class!);
  return domainsOf(catalog).flatMap(domain =>
    domain.more.tasks.map(task => ({ domain, task, catalog, starters, teamsFor, foundOn })),
  );
}

/** The facts from which the page of a task is made. */
interface Given {
  domain: SourceEntry<DomainFacts>;
  task: Task;
  catalog: Catalog;
  starters: Starters;
  /** The newest active versions of teams with several agents, by task class. */
  teamsFor: ReadonlyMap<string, readonly { team: VersionEntry }[]>;
  /** The findings by task class. */
  foundOn: ReadonlyMap<string, readonly RecordedFinding[]>;
}

function taskPage(given: Given, setting: Setting): Page {
  const { domain, task } = given;
  const taskClass = `${domain.more.domain}.${task.name}`;
  const fields = fieldsOf(given, taskClass);
  const body = bodyOf(given, taskClass, fields.token_multiple);
  return composedPage({
    kind: taskKind as unknown as Kind,
    path: taskPath(taskClass),
    title: taskTitle(task),
    description: `Begin with ${firstOf(task, given.starters)}. ${task.description}`,
    fields: () => inOrder(taskKind as unknown as Kind, fields),
    body: () => body,
    setting,
    about: () => fields,
    search: {
      names: [taskClass, task.name.replaceAll('_', ' ')],
      purpose: [task.description],
      domains: [domain.more.domain],
      task_classes: [taskClass],
    },
  });
}

function fieldsOf(given: Given, taskClass: string) {
  const { task } = given;
  const { team_pays_when: pays = [], team_does_not_pay_when: not = [] } = task;
  const chosen = choices(given, taskClass);
  const { token_multiple, ...decided } = decisionFields(taskClass, task, given.starters, given.catalog);
  const cited = [...pays, ...not].flatMap(({ source }) => source ?? []);
  const found = findingsOn(given, taskClass).map(({ record }) => record.more.slug);
  const sources = [...new Set([...cited, ...(token_multiple ? [token_multiple.source] : []), ...found])];
  return {
    task_class: taskClass,
    default: isAlone(task, given.starters) ? 'one_agent' : task.default,
    confidence: cited.length > 0 ? 'evidence' : pays.length + not.length > 0 ? 'practice' : 'none',
    ...decided,
    team_pays_when: pays.map(each => each.case),
    team_does_not_pay_when: not.map(each => each.case),
    token_multiple,
    starter: chosen.starter?.path,
    control: chosen.control?.path,
    team: teamBeside(task, chosen)?.path,
    sources: sources.slice(0, 20),
  };
}

/** Returns the starter to begin with, the teams made for the task, and the one agent with which they are compared. */
function choices({ task, starters, teamsFor }: Given, taskClass: string) {
  const teams = (teamsFor.get(taskClass) ?? []).map(({ team }) => team);
  const first = starters.get(task.default ?? '');
  const controlOf = teams.find(({ more }) => more.control)?.more.control;
  const own = first?.more.budget.max_agents === 1 ? first : undefined;
  return { starter: first, teams, control: (controlOf && starters.get(controlOf)) || own };
}

/**
 * The most findings that the page of a task cites, in its cases or after them; after them, at most two. The page
 * of findings in the domain has all of them.
 */
const maxCited = 5;

/** Returns findings on the task that none of its cases cites, as many as the page has room for. */
function findingsOn({ task, foundOn }: Given, taskClass: string): RecordedFinding[] {
  const cited = [...(task.team_pays_when ?? []), ...(task.team_does_not_pay_when ?? [])];
  const room = Math.max(0, maxCited - cited.filter(({ source }) => source).length);
  const isCited = ({ finding, record }: RecordedFinding) =>
    cited.some(({ source, finding: id }) => source === record.more.slug && id === finding.id);
  return (foundOn.get(taskClass) ?? []).filter(each => !isCited(each)).slice(0, Math.min(2, room));
}

function bodyOf(given: Given, taskClass: string, multiple: Multiple): string {
  const { domain, task, catalog, starters } = given;
  const { team_pays_when: pays = [], team_does_not_pay_when: not = [] } = task;
  const address = addressIn(catalog, starters);
  const { starter, control, teams } = choices(given, taskClass);
  const found = findingsOn(given, taskClass);
  const cited = [...pays, ...not].flatMap(each => findingBehind(each, catalog) ?? []);
  const points = [...cited, ...found.map(({ finding }) => finding)].flatMap(shownPoints);
  const name = domain.more.domain;
  return [
    escapeMarkdown(task.description),
    `## What to do first\n\n${beginning(task, starters, address)}`,
    `## What it costs\n\n${costOf(starter, multiple, catalog)}`,
    `## When to change\n\n${task.advice ? linked(escapeMarkdown(task.advice), address) : noSign}`,
    teams.length > 0 && teamLines(teams, control),
    filesOf(starter ?? teams[0]),
    `## How to see whether it helped\n\n${testOf(task, starters, catalog)}`,
    `## When a team is worth it\n\n${casesOf(pays, 'A team is worth it', catalog)}`,
    `## When it is not\n\n${casesOf(not, 'A team is not worth it', catalog)}`,
    found.length > 0 && `## Findings on this task\n\n${found.map(findingLine).join('\n')}`,
    partlyReported(points),
    `See also [the findings](/domains/${name}/findings.md) and [the other tasks](/domains/${name}.md) in this domain.`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Makes a function that returns the address of the starter or pattern with a name; undefined if there is none. */
const addressIn =
  ({ patterns }: Catalog, starters: Starters) =>
  (name: string): string | undefined =>
    starters.get(name)?.path ?? (patterns.has(name) ? `/patterns/${name}.md` : undefined);

/** Turns each name of a starter or pattern in a text into a link. Words without a hyphen are not taken for names. */
const linked = (text: string, address: ReturnType<typeof addressIn>): string =>
  text.replace(/[a-z0-9-]+/g, name => {
    const path = name.includes('-') ? address(name) : undefined;
    return path === undefined ? name : `[${name}](${path})`;
  });

/** Writes the measured cost of a team, or that no study measures it, followed by the limits of the starter to begin with. */
function costOf(starter: VersionEntry | undefined, multiple: Multiple, catalog: Catalog): string {
  const cited = multiple ? citedAs(multiple.source, catalog) : '';
  const cost = multiple
    ? spentText(
        escapeMarkdown(multiple.conditions).replaceAll(cited, `[$&](/research/${multiple.source}.md)`),
      )
    : 'No study in this catalog measures what a team costs on this task.';
  const what = starter && starter.more.budget.max_agents > 1 ? 'team' : 'agent';
  const cap = starter
    ? `The starter ${starter.more.name}, a ready-made ${what}, limits a run to ${timeOf(starter)}, ${spendInFull(starter)}. At ` +
      `[$${price.input} per million tokens read and $${price.output} per million written](/starters/index.md), a run costs at most ${moneyOf(starter)}.`
    : 'The catalog has no starter for this approach, so no file limits a run. Set a token limit before you begin.';
  return `${cost}\n\n${cap}`;
}

/** Writes what a team spent compared with one agent: one study in a sentence, several as a list. */
function spentText(conditions: string): string {
  const studies = conditions.split('; ');
  return studies.length === 1
    ? `Compared with one agent, a team spent ${studies[0]}.`
    : `Compared with one agent, a team spent:\n\n${studies.map(study => `- ${study}`).join('\n')}`;
}

/** The text of a page for a task if nobody wrote when to change the way of working. */
const noSign = 'The catalog does not say when another approach would be better.';

/** Returns the finding that a case cites; undefined if it cites none. */
const findingBehind = ({ source, finding }: Cases[number], { research }: Catalog): Finding | undefined =>
  source === undefined ? undefined : research.get(source)?.more.findings.find(({ id }) => id === finding);

/**
 * Writes a list with a sentence for each case; says so if there are none.
 * @param what the beginning of each sentence, which says whether a team is worth it
 */
function casesOf(cases: Cases, what: string, catalog: Catalog): string {
  if (cases.length === 0) return 'The catalog has no such case.';
  return cases
    .map(each => {
      const { case: text, source, finding } = each;
      if (!source) return `- ${what} when ${escapeMarkdown(text)}.`;
      const found = findingBehind(each, catalog);
      const conditions = found?.conditions ? `. ${studyOf(found)}` : '.';
      return `- ${what} when ${escapeMarkdown(text)} ([${citedAs(source, catalog)}](/research/${source}.md${finding ? `#${finding}` : ''}))${conditions}`;
    })
    .join('\n');
}

/** Writes how to download the files of a team; undefined if its version is not active. */
function filesOf(version: VersionEntry | undefined): string | undefined {
  if (version?.status !== 'active') return undefined;
  const path = version.path.replace(/^\/(?:starters|formations)\//, '/exports/claude-code/');
  return (
    `You can download ${version.more.name} as files [for Claude Code](${path}). For [another runtime](${exportIndexPath}), ` +
    'replace `claude-code` in that link with the name of the runtime.'
  );
}

/** Writes the most that a run may use, and its cost at the prices of all pages. */
const limitsOf = (version: VersionEntry): string =>
  `${timeOf(version)}, ${spendInFull(version)} (${moneyOf(version)})`;

function teamLines(teams: readonly VersionEntry[], control: VersionEntry | undefined): string {
  const lines = teams.slice(0, maxTeams).map(team => {
    const none = team.more.control ? '' : ', with no control named';
    return `- [${team.more.name}](${team.path}): ${limitsOf(team)}${none}`;
  });
  if (teams.length > maxTeams)
    lines.push(
      `- ${teams.length - maxTeams} more are among the [starters](/starters/index.md) and [formations](/formations/index.md)`,
    );
  if (control)
    lines.push(
      `- [${control.more.name}](${control.path}), the one agent to compare ${teams.length === 1 ? 'the team' : 'them'} with: ${limitsOf(control)}`,
    );
  const made = teams.length === 1 ? 'one team' : 'these teams';
  return `The catalog has ${made} for this task. Each line gives the limits of one run, with the highest cost in brackets.\n\n${lines.join('\n')}`;
}

function findingLine({ finding, record: { more }, cited }: RecordedFinding): string {
  const { claim, conditions, id } = finding;
  const tail = conditions ? ` ${studyOf(finding)}` : '';
  return `- ${escapeMarkdown(claim.replace(/\.$/, ''))} ([${cited}](/research/${more.slug}.md#${id})).${tail}`;
}

/** Writes the numbers of a finding, and the sentences on the conditions under which the study measured them. */
const studyOf = (finding: Pick<Finding, 'effects' | 'conditions'>): string =>
  `${numbersOf(finding)}${escapeMarkdown(finding.conditions)}`;
