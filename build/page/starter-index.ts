/**
 * `/starters/index.md`: all starters, or those for one task class (`?task_class=`), with a line for the newest version of each.
 */

import type { Kind } from '#document/kind/kind.ts';
import { index } from '#document/message/index.ts';
import type { Catalog, VersionEntry } from '../catalog/source/catalog.ts';
import type { DomainFacts } from '../catalog/source/facts.ts';
import { newestFirst, offered } from '../catalog/source/version-order.ts';
import { costNote, moneyOf, spendOf } from './compose/cost.ts';
import { composedPage, indexLine, type Page, type Setting } from './compose/page.ts';
import { fitting, listPages } from './compose/paging.ts';
import { adviceOn } from './compose/task-line.ts';
import { partsOf, versionChoice } from './compose/version-choice.ts';
import { taskPlace } from './domain-lists.ts';
import { formerNote, formerPages } from './former.ts';
import { startersFor } from './static.ts';

const path = '/starters/index.md';
const note =
  'Nobody has validated a starter as a whole. We assembled each starter from patterns that others have studied, so compare a team with its control before ' +
  'you rely on the team. ' +
  '[Is a team worth it?](/tasks/index.md)';

const example =
  'The prices are examples; [the full list of starters](/starters/index.md) explains how we calculate them.';

/** The text above the table in the reading edition. */
const lead =
  'Choose a field of work to filter the starters, or click the head of a column to sort the table.';

/** The most tokens of lines on a page. */
const pageTokens = 3000;

/** The most tokens of the lines for one task. A reader with a task reads this list before a starter. */
const taskTokens = 400;

export function starterIndexPages(catalog: Catalog, setting: Setting): Page[] {
  const newest = newestFirst(offered(catalog.starters), catalog).map(versions => versions[0]!);
  const former = formerNote('starters', catalog.starters);
  const whole = listPages({
    kind: index as unknown as Kind,
    path,
    title: 'Starters',
    description: `Complete teams and single agents to begin with. ${askOf(setting)}`,
    fields: { lists: 'starter', total: newest.length },
    intro: [note, examplesNote(catalog), costNote].filter(Boolean).join('\n\n'),
    parts: partsOf(newest, starterLine),
    ...(former && { end: former }),
    tokens: pageTokens,
    setting,
    about: () => ({ choice: versionChoice('starters', newest, catalog), lead }),
  });
  const tasks = [...catalog.domains.values()].flatMap(({ more }) =>
    more.tasks.map(task => taskPage(more.domain, task, newest, catalog, setting)),
  );
  const gone = formerPages(catalog, { folder: 'starters', versions: catalog.starters, setting });
  return [...whole, ...gone, ...tasks];
}

/** Writes how to get the list of starters for one task, from the server or from a host of plain files. */
const askOf = ({ isStatic }: Setting): string =>
  isStatic
    ? 'The teams for one task are at /starters/index/coding.bug_fix.md.'
    : 'To list those for one task, add ?task_class=coding.bug_fix.';

/** The guides with an example input and a good output for each starter. */
const exampleGuides = [
  { path: '/guides/starter-examples.md', of: 'teams' },
  { path: '/guides/starter-examples-one-agent.md', of: 'one agent' },
];

/** Writes where to read an example input and a good output of each starter; undefined if the catalog has no such guide. */
function examplesNote({ guides }: Catalog): string | undefined {
  const links = exampleGuides
    .filter(({ path }) => guides.some(guide => guide.path === path))
    .map(({ path, of }) => `[${of}](${path})`);
  if (links.length === 0) return undefined;
  return `These pages show an example input and a good output for each starter: ${links.join(', ')}.`;
}

function starterLine(starter: VersionEntry): string {
  const { more, facts, path } = starter;
  const control = more.control ? ` Control: ${more.control}.` : '';
  const cost = `A run uses at most ${spendOf(starter)} (${moneyOf(starter)}).`;
  return indexLine(more.name, path, `${facts.description}${control} ${cost}`);
}

/** Makes the list of the starters for one task. The starter to begin with comes first. */
function taskPage(
  domain: string,
  task: DomainFacts['tasks'][number],
  newest: readonly VersionEntry[],
  catalog: Catalog,
  setting: Setting,
): Page {
  const name = `${domain}.${task.name}`;
  const isFirst = ({ more }: VersionEntry) => more.name === task.default;
  const others = newest.filter(
    version => version.status === 'active' && !isFirst(version) && version.more.task_classes.includes(name),
  );
  const all = [...newest.filter(isFirst), ...others];
  const lines = fitting(all.map(starterLine), taskTokens);
  const rest = all.length - lines.length;
  const search = setting.isStatic ? '' : `, or search with \`task_class=${name}\``;
  if (rest > 0) lines.push(`- ${rest} more are in [the whole list](/starters/index.md)${search}.`);
  const begin = `Begin with ${adviceOn(task, catalog)} The task's page says [when a team is worth it](${taskPlace(name, catalog)}).`;
  const none = `There is no starter for this task. See [where to start](/domains/${domain}.md#where-to-start).`;
  return composedPage({
    kind: index as unknown as Kind,
    path: startersFor(name, setting),
    file: `starters/index/${name}.md`,
    title: `Starters for ${name}`,
    description: `Teams for the task ${name}. ${task.description}`.slice(0, 300),
    fields: () => ({ lists: 'starter', total: all.length }),
    body: () => `${begin}\n\n${lines.length === 0 ? none : `${note} ${example}\n\n${lines.join('\n')}`}`,
    setting,
    listed: false,
  });
}
