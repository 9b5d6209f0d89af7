/**
 * The instructions of a role name only what the role has: works that it reads or writes, and its own tools.
 *
 * - `### judge` says "Compare it with `report`", and the judge reads no `report`: it is refused.
 * - `### judge` says "Run it with `run-tests`", and only another role has that tool: it is refused.
 */
import type { Topology } from '#document/team/shape.ts';
import type { Fault } from '#document/text/fault.ts';
import { placeOf } from '../source/markdown.ts';
import type { ParsedSource } from '../source/source.ts';

type Role = Topology['roles'][number];

export function checkInstructionNames({ kind, value, headings, nodes }: ParsedSource): Fault[] {
  if (kind.form !== 'artifact') return [];
  const { roles } = value as unknown as Topology;
  const works = new Set(roles.flatMap(({ reads = [], writes = [] }) => [...reads, ...writes]));
  const tools = new Set(roles.flatMap(role => role.tools ?? []));
  const begin = headings.find(({ depth, text }) => depth === 2 && text === 'Instructions')?.line;
  if (begin === undefined) return [];
  return nodes.flatMap(({ node }) => {
    if (node.type !== 'inlineCode' || placeOf(node).line < begin) return [];
    const above = headings.findLast(({ depth, line }) => depth === 3 && line < placeOf(node).line);
    const role = roles.find(({ id }) => id === above?.text);
    const message = role && faultOf(node.value, role, { works, tools });
    if (!message) return [];
    const help = 'Add it to the role, or say what the role has instead.';
    return [{ field: '', rule: 'instruction-name', message, help, ...placeOf(node) }];
  });
}

function faultOf(
  name: string,
  { id, reads = [], writes = [], tools: own = [] }: Role,
  { works, tools }: { works: ReadonlySet<string>; tools: ReadonlySet<string> },
): string | undefined {
  if (works.has(name))
    return [...reads, ...writes].includes(name)
      ? undefined
      : `\`${id}\` neither reads nor writes \`${name}\`.`;
  return tools.has(name) && !own.includes(name) ? `\`${id}\` does not have the tool \`${name}\`.` : undefined;
}
