/** The topics of the start page: one verdict, the table of tasks, and one team as an example. */
import { strengths } from '#document/kind/task.ts';
import { writeYaml } from '#document/text/yaml-writer.ts';
import type { Choice, Landing } from './beside.ts';
import { decisionPart } from './decision.ts';
import { topologyIn } from './drawing/topology.ts';
import { type Library, names, ofKind } from './library.ts';

/** The task class for which the start page shows a team. */
const exampleTask = 'coding.bug_fix';

export function landingOf(library: Library): Landing {
  const teams = library.newest.filter(({ kind, fields }) => {
    return kind === 'starter' && (topologyIn(fields)?.roles.length ?? 0) > 2;
  });
  const example = teams.find(({ fields }) => names(fields.task_classes).includes(exampleTask)) ?? teams[0];
  const topology = topologyIn(example?.fields);
  const verdict = strongestVerdict(library);
  const choice = library.pages.get('/tasks/index.md')?.fields.choice as Choice | undefined;
  const known = { ...(verdict && { verdict }), ...(choice && { choice }) };
  if (!example || !topology) return known;
  const { path, title, description, fields } = example;
  return { ...known, example: { path, title, description, topology, lines: linesOf(example.title, fields) } };
}

/**
 * Returns the task with the strongest evidence and, among equals, with the most effects; undefined
 * if no task has effects with numbers.
 */
function strongestVerdict(library: Library): Landing['verdict'] {
  const tasks = ofKind(library, 'task').flatMap(page => {
    const { effects = [], decision } = decisionPart(library, page);
    const strength = strengths.indexOf(page.fields.strength as (typeof strengths)[number]);
    return effects.some(({ points }) => points.length > 0)
      ? [{ page, effects, samples: decision?.samples ?? [], strength }]
      : [];
  });
  const [first] = tasks.sort((a, b) => b.strength - a.strength || b.effects.length - a.effects.length);
  if (!first) return undefined;
  const { path, title, fields } = first.page;
  const { default: begin, strength, confidence, verdict } = fields;
  return {
    path,
    title,
    fields: { default: begin, strength, confidence, verdict },
    effects: first.effects,
    samples: first.samples,
  };
}

/** Writes the fields of a team that say most about it as YAML. */
function linesOf(title: string, fields: Record<string, unknown>): string {
  const { goal, task_classes, patterns, control, calls, entry_role, edges } = fields;
  return writeYaml({ title, goal, task_classes, patterns, control, calls, entry_role, edges }).trimEnd();
}
