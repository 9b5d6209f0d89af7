/**
 * The pairs that have a page: those that tasks name, which are what a task begins with beside the other teams and patterns that it
 * names, and each team beside its control; and patterns that findings are about together.
 */
import { inDomainOrder } from '#build/kind/field.ts';
import { byText } from '#build/text/manifest.ts';
import type { Task } from '../compose/task-line.ts';
import { newestStarters } from '../page/domain-lists.ts';
import { findingsOf } from '../page/findings.ts';
import type { Catalog } from '../source/catalog.ts';
import { oncePer } from '../text/once-per.ts';
import { type Subject, subjectsByPath, subjectsOf } from './subject.ts';

export interface Pair {
  /** In the order of their keys. */
  of: readonly [Subject, Subject];
  /** The task classes that name both. */
  tasks: string[];
  /** How many findings are about both. */
  findings: number;
}

/** A pair of patterns that no task names has a page from so many findings. */
const minFindings = 2;

/** The address of a pair in the order of its subjects. */
export const pairPath = (a: Subject, b: Subject): string => `/compare/${a.key}/${b.key}.md`;

/** All pairs, those of the first domains first. */
export const pairsOf = oncePer((catalog: Catalog): readonly Pair[] => {
  const pairs = new Map<string, Pair>();
  for (const name of inDomainOrder(catalog.domains.keys())) {
    const { domain, tasks } = catalog.domains.get(name)!.more;
    for (const task of tasks) {
      const taskClass = `${domain}.${task.name}`;
      for (const of of pairsIn(taskClass, task, catalog)) {
        const path = pairPath(...of);
        const pair = pairs.get(path) ?? { of, tasks: [], findings: 0 };
        if (!pair.tasks.includes(taskClass)) pair.tasks.push(taskClass);
        pairs.set(path, pair);
      }
    }
  }
  for (const [path, { of, findings }] of studiedTogether(catalog)) {
    const pair = pairs.get(path) ?? { of, tasks: [], findings };
    pair.findings = findings;
    if (pair.tasks.length > 0 || findings >= minFindings) pairs.set(path, pair);
  }
  return [...pairs.values()];
});

/** Patterns that findings are about together, by the path of their pair. */
function studiedTogether(catalog: Catalog): Map<string, { of: Pair['of']; findings: number }> {
  const found = new Map<string, { of: Pair['of']; findings: number }>();
  const byPath = subjectsByPath(catalog);
  for (const { finding } of findingsOf(catalog)) {
    const subjects = [...new Set(finding.patterns)].flatMap(slug => byPath.get(`/patterns/${slug}.md`) ?? []);
    if (finding.superseded_by) continue;
    for (const [at, a] of subjects.entries())
      for (const b of subjects.slice(at + 1)) {
        const of = inOrder(a, b);
        const path = pairPath(...of);
        found.set(path, { of, findings: (found.get(path)?.findings ?? 0) + 1 });
      }
  }
  return found;
}

function pairsIn(taskClass: string, task: Task, catalog: Catalog): (readonly [Subject, Subject])[] {
  const starters = newestStarters(catalog);
  const [byPath, byKey] = [subjectsByPath(catalog), subjectsOf(catalog)];
  const named = (name = ''): Subject | undefined => {
    const starter = starters.get(name);
    return starter ? byPath.get(starter.path) : byKey.get(name);
  };
  const teams = [...byKey.values()].filter(({ path }) => {
    const version = versionsOf(catalog).get(path);
    return (
      version !== undefined &&
      version.more.budget.max_agents > 1 &&
      version.more.task_classes.includes(taskClass)
    );
  });
  const controlOf = ({ path }: Subject) => named(versionsOf(catalog).get(path)?.more.control);
  const first = named(task.default) ?? teams.map(controlOf).find(Boolean);
  const advised = (task.advice?.match(/[a-z0-9-]+/g)?.filter(word => word.includes('-')) ?? []).map(named);
  const found: (readonly [Subject | undefined, Subject | undefined])[] = [
    ...[...teams, ...advised].map(other => [first, other] as const),
    ...teams.map(team => [controlOf(team), team] as const),
    // Whoever reads that one team may be better asks about the patterns behind it too.
    ...advised.flatMap((one, at) => advised.slice(at + 1).map(other => [one, other] as const)),
  ];
  return found.flatMap(([a, b]) =>
    a && b && a !== b && a.kind !== 'task' && b.kind !== 'task' ? [inOrder(a, b)] : [],
  );
}

const inOrder = (a: Subject, b: Subject): readonly [Subject, Subject] =>
  byText(a.key, b.key) <= 0 ? [a, b] : [b, a];

const versionsOf = oncePer((catalog: Catalog) => new Map(catalog.versions.map(each => [each.path, each])));
