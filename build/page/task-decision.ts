/**
 * The decision that the page of a task shows: its verdict, the findings on which it rests, and the
 * team to compare with one agent.
 */
import { escapeMarkdown } from '#document/text/plain-text.ts';
import type { Catalog, VersionEntry } from '../catalog/source/catalog.ts';
import { defaultOf, findingsOnTask } from '../catalog/source/task-evidence.ts';
import { changeIn, type Point } from '../document/effect/point.ts';
import { sentencesOf } from '../document/effect/sentence.ts';
import { costPoints, strengthOf, verdictOf } from '../document/effect/verdict.ts';
import { pointsOf } from '../document/effect/weigh.ts';
import type { Finding } from '../document/kind/research-record.ts';
import { citedAs } from './compose/cited.ts';
import type { Starters, Task } from './compose/task-line.ts';

/**
 * Returns the fields of a task that state a decision: the verdict, its strength and reason, the measured cost, and the findings.
 */
export function decisionFields(taskClass: string, task: Task, starters: Starters, catalog: Catalog) {
  const found = findingsOnTask(taskClass, task, catalog);
  const first = defaultOf(task, starters);
  return {
    verdict: verdictOf(found, first, task.because),
    strength: strengthOf(found),
    because: task.because,
    token_multiple: multipleOf(found, catalog),
    findings: found.map(({ finding, record }) => `${record.more.slug}#${finding.id}`),
  };
}

/**
 * Returns how many times the cost of one agent a team took, as a range over all pairs that findings measured in tokens or money;
 * undefined if there are no such pairs.
 */
export function multipleOf(found: ReturnType<typeof findingsOnTask>, catalog: Catalog) {
  const pairs = found.flatMap(each => costPoints([each]).map(point => ({ point, record: each.record })));
  const [first] = pairs;
  if (!first) return undefined;
  const times = pairs.map(({ point }) => changeIn(point));
  const words = pairs.map(
    ({ point, record }) =>
      `${round(changeIn(point))} times as much in ${point.of.replace(/^dollars, /, 'dollars on ')} (${citedAs(record.more.slug, catalog)})`,
  );
  return {
    low: round(Math.min(...times)),
    high: round(Math.max(...times)),
    source: first.record.more.slug,
    // As many studies as the field has room for.
    conditions: words.reduce((list, each) => (list.length + each.length < 238 ? `${list}; ${each}` : list)),
  };
}

const round = (times: number): string => String(Number(times.toPrecision(2)));

/**
 * Returns the team to compare with one agent: the starter, if it is a team; else the team that the advice names, or that has this
 * agent as its control, or the first; undefined if there is none.
 */
export function teamBeside(
  task: Task,
  {
    starter,
    control,
    teams,
  }: { starter: VersionEntry | undefined; control: VersionEntry | undefined; teams: readonly VersionEntry[] },
): VersionEntry | undefined {
  if (starter && starter.more.budget.max_agents > 1) return starter;
  const named = teams.find(({ more }) => new RegExp(`\\b${more.name}\\b`).test(task.advice ?? ''));
  return (
    named ??
    teams.find(({ more }) => more.control !== undefined && more.control === control?.more.name) ??
    teams[0]
  );
}

/** The most numbers of a finding that the page of a task shows. */
const maxNumbers = 2;

/** Returns the numbers of a finding that the page of a task shows. */
export const shownPoints = (finding: Pick<Finding, 'effects'>): Point[] =>
  pointsOf(finding).slice(0, maxNumbers);

/** Writes up to two numbers of a finding as sentences in Markdown, with a space at the end; empty if it has none. */
export function numbersOf(finding: Pick<Finding, 'effects'>): string {
  const numbers = sentencesOf(shownPoints(finding));
  return numbers === '' ? '' : `${escapeMarkdown(numbers)} `;
}
