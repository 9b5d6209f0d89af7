/** Checks that the instructions of a role name only what the role has: works that it reads or writes, and its own tools. */
import type { Topology } from '#document/team/shape.ts';
import type { Fault } from '#document/text/fault.ts';
import type { Catalog, VersionEntry } from '../source/catalog.ts';
import { placeOf } from '../source/markdown.ts';
import type { ParsedSource } from '../source/source.ts';
import { faultAt, type SourceFault } from '../source/source-fault.ts';

type Role = Topology['roles'][number];

const rule = 'instruction-name';
const help = 'Add it to the role, or name what the role has instead.';

const worksOf = ({ reads = [], writes = [] }: Role): string[] => [...reads, ...writes];

/**
 * Returns a fault for each work in backquotes that the role neither reads nor writes, and for each tool that only another role
 * has.
 */
export function checkInstructionNames({ kind, value, headings, nodes }: ParsedSource): Fault[] {
  if (kind.form !== 'artifact') return [];
  const { roles } = value as unknown as Topology;
  const works = roles.flatMap(worksOf);
  const tools = roles.flatMap(role => role.tools ?? []);
  const begin = headings.find(({ depth, text }) => depth === 2 && text === 'Instructions')?.line;
  if (begin === undefined) return [];
  return nodes.flatMap(({ node }): Fault[] => {
    if (node.type !== 'inlineCode' || placeOf(node).line < begin) return [];
    const name = node.value;
    const above = headings.findLast(({ depth, line }) => depth === 3 && line < placeOf(node).line);
    const role = roles.find(({ id }) => id === above?.text);
    if (!role || worksOf(role).includes(name)) return [];
    const message = works.includes(name)
      ? `\`${role.id}\` neither reads nor writes \`${name}\`.`
      : `\`${role.id}\` does not have the tool \`${name}\`.`;
    const isForeign = works.includes(name) || (tools.includes(name) && !role.tools?.includes(name));
    return isForeign ? [faultAt(placeOf(node), rule, message, help)] : [];
  });
}

/**
 * Returns the faults of unpublished versions: works that the role neither reads nor writes, as in "Compare it with the merge
 * log", and tools of the vocabulary that no role has, as in "Run it with `run-tests`".
 */
export const checkInstructionTexts = ({ versions, publications, tools }: Catalog): SourceFault[] =>
  versions
    .filter(({ path }) => !publications.has(path))
    .flatMap(version => {
      const { roles } = version.more;
      const [, instructions = ''] = (version.page() ?? '').split('\n## Instructions\n');
      const owned = roles.flatMap(role => role.tools ?? []);
      return instructions.split(/^### /m).flatMap(section => {
        const role = roles.find(({ id }) => section.startsWith(`${id}\n`));
        if (!role) return [];
        const named = [...section.matchAll(/`([a-z0-9-]{1,64})`/g)].map(([, name]) => name!);
        const absent = named.filter(name => tools.has(name) && !owned.includes(name));
        return [
          ...worksInWords(section, role, roles).map(
            work => `\`${role.id}\` neither reads nor writes \`${work}\`.`,
          ),
          ...[...new Set(absent)].map(
            name => `No role has the tool \`${name}\`, which \`${role.id}\` is to use.`,
          ),
        ].map(message => version.message([], rule, message, help));
      });
    });

/**
 * Returns the works of several words that a text names without backquotes, as "merge log" or "merge-log", and that its role
 * neither reads nor writes.
 */
function worksInWords(text: string, role: VersionRole, roles: readonly VersionRole[]): string[] {
  const words = ` ${text
    .replaceAll(/`[^`]*`/g, ' . ')
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, ' ')} `;
  return [...new Set(roles.flatMap(worksOf))].filter(
    work =>
      work.includes('-') && !worksOf(role).includes(work) && words.includes(` ${work.replaceAll('-', ' ')} `),
  );
}

type VersionRole = VersionEntry['more']['roles'][number];
