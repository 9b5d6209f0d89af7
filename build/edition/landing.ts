/** The topics of the start page: the domains, and one team as an example. */
import { writeYaml } from '#document/text/yaml-writer.ts';
import type { Landing } from './beside.ts';
import { topologyIn } from './drawing/topology.ts';
import { type Library, names, ofKind } from './library.ts';

/** The task that the start page takes as its example. */
const exampleTask = 'coding.bug_fix';

export function landingOf(library: Library): Landing {
  const domains = ofKind(library, 'domain').map(({ path, title, description }) => ({
    path,
    title,
    description,
  }));
  const teams = library.newest.filter(({ kind, fields }) => {
    return kind === 'starter' && (topologyIn(fields)?.roles.length ?? 0) > 2;
  });
  const example = teams.find(({ fields }) => names(fields.task_classes).includes(exampleTask)) ?? teams[0];
  const topology = topologyIn(example?.fields);
  if (!example || !topology) return { domains };
  const { path, title, description, fields } = example;
  return { domains, example: { path, title, description, topology, lines: linesOf(example.title, fields) } };
}

/** Fields of a team that say most in few lines, as its Markdown has them. */
function linesOf(title: string, fields: Record<string, unknown>): string {
  const { goal, task_classes, patterns, control, calls, entry_role, edges } = fields;
  return writeYaml({ title, goal, task_classes, patterns, control, calls, entry_role, edges }).trimEnd();
}
