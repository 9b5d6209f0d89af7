/** The findings on a task, each on its side: those that name the task, and those that its cases cite. */
import { type Default, isContrary } from '../../document/effect/verdict.ts';
import { type Weighed, weigh } from '../../document/effect/weigh.ts';
import type { Finding } from '../../document/kind/research-record.ts';
import type { Catalog, SourceEntry, VersionEntry } from './catalog.ts';
import type { DomainFacts, ResearchFacts } from './facts.ts';

type Task = DomainFacts['tasks'][number];

/** A finding on a task. */
interface TaskFinding extends Weighed {
  finding: Finding;
  record: SourceEntry<ResearchFacts>;
}

/** Returns the valid findings on a task: those of its class, and those that its cases cite, in the order of their records. */
export function findingsOnTask(taskClass: string, task: Task, { research }: Catalog): TaskFinding[] {
  const { team_pays_when: pays = [], team_does_not_pay_when: not = [] } = task;
  const cited = new Set([...pays, ...not].map(({ source, finding }) => `${source}#${finding}`));
  return [...research.values()].flatMap(record =>
    record.more.findings
      .filter(({ superseded_by }) => superseded_by === undefined)
      .filter(({ id, task_class }) => task_class === taskClass || cited.has(`${record.more.slug}#${id}`))
      .map(finding => ({ finding, record, ...weigh(finding) })),
  );
}

/**
 * Returns the default of a task: a team or pattern by name, or `one agent`, also for a starter of one agent.
 * @param starters the newest version of each starter, by name
 */
export function defaultOf(
  { default: name = 'one_agent' }: Task,
  starters: ReadonlyMap<string, VersionEntry>,
): Default {
  const isAlone = name === 'one_agent' || starters.get(name)?.more.budget.max_agents === 1;
  return { isAlone, name: isAlone ? 'one agent' : name };
}

/** Tells whether a task states a default that most findings speak against, without a reason. */
export const lacksReason = (task: Task, found: readonly Weighed[], first: Default): boolean =>
  task.default !== undefined && task.because === undefined && isContrary(found, first);
