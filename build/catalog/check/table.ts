/**
 * Tables: a reader sees one cell in each column.
 *
 * - A table without a line of dashes below its head, and a row with more or fewer cells than the head, are refused.
 * - `| a \| b |` is refused, since the sign would divide the cell; in code, `a\|b`, it is one cell.
 */
import type { Fault } from '#document/text/fault.ts';
import type { ParsedSource } from '../source/source.ts';

export function checkTables({ kind, nodes, text }: ParsedSource): Fault[] {
  if (kind.form === 'artifact') return [];
  const lines = text.split('\n');
  return nodes.flatMap(({ node, parent }) => {
    if (node.type !== 'paragraph' || !node.position) return [];
    const { start, end } = node.position;
    const rows = lines.slice(start.line - 1, end.line);
    return rows[0]?.trimStart().startsWith('|') && parent.type === 'root'
      ? tableFaults(rows, start.line)
      : [];
  });
}

const help = 'Write one cell for each column, each row between two `|`.';

function tableFaults([head = '', dashes = '', ...rows]: readonly string[], line: number): Fault[] {
  const fault = (at: number, message: string, remedy = help): Fault => ({
    ...{ field: '', rule: 'table', message, help: remedy, line: line + at, column: 1 },
  });
  const columns = cellsOf(head);
  if (!/^\|(?: *:?-+:? *\|)+ *$/.test(dashes) || cellsOf(dashes) !== columns) {
    const wanted = `|${' --- |'.repeat(Math.max(1, columns))}`;
    return [
      fault(
        1,
        'Below the head of a table comes a line of dashes, one cell for each column.',
        `Write \`${wanted}\`.`,
      ),
    ];
  }
  return [head, dashes, ...rows].flatMap((row, at) => {
    if (/\\\|/.test(withoutCode(row)))
      return [
        fault(
          at,
          'A cell cannot hold `|`, which divides cells.',
          'Write a word for it, or put it in code as `\\|`.',
        ),
      ];
    if (!/^\|.*\| *$/.test(row))
      return [
        fault(at, 'The row does not stand between two `|`.', `${help} Leave an empty line after the table.`),
      ];
    const count = cellsOf(row);
    return count === columns ? [] : [fault(at, `The row has ${cells(count)}, and the head has ${columns}.`)];
  });
}

const cells = (count: number): string => (count === 1 ? 'one cell' : `${count} cells`);

/** How many cells a row has: a `|` after a backslash is part of its cell, in code too. */
const cellsOf = (row: string): number => row.replace(/\\./g, '').split('|').length - 2;

const withoutCode = (row: string): string => row.replace(/`[^`]*`/g, '');
