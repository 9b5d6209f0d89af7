/** How often a task in plain words leads to the right default; `scripts/eval-defaults.ts` says what it prints. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { wilson } from '#document/statistics/interval.ts';
import { readDocument } from '#document/text/front-matter.ts';
import type { PageEntry } from '#document/text/manifest.ts';
import { withJoinedTasks } from '#edition/search/joined-task.ts';
import { SearchIndex } from '#edition/search/search-index.ts';
import { builtSite } from './eval-search.ts';

interface DefaultTask {
  task: string;
  /** `one_agent`, a starter of several agents, or a pattern. */
  defaults: string[];
  /** Starters or patterns to begin with; those of the classes where it names these. */
  starters?: string[];
  /** The classes that are right; empty where none fits. */
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

/** The advice on the page of a task. */
interface Answer {
  taskClass: string;
  /** `one_agent`, a starter or a pattern. */
  first: string;
  /** The name of the starter, or the pattern; `one_agent` without either. */
  starter: string;
}

const folder = join(import.meta.dirname, '../../test/fixture/default');

/** All sets by the name of their file. */
export const readDefaultSets = (): ReadonlyMap<string, DefaultSet> =>
  new Map(
    readdirSync(folder)
      .sort()
      .map(file => [file, JSON.parse(readFileSync(join(folder, file), 'utf8')) as DefaultSet]),
  );

/** Maps the address of each task to its advice. */
function answersOf(site: ReturnType<typeof builtSite>): ReadonlyMap<string, Answer> {
  const pages = withJoinedTasks(site.pages).filter(({ kind }) => kind === 'task');
  return new Map(
    pages.map((page): [string, Answer] => {
      if (page.path.includes('#')) return [page.path, answerOfEntry(page)];
      const parsed = readDocument(site.textOf(page));
      if (!parsed.ok) throw new Error(`${page.path} cannot be read.`);
      const { task_class, default: first, starter } = parsed.document.value as Record<string, string>;
      return [
        page.path,
        { taskClass: task_class!, first: first!, starter: starter?.split('/')[2] ?? first! },
      ];
    }),
  );
}

/** Reads the advice from the entry of a task on the page of its domain: `Begin with one agent, solo-coder. …`. */
function answerOfEntry({ title = '', description = '' }: PageEntry): Answer {
  const [, first = 'one agent', starter] =
    /^Begin with (one agent|[a-z0-9-]+)(?:, ([a-z0-9-]+))?\./.exec(description) ?? [];
  const named = first.replace(' ', '_');
  return { taskClass: title, first: named, starter: starter ?? named };
}

/** A share with its 95 % interval (Wilson). */
function shareOf(hits: readonly boolean[]): string {
  if (hits.length === 0) return '–';
  const percent = (value: number) => (100 * value).toFixed(0);
  const right = hits.filter(Boolean).length;
  const { low, high } = wilson(right, hits.length);
  return `${((100 * right) / hits.length).toFixed(1)} % (${percent(low)} to ${percent(high)})`;
}

/** Judges the answer to one task: whether the advice was right, and whether its class was. */
function resultOf({ task, defaults, classes }: DefaultTask, answer: Answer | undefined) {
  const isTeam = !defaults.includes('one_agent');
  return {
    ...{
      task,
      answer,
      isTeam,
      hasClass: classes !== undefined && classes.length > 0,
      hasNone: classes?.length === 0,
    },
    // Where no class fits, search says to begin with one agent.
    right: defaults.includes(answer?.first ?? 'one_agent'),
    ofClass: answer !== undefined && classes?.includes(answer.taskClass) === true,
  };
}

/** Returns the results of a set as lines for people. */
function summary(
  name: string,
  set: DefaultSet,
  asked: (task: string) => Answer | undefined,
  answers: Iterable<Answer>,
  all: boolean,
) {
  const starterOf = new Map([...answers].map(({ taskClass, starter }) => [taskClass, starter]));
  const results = set.tasks.map(each => resultOf(each, asked(each.task)));
  const starters = set.tasks.flatMap(({ starters: named, classes }, at) => {
    const accepted = named ?? classes?.map(each => starterOf.get(each)!) ?? [];
    return accepted.length === 0 ? [] : accepted.includes(results[at]!.answer?.starter ?? '');
  });
  const shares = {
    'right advice': shareOf(results.map(({ right }) => right)),
    'team found': shareOf(results.filter(({ isTeam }) => isTeam).map(({ right }) => right)),
    'no team where one agent is right': shareOf(
      results.filter(({ isTeam }) => !isTeam).map(({ right }) => right),
    ),
    starter: shareOf(starters),
    class: shareOf(results.filter(({ hasClass }) => hasClass).map(({ ofClass }) => ofClass)),
    'no class fits': shareOf(
      results.filter(({ hasNone }) => hasNone).map(({ answer }) => answer === undefined),
    ),
  };
  return [
    `${name}: ${results.length} tasks, ${set.tuned ? 'tuned on' : 'not tuned'}`,
    ...Object.entries(shares).flatMap(([what, share]) =>
      share === '–' ? [] : `    ${what.padEnd(33)}${share}`,
    ),
    `    ${set.author}. ${set.note}`,
    ...results
      .filter(({ right, hasNone, answer }) => all && (!right || (hasNone && answer !== undefined)))
      .map(({ task, answer }) => `    missed: ${task}\n        ${answer?.taskClass ?? 'no class'}`),
  ].join('\n');
}

/** Runs the command with the words of this process. */
export async function evaluateDefaults(): Promise<void> {
  const { values } = parseArgs({ options: { missed: { type: 'boolean', default: false } } });
  const site = builtSite();
  const index = await SearchIndex.of(site.pages);
  const answers = answersOf(site);
  const asked = (query: string): Answer | undefined => {
    const { task } = index.ask({ query });
    return task === undefined || task === 'none' ? undefined : answers.get(task.path);
  };
  for (const [file, set] of readDefaultSets()) {
    process.stdout.write(`${summary(file, set, asked, answers.values(), values.missed)}\n`);
  }
}
