/**
 * The instructions of a role say in words, too, only what the role has. A published version cannot change, so those to come are held to it.
 *
 * - `### judge` says "Compare it with the merge log", and the judge reads no `merge-log`: it is refused.
 * - `### judge` says "Run it with `run-tests`", a tool of the vocabulary that no role of the team has: it is refused.
 */
import type { Catalog, VersionEntry } from '../source/catalog.ts';
import type { SourceFault } from '../source/source-fault.ts';

type Role = VersionEntry['more']['roles'][number];

export const checkInstructionTexts = (catalog: Catalog): SourceFault[] =>
  catalog.versions
    .filter(({ path }) => !catalog.publications.has(path))
    .flatMap(version => faultsIn(version, catalog));

function faultsIn(version: VersionEntry, { tools }: Catalog): SourceFault[] {
  const { roles } = version.more;
  const [, instructions = ''] = (version.page() ?? '').split('\n## Instructions\n');
  const owned = new Set(roles.flatMap(role => role.tools ?? []));
  const works = new Set(roles.flatMap(({ reads = [], writes = [] }) => [...reads, ...writes]));
  return instructions.split(/^### /m).flatMap(section => {
    const role = roles.find(({ id }) => section.startsWith(`${id}\n`));
    if (!role) return [];
    const named = [...section.matchAll(/`([a-z0-9-]{1,64})`/g)].map(([, name]) => name!);
    const absent = named.filter(name => tools.has(name) && !owned.has(name));
    return [
      ...worksInWords(section, role, works).map(
        work => `\`${role.id}\` neither reads nor writes \`${work}\`.`,
      ),
      ...[...new Set(absent)].map(
        name => `No role has the tool \`${name}\`, which \`${role.id}\` is to use.`,
      ),
    ].map(message => version.message([], 'instruction-name', message, help));
  });
}

const help = 'Add it to the role, or say what the role has instead.';

/** The works of several words that a text names without backticks, as "merge log" or "merge-log", and that its role has not. */
function worksInWords(text: string, { reads = [], writes = [] }: Role, works: ReadonlySet<string>): string[] {
  const words = ` ${text
    .replaceAll(/`[^`]*`/g, ' . ')
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, ' ')} `;
  return [...works].filter(
    work =>
      work.includes('-') &&
      ![...reads, ...writes].includes(work) &&
      words.includes(` ${work.replaceAll('-', ' ')} `),
  );
}
