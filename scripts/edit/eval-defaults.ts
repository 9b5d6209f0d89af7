/** How often a task in plain words leads to the right default; `scripts/eval-defaults.ts` says what it prints. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readDocument } from '#build/text/front-matter.ts';
import { SearchIndex } from '../../server/search/search-index.ts';
import { builtSite } from './eval-search.ts';

interface DefaultTask {
  task: string;
  /** `one_agent`, a starter of several agents, or a pattern. */
  defaults: string[];
  /** Starters or patterns to begin with; those of the classes where it names these. */
  starters?: string[];
  classes?: string[];
}

interface DefaultSet {
  /** Who wrote the tasks and chose the defaults. */
  author: string;
  /** Whether anything was changed after its results were seen. */
  tuned: boolean;
  note: string;
  tasks: DefaultTask[];
}

/** What a page of a task says. */
interface Answer {
  taskClass: string;
  /** `one_agent`, a starter or a pattern. */
  first: string;
  /** The name of the starter, or the pattern; `one_agent` without either. */
  starter: string;
}

/** What an agent sees of the results. */
const shown = 8;

const folder = join(import.meta.dirname, '../../test/fixture/default');

/** All sets by the name of their file. */
export const readDefaultSets = (): ReadonlyMap<string, DefaultSet> =>
  new Map(
    readdirSync(folder)
      .sort()
      .map(file => [file, JSON.parse(readFileSync(join(folder, file), 'utf8')) as DefaultSet]),
  );

/** What each task page says, by path. */
function answersOf(site: ReturnType<typeof builtSite>): ReadonlyMap<string, Answer> {
  const pages = site.pages.filter(({ kind }) => kind === 'task');
  return new Map(
    pages.map(page => {
      const reading = readDocument(site.textOf(page));
      if (!reading.ok) throw new Error(`${page.path} cannot be read.`);
      const { task_class, default: first, starter } = reading.document.value as Record<string, string>;
      return [
        page.path,
        { taskClass: task_class!, first: first!, starter: starter?.split('/')[2] ?? first! },
      ];
    }),
  );
}

const percent = (hits: readonly boolean[]): string =>
  hits.length === 0 ? '–' : `${((100 * hits.filter(Boolean).length) / hits.length).toFixed(1)} %`;

/** What a set gave, as lines for people. */
function report(
  name: string,
  set: DefaultSet,
  asked: (task: string) => Answer | undefined,
  answers: Iterable<Answer>,
  all: boolean,
) {
  const ofClass = new Map([...answers].map(answer => [answer.taskClass, answer]));
  const results = set.tasks.map(({ task, defaults, classes, starters: named }) => {
    const starters = named ?? classes?.map(each => ofClass.get(each)!.starter);
    const answer = asked(task);
    const right = answer !== undefined && defaults.includes(answer.first);
    const team = !defaults.includes('one_agent');
    const hit = (accepted: readonly string[] | undefined, found: string | undefined) =>
      accepted && [found !== undefined && accepted.includes(found)];
    return {
      ...{ task, answer, right, team },
      starter: hit(starters, answer?.starter) ?? [],
      class: hit(classes, answer?.taskClass) ?? [],
    };
  });
  const teams = results.filter(({ team }) => team);
  return [
    `${name.padEnd(14)} ${results.length} tasks  ${set.tuned ? 'tuned on ' : 'not tuned'}  right ${percent(results.map(each => each.right))}  ` +
      `of the ${teams.length} teams ${percent(teams.map(each => each.right))}  starter ${percent(results.flatMap(each => each.starter))}  ` +
      `class ${percent(results.flatMap(each => each.class))}`,
    `    ${set.author}. ${set.note}`,
    ...results
      .filter(({ right }) => all && !right)
      .map(({ task, answer }) => `    missed: ${task}\n        ${answer?.taskClass ?? 'no page of a task'}`),
  ].join('\n');
}

/** Runs the command with the words of this process. */
export async function evaluateDefaults(): Promise<void> {
  const { values } = parseArgs({ options: { missed: { type: 'boolean', default: false } } });
  const site = builtSite();
  const index = await SearchIndex.of(site.pages);
  const answers = answersOf(site);
  const asked = (query: string): Answer | undefined => {
    const page = index
      .find({ query })
      .slice(0, shown)
      .find(({ path }) => answers.has(path));
    return page && answers.get(page.path);
  };
  for (const [file, set] of readDefaultSets()) {
    process.stdout.write(`${report(file, set, asked, answers.values(), values.missed)}\n`);
  }
}
