/**
 * Collects the findings on a task, each with the side that it supports: those that name the task, and those that its cases cite.
 */
import { type Default, isContrary } from '../../document/effect/verdict.ts';
import { type Weighed, weigh } from '../../document/effect/weigh.ts';
import type { Finding } from '../../document/kind/research-record.ts';
import { groupBy } from '../../document/text/group.ts';
import { oncePer } from '../../document/text/once-per.ts';
import type { Catalog, SourceEntry, VersionEntry } from './catalog.ts';
import type { DomainFacts, ResearchFacts } from './facts.ts';

type Task = DomainFacts['tasks'][number];

/** A finding on a task, weighed, with the record that has it. */
interface TaskFinding extends Weighed {
  finding: Finding;
  record: SourceEntry<ResearchFacts>;
}

/** The valid findings of a catalog, with their places in the order of their records. */
const findingsIn = oncePer(({ research }: Catalog) => {
  const all = [...research.values()]
    .flatMap(record => record.more.findings.map(finding => ({ finding, record })))
    .filter(({ finding }) => finding.superseded_by === undefined)
    .map((found, place) => ({ ...found, place }));
  return {
    ofClass: groupBy(all, ({ finding }) => finding.task_class),
    named: new Map(all.map(found => [`${found.record.more.slug}#${found.finding.id}`, found])),
  };
});

/** Returns the valid findings on a task: those of its class, and those that its cases cite, in the order of their records. */
export function findingsOnTask(taskClass: string, task: Task, catalog: Catalog): TaskFinding[] {
  const { ofClass, named } = findingsIn(catalog);
  const { team_pays_when: pays = [], team_does_not_pay_when: not = [] } = task;
  const cited = [...pays, ...not].flatMap(({ source, finding }) => named.get(`${source}#${finding}`) ?? []);
  return [...new Set([...(ofClass.get(taskClass) ?? []), ...cited])]
    .sort((a, b) => a.place - b.place)
    .map(({ finding, record }) => ({ finding, record, ...weigh(finding) }));
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
