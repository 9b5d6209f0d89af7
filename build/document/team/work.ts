/** Checks works: each must have a writer and a form, and it must be clear what a run delivers (docs/formations.md#4). */

import type { Artifact, Output } from '../kind/artifact.ts';
import type { UnplacedFault } from '../text/fault.ts';
import { didYouMean } from '../text/validate.ts';
import { type Flow, type FlowRole, faultsOn } from './graph.ts';
import { checkJsonSchema } from './json-schema.ts';

/** Returns the names in backticks in a condition, at most the first eight. */
export const namedIn = (condition: string): string[] =>
  [...condition.matchAll(/`([a-z0-9-]+)`/g)].slice(0, 8).map(([, name]) => name!);

/** Writes in words when an edge is taken or an output is delivered: `when no patch passes`, `always`, `at the start`. */
export const whenText = (condition: string): string =>
  /^(?:always|at the start)\b/.test(condition) ? condition : `when ${condition}`;

/** Returns all faults in the works and outputs of a flow. */
export function checkWorks({ roles, artifacts, outputs = [] }: Flow): UnplacedFault[] {
  const writers = writersOf(roles);
  return [
    ...(artifacts ? [...artifactFaults(artifacts, writers), ...undeclared(roles, artifacts)] : []),
    ...outputFaults(outputs, writers),
  ];
}

/** Returns the roles that write each work; undefined if no role says what it writes, as in most patterns. */
function writersOf(roles: readonly FlowRole[]): Map<string, FlowRole[]> | undefined {
  if (roles.every(({ writes }) => !writes)) return undefined;
  const writers = new Map<string, FlowRole[]>();
  for (const role of roles) {
    for (const work of role.writes ?? []) writers.set(work, [...(writers.get(work) ?? []), role]);
  }
  return writers;
}

type Writers = ReturnType<typeof writersOf>;

function artifactFaults(artifacts: readonly Artifact[], writers: Writers): UnplacedFault[] {
  const met = new Set<string>();
  return faultsOn(artifacts, (artifact, index) => {
    const { id } = artifact;
    const path = ['artifacts', index, 'id'];
    const unplaced: UnplacedFault[] = [];
    if (met.has(id)) {
      const message = `The artifact \`${id}\` appears twice.`;
      unplaced.push({ path, rule: 'duplicate-id', message, help: 'Describe each work once.' });
    }
    met.add(id);
    if (writers && !writers.has(id)) {
      const message = `No role writes \`${id}\`.`;
      const help = `Add it to the \`writes\` of a role, or remove it: what is given to the run is not listed.${didYouMean(id, [...writers.keys()])}`;
      unplaced.push({ path, rule: 'unwritten-artifact', message, help });
    }
    return [...unplaced, ...formFaults(artifact, index)];
  });
}

function formFaults({ id, format, headings, json_schema: schema }: Artifact, index: number): UnplacedFault[] {
  const at = (field: string) => ['artifacts', index, field];
  const rule = 'artifact-format';
  if (format === 'markdown' && schema) {
    const message = `\`${id}\` is Markdown and has a JSON Schema.`;
    return [{ path: at('json_schema'), rule, message, help: 'Write `format: json_schema`, or remove it.' }];
  }
  if (format === 'markdown') return [];
  if (headings) {
    const message = `\`${id}\` is JSON and has headings.`;
    return [{ path: at('headings'), rule, message, help: 'Write `format: markdown`, or remove them.' }];
  }
  if (schema) return checkJsonSchema(schema, at('json_schema'));
  const message = `\`${id}\` is JSON, and nothing says of what form.`;
  return [{ path: at('format'), rule, message, help: 'Add `json_schema:`, or write `format: markdown`.' }];
}

/** Returns a fault for each work that a role writes and `artifacts` does not declare. */
function undeclared(roles: readonly FlowRole[], artifacts: readonly Artifact[]): UnplacedFault[] {
  const known = new Set(artifacts.map(({ id }) => id));
  return faultsOn(roles, ({ id, writes = [] }, index) =>
    writes.flatMap((work, at) => {
      if (known.has(work)) return [];
      const message = `\`${id}\` writes \`${work}\`, which \`artifacts\` does not describe.`;
      const help = `Add it to \`artifacts\`.${didYouMean(work, [...known])}`;
      return [{ path: ['roles', index, 'writes', at], rule: 'undeclared-artifact', message, help }];
    }),
  );
}

function outputFaults(outputs: readonly Output[], writers: Writers): UnplacedFault[] {
  const met = new Set<string>();
  return outputs.flatMap((output, index) => {
    const { artifact } = output;
    const path = ['outputs', index, 'artifact'];
    if (met.has(artifact)) {
      const message = `The output \`${artifact}\` appears twice.`;
      return [{ path, rule: 'duplicate-id', message, help: 'Remove one of the two.' }];
    }
    met.add(artifact);
    if (writers && !writers.has(artifact)) {
      const message = `The run delivers \`${artifact}\`, which no role writes.`;
      const help = `Name a work that a role writes.${didYouMean(artifact, [...writers.keys()])}`;
      return [{ path, rule: 'unwritten-output', message, help }];
    }
    return ambiguous(output, index, outputs.length, writers?.get(artifact) ?? []);
  });
}

/**
 * Returns a fault for an output that does not say when it counts, although it competes with others or has several writers.
 * @param total the number of outputs
 * @param writers the roles that write the work
 */
function ambiguous(
  { artifact, when }: Output,
  index: number,
  total: number,
  writers: readonly FlowRole[],
): UnplacedFault[] {
  const [first] = writers;
  const isFannedOut = writers.length === 1 && (first?.count?.max ?? 1) > 1;
  if (when !== undefined || (total === 1 && writers.length < 2 && !isFannedOut)) return [];
  const many = isFannedOut
    ? `up to ${first!.count!.max} act as \`${first!.id}\``
    : writers.map(({ id }) => `\`${id}\``).join(', ');
  const why =
    total > 1
      ? `\`${artifact}\` is one of ${total} outputs`
      : `Several write the output \`${artifact}\`: ${many}`;
  const help = 'Add `when:`, such as `when: always`, or let one role write the one output.';
  return [
    {
      path: ['outputs', index],
      rule: 'ambiguous-output',
      message: `${why}, and nothing says when it counts.`,
      help,
    },
  ];
}
