/** What programs of a team do that can be written out as code: a line where they act, and the function that it calls. */
import type { Operation } from '#document/kind/topology.ts';
import type { Team, TeamRole } from './team.ts';
import { edgeKey, listOf, quote } from './text.ts';

/** Returns the line by which a program acts, and those that say which edges it takes: all, if it wrote anything. */
export function operationLine(team: Team, role: TeamRole, operation: Operation, own: string): string[] {
  const [into = 'result'] = role.writes;
  const to = `${own}[${quote(into)}]`;
  const asked = team.edges.filter(
    ({ from, kind, when, loop }) => from === role.id && kind !== 'reads' && (when ?? loop),
  );
  return [
    `${to} = ${operationCall(operation, role, own)};`,
    ...asked.map(edge => `${own}[${quote(edgeKey(edge))}] = JSON.stringify(${to}) !== '[]';`),
  ];
}

/** Returns the call by which a program acts. @param own the works at hand */
export function operationCall(operation: Operation, role: TeamRole, own: string): string {
  const lists = role.reads.map(work => `${own}[${quote(work)}]`);
  switch (operation.does) {
    case 'deduplicate':
      return `deduplicate(${lists[0]}, ${listOf(operation.by)}${operation.most ? `, ${operation.most}` : ''})`;
    case 'vote':
      return `vote(${lists[0]}, ${quote(operation.on)})`;
    case 'check_quotes':
      return `checkQuotes(${lists[0]}, ${lists[1]}, ${quote(operation.quote)}, ${quote(operation.page)})`;
    case 'match':
      return `match(${lists[0]}, ${lists[1]}, ${listOf(operation.by)})`;
    case 'arrange':
      return `arrange(${own}, ${listOf(role.reads)}, ${JSON.stringify(operation.keep ?? {})})`;
  }
}
