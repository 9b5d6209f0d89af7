/** Checks that the Markdown in a body is allowed, and that it is read as it was meant. */
import { checkDiagrams } from '#document/team/mermaid.ts';
import type { Fault } from '#document/text/fault.ts';
import { placeOf } from '../source/markdown.ts';
import type { ParsedSource } from '../source/source.ts';
import { faultAt } from '../source/source-fault.ts';

/**
 * Returns a fault for each piece of raw HTML, which could hide text from a reader or imitate a trailer; for each image, since the
 * catalog serves only text; and for each diagram in a guide or a page of the contract, whose steps should be a list.
 */
export const checkForm = ({ nodes, kind }: ParsedSource): Fault[] =>
  nodes.flatMap(({ node }): Fault[] => {
    const refuse = (rule: string, message: string, help: string) => [
      faultAt(placeOf(node), rule, message, help),
    ];
    if (node.type === 'html')
      return refuse('html', 'Raw HTML is not allowed.', 'Write Markdown; put code in backquotes.');
    if (node.type === 'image')
      return refuse('image', 'Images are not allowed.', 'Say it in words or as a diagram in code.');
    const isDiagram = node.type === 'code' && /^(?:mermaid|mmd)$/i.test(node.lang ?? '');
    if (!isDiagram || !['guide', 'contract'].includes(kind.kind)) return [];
    const message = 'The page has a diagram in Mermaid, but the build does not draw it.';
    return refuse('diagram', message, 'Write its steps as a list or a table.');
  });

/** Returns a fault for text that acts when its diagram is drawn: `click lead href "https://…"`, `%%{init: …}%%`, HTML. */
export const checkDiagramText = ({ text }: ParsedSource): Fault[] => checkDiagrams(text);

const likeThis = 'Write `[words](/patterns/react-loop.md)`';

/**
 * The marks in plain text that were meant as links or footnotes, each with its message and help. Readers would see the brackets.
 */
const slips: readonly [shape: RegExp, message: string, help: string][] = [
  [/\[\^[^[\]\n]+\]/, 'The build does not read footnotes.', 'Say it in the text, or leave it out.'],
  [/\[\[[^[\]\n]+\]\]/, 'A name in two pairs of brackets is not a link.', `${likeThis}.`],
  [
    /\][ \t]?\((?:\/|https?:|\.\.?\/|[a-z-]+\.md)/,
    'The build does not read this as a link.',
    `${likeThis}, with nothing between \`](\` and no spaces in the address.`,
  ],
  [/\)\[(?:\/|https?:)/, 'The two kinds of brackets of this link are in the wrong order.', `${likeThis}.`],
  [
    /\[[^[\]\n]+\]\[[^[\]\n]*\]/,
    'The link names an address that the page does not give.',
    `${likeThis}, with the address itself.`,
  ],
];

/**
 * Returns a fault for each broken link or footnote, each block of code that is not closed, which takes in the rest of the page,
 * and each `####` right below `##`, since a screen reader leads by levels. Published versions cannot change and pass.
 */
export const checkMarkdown = (source: ParsedSource): Fault[] =>
  source.published ? [] : [...slipsIn(source), ...openBlocks(source), ...steepHeadings(source)];

const slipsIn = ({ nodes }: ParsedSource): Fault[] =>
  nodes.flatMap(({ node }): Fault[] => {
    if (node.type !== 'text') return [];
    const slip = slips.find(([shape]) => shape.test(node.value));
    if (!slip) return [];
    const [shape, message, help] = slip;
    const before = node.value.slice(0, shape.exec(node.value)!.index).split('\n');
    const { line, column } = placeOf(node);
    const at = before.at(-1)!.length;
    const place = { line: line + before.length - 1, column: before.length === 1 ? column + at : at + 1 };
    return [faultAt(place, 'link-form', message, help)];
  });

function openBlocks({ nodes, body, bodyLine }: ParsedSource): Fault[] {
  const lines = body.split('\n');
  return nodes.flatMap(({ node }): Fault[] => {
    if (node.type !== 'code' || !node.position) return [];
    const [first, last] = [node.position.start.line, node.position.end.line];
    const isFenced = /(`{3,}|~{3,})/.test(lines[first - bodyLine] ?? '');
    const isClosed = last > first && /^[\s>]*(?:`{3,}|~{3,})\s*$/.test(lines[last - bodyLine] ?? '');
    if (!isFenced || isClosed) return [];
    const help = 'End it with a line that has only the signs with which it begins.';
    return [faultAt(placeOf(node), 'open-code', 'The block of code is not closed.', help)];
  });
}

const steepHeadings = ({ headings }: ParsedSource): Fault[] =>
  headings.flatMap((heading, at): Fault[] => {
    const { depth, text } = heading;
    // A page of the contract may begin with a rule.
    const above = headings[at - 1]?.depth ?? depth;
    if (depth <= above + 1) return [];
    const message = `The heading \`${text}\` is ${depth - above} levels below the one before it.`;
    return [faultAt(heading, 'heading', message, `Write \`${'#'.repeat(above + 1)} ${text}\`.`)];
  });

/**
 * Returns a fault for each row of a table in which a reader does not see one cell in each column: a table without a line of
 * dashes below the head, a row of more or fewer cells than the head, or a row with `\|`, which would divide the cell. In code,
 * `a\|b` is one cell.
 */
export function checkTables({ kind, nodes, text }: ParsedSource): Fault[] {
  if (kind.form === 'artifact') return [];
  const lines = text.split('\n');
  return nodes.flatMap(({ node, parent }) => {
    if (node.type !== 'paragraph' || parent.type !== 'root' || !node.position) return [];
    const { start, end } = node.position;
    const rows = lines.slice(start.line - 1, end.line);
    return rows[0]?.trimStart().startsWith('|') ? tableFaults(rows, start.line) : [];
  });
}

const eachCell = 'Write one cell for each column, each row between two `|`.';

function tableFaults(rows: readonly string[], line: number): Fault[] {
  const fault = (at: number, message: string, help: string): Fault =>
    faultAt({ line: line + at, column: 1 }, 'table', message, help);
  const [head = '', dashes = ''] = rows;
  const columns = cellsOf(head);
  if (!/^\|(?: *:?-+:? *\|)+ *$/.test(dashes) || cellsOf(dashes) !== columns) {
    const message = 'Below the head of a table comes a line of dashes, one cell for each column.';
    return [fault(1, message, `Write \`|${' --- |'.repeat(Math.max(1, columns))}\`.`)];
  }
  return rows.flatMap((row, at) => {
    if (/\\\|/.test(row.replace(/`[^`]*`/g, ''))) {
      const help = 'Write a word for it, or put it in code as `\\|`.';
      return [fault(at, 'A cell cannot hold `|`, because that divides cells.', help)];
    }
    if (!/^\|.*\| *$/.test(row)) {
      const help = `${eachCell} Leave an empty line after the table.`;
      return [fault(at, 'The row does not stand between two `|`.', help)];
    }
    const count = cellsOf(row);
    if (count === columns) return [];
    const cells = count === 1 ? 'one cell' : `${count} cells`;
    return [fault(at, `The row has ${cells}, but the head has ${columns}.`, eachCell)];
  });
}

/** Counts the cells of a row. A `|` after a backslash is part of its cell, in code too. */
const cellsOf = (row: string): number => row.replace(/\\./g, '').split('|').length - 2;
