/**
 * `/tasks/index.md` and `/tasks.csv`: what to begin with for each task class, what a team adds to one agent, and at what cost.
 */
import type { Kind } from '#document/kind/kind.ts';
import { strengths } from '#document/kind/task.ts';
import { index } from '#document/message/index.ts';
import { escapeMarkdown, plural } from '#document/text/plain-text.ts';
import { taskTitle } from '#document/text/task-title.ts';
import type { Choice } from '#edition/beside.ts';
import type { Catalog, SourceEntry } from '../catalog/source/catalog.ts';
import type { DomainFacts } from '../catalog/source/facts.ts';
import { findingsOnTask } from '../catalog/source/task-evidence.ts';
import { isCost, type Point, signed } from '../document/effect/point.ts';
import { strengthOf } from '../document/effect/verdict.ts';
import type { Page, Setting } from './compose/page.ts';
import { listPages } from './compose/paging.ts';
import { firstOf, ifNoneFits, type Starters, type Task } from './compose/task-line.ts';
import { domainsOf, newestStarters, taskPlace } from './domain-lists.ts';
import { multipleOf } from './task-decision.ts';

export const taskIndexPath = '/tasks/index.md';
export const taskTablePath = '/tasks.csv';

/** The most tokens of lines on a page of the index. */
const pageTokens = 6000;

/** Makes the index, a table of the tasks of all domains, and the same table as CSV for programs. */
export function taskIndexPages(catalog: Catalog, setting: Setting): Page[] {
  const starters = newestStarters(catalog);
  const rows = domainsOf(catalog).flatMap(({ more: { domain, tasks }, facts: { title } }) =>
    tasks.map(task => rowOf(`${domain}.${task.name}`, title, task, starters, catalog)),
  );
  const pages = listPages({
    kind: index as unknown as Kind,
    path: taskIndexPath,
    title: 'Is a team worth it?',
    description,
    fields: { lists: 'task', total: catalog.taskClasses.size },
    intro: note,
    parts: [{ head, lines: rows.map(lineOf) }],
    tokens: pageTokens,
    setting,
    about: () => ({ choice: taskChoice(rows) }),
  });
  return [...pages, tablePage(rows)];
}

const description =
  'For every task class: what to begin with, what a team adds to one agent, at what cost, and when to change.';

const note =
  'The column "A team adds" counts only results that compare a team with one agent, and n is the number of cases. The column ' +
  '"It costs" gives what a team spent in tokens or money as a multiple of what one agent spent. ' +
  '`unknown` means that no source in the catalog measured this. ' +
  `Programs can read the same table as [tasks.csv](${taskTablePath}).\n\n${ifNoneFits}`;

/** A row of the table, for one task class. */
interface Row {
  task_class: string;
  /** The title of the domain of the task class. */
  domain: string;
  title: string;
  page: string;
  begin_with: string;
  team_adds: string;
  team_cost: string;
  evidence: (typeof strengths)[number];
  change_when: string;
}

function rowOf(taskClass: string, domain: string, task: Task, starters: Starters, catalog: Catalog): Row {
  const found = findingsOnTask(taskClass, task, catalog);
  const multiple = multipleOf(found, catalog);
  const counted = found.filter(({ side }) => side !== undefined);
  const cost =
    multiple && (multiple.low === multiple.high ? multiple.low : `${multiple.low} to ${multiple.high}`);
  return {
    task_class: taskClass,
    domain,
    title: taskTitle(task),
    page: taskPlace(taskClass, catalog),
    begin_with: firstOf(task, starters),
    team_adds: addedIn(counted.flatMap(({ points }) => points).filter(point => !isCost(point))),
    team_cost: cost === undefined ? 'unknown' : `${cost} times`,
    evidence: strengthOf(found),
    change_when: task.advice ?? '',
  };
}

/** Writes the results on each scale, as a range from the least to the most: `−20 to +6 % (2 results, n = 20)`. */
function addedIn(points: readonly Point[]): string {
  const scales = [...new Set(points.map(({ scale }) => scale))];
  const texts = scales.map(scale => {
    const own = points.filter(point => point.scale === scale);
    const values = own.map(({ value }) => value);
    const [least, most] = [Math.min(...values), Math.max(...values)].map(signed);
    const known = own.flatMap(({ cases }) => cases ?? []);
    const ends = [...new Set([Math.min(...known), Math.max(...known)])].join(' to ');
    const results = plural(own.length, 'result');
    const range = least === most ? least : `${least} to ${most}`;
    const unit = scale === 'percent' ? '%' : 'points';
    return `${range} ${unit} (${results}, ${known.length === 0 ? 'n unknown' : `n = ${ends}`})`;
  });
  return texts.length === 0 ? 'unknown' : texts.join('; ');
}

const head = [
  '| Task | Domain | Begin with | A team adds | It costs | Evidence | Change |',
  '| --- | --- | --- | --- | --- | --- | --- |',
].join('\n');

function lineOf({
  title,
  domain,
  page,
  begin_with,
  team_adds,
  team_cost,
  evidence,
  change_when,
}: Row): string {
  const text = (authored: string) => escapeMarkdown(authored).replaceAll('|', '\\|');
  const cells = [text(domain), text(begin_with), team_adds, team_cost, evidence, text(change_when)];
  return `| [${text(title)}](${page}) | ${cells.join(' | ')} |`;
}

const columns: Choice['columns'] = [
  { name: 'task' },
  { name: 'domain', use: 'filter' },
  { name: 'begin with', use: 'filter' },
  { name: 'a team adds', use: 'filter' },
  { name: 'it costs' },
  { name: 'evidence', use: 'filter' },
  { name: 'change' },
];

/** Makes the table of the tasks of one domain, without the column of the domain and without filters. */
export function domainChoice({ more, facts }: SourceEntry<DomainFacts>, catalog: Catalog): Choice {
  const starters = newestStarters(catalog);
  const { columns, rows } = taskChoice(
    more.tasks.map(task => rowOf(`${more.domain}.${task.name}`, facts.title, task, starters, catalog)),
  );
  const isOwn = (_: unknown, at: number) => at !== 1;
  return {
    of: 'tasks',
    columns: columns.filter(isOwn).map(({ name }) => ({ name })),
    rows: rows.map(cells => cells.filter(isOwn)),
  };
}

/** Makes the table of tasks that people sort and filter. */
function taskChoice(rows: readonly Row[]): Choice {
  return {
    of: 'tasks',
    columns,
    rows: rows.map(row => [
      { text: row.title, path: row.page, id: row.task_class },
      { text: row.domain },
      {
        text: row.begin_with,
        values: [row.begin_with.startsWith('one agent') ? 'one agent' : 'more than one agent'],
      },
      { text: row.team_adds, values: [row.team_adds === 'unknown' ? 'unknown' : 'measured'] },
      { text: row.team_cost },
      { text: row.evidence, at: strengths.indexOf(row.evidence) },
      { text: row.change_when },
    ]),
  };
}

/** Makes the page of the table as CSV (RFC 4180). */
function tablePage(rows: readonly Row[]): Page {
  const columns = [
    'task_class',
    'title',
    'begin_with',
    'team_adds',
    'team_cost',
    'evidence',
    'change_when',
    'page',
  ] as const;
  const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = [columns.join(','), ...rows.map(row => columns.map(name => cell(row[name])).join(','))];
  return {
    path: taskTablePath,
    file: taskTablePath.slice(1),
    kind: 'table',
    mediaType: 'text/csv; charset=utf-8',
    title: 'Tasks',
    description,
    listed: false,
    text: () => `${lines.join('\r\n')}\r\n`,
  };
}
