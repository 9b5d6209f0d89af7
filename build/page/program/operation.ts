/**
 * The roles of a team whose work is a built-in operation, as code: a line where such a role acts, and the function that it calls.
 */
import type { Operation } from '#document/kind/topology.ts';
import type { Act } from './step.ts';
import type { TeamRole } from './team.ts';
import { edgeKey, listOf, quote } from './text.ts';

/**
 * Returns the line by which a program role acts, and a line for each edge that depends on its result: the
 * edge is taken if the role wrote anything.
 */
export function operationLines({ role, asks }: Act, operation: Operation, own: string): string[] {
  const [into = 'result'] = role.writes;
  const to = `${own}[${quote(into)}]`;
  return [
    `${to} = ${operationCall(operation, role, own)};`,
    ...asks.map(edge => `${own}[${quote(edgeKey(edge))}] = ${hasWritten(to)};`),
  ];
}

/** Returns the code of a condition: that the list `work`, an expression of the program, is not empty. */
export const hasWritten = (work: string): string => `JSON.stringify(${work}) !== '[]'`;

/**
 * Returns the code that calls the operation of a program role.
 * @param own the name of the variable that holds the works
 */
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
