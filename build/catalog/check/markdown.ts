/**
 * Markdown that was meant and is read as plain text, or the other way round.
 *
 * - `[x](/patterns/two words.md)`, `(x)[/patterns/y.md]`, `[x][1]` and `[[y]]` are refused: readers would see the brackets
 * - `[^1]` is refused: pages have no footnotes
 * - a block of code that is not closed is refused: it takes in the rest of the page
 * - `####` right below `##` is refused: who hears a page is led by its levels.
 *
 * Published versions cannot change, and are left alone.
 */
import type { Fault } from '#document/text/fault.ts';
import { placeOf } from '../source/markdown.ts';
import type { ParsedSource } from '../source/source.ts';

export function checkMarkdown(source: ParsedSource): Fault[] {
  if (source.published) return [];
  return [...slipsIn(source), ...openBlocks(source), ...steepHeadings(source)];
}

interface Slip {
  shape: RegExp;
  message: string;
  help: string;
}

const likeThis = 'Write `[words](/patterns/react-loop.md)`';

/** What plain text holds where something else was meant. */
const slips: readonly Slip[] = [
  {
    shape: /\[\^[^[\]\n]+\]/,
    message: 'Footnotes are not read.',
    help: 'Say it in the text, or leave it out.',
  },
  { shape: /\[\[[^[\]\n]+\]\]/, message: 'A name in two brackets is no link.', help: `${likeThis}.` },
  {
    shape: /\][ \t]?\((?:\/|https?:|\.\.?\/|[a-z-]+\.md)/,
    message: 'This is not read as a link.',
    help: `${likeThis}, with nothing between \`](\` and no spaces in the address.`,
  },
  {
    shape: /\)\[(?:\/|https?:)/,
    message: 'The brackets of a link are exchanged.',
    help: `${likeThis}.`,
  },
  {
    shape: /\[[^[\]\n]+\]\[[^[\]\n]*\]/,
    message: 'The link names an address that is given nowhere.',
    help: `${likeThis}, with the address itself.`,
  },
];

function slipsIn({ nodes }: ParsedSource): Fault[] {
  return nodes.flatMap(({ node }): Fault[] => {
    if (node.type !== 'text') return [];
    for (const { shape, message, help } of slips) {
      const found = shape.exec(node.value);
      if (!found) continue;
      const before = node.value.slice(0, found.index).split('\n');
      const { line, column } = placeOf(node);
      const at = before.at(-1)!.length;
      return [
        {
          ...{ field: '', rule: 'link-form', message, help },
          ...{ line: line + before.length - 1, column: before.length === 1 ? column + at : at + 1 },
        },
      ];
    }
    return [];
  });
}

function openBlocks({ nodes, body, bodyLine }: ParsedSource): Fault[] {
  const lines = body.split('\n');
  return nodes.flatMap(({ node }): Fault[] => {
    if (node.type !== 'code' || !node.position) return [];
    const [first = '', last = ''] = [node.position.start, node.position.end].map(
      ({ line }) => lines[line - bodyLine],
    );
    const fence = /(`{3,}|~{3,})/.exec(first)?.[1];
    const isClosed =
      node.position.end.line > node.position.start.line && /^[\s>]*(?:`{3,}|~{3,})\s*$/.test(last);
    if (!fence || isClosed) return [];
    const help = 'End it with a line of the signs that it begins with, and nothing else.';
    return [
      { field: '', rule: 'open-code', message: 'The block of code is not closed.', help, ...placeOf(node) },
    ];
  });
}

function steepHeadings({ headings }: ParsedSource): Fault[] {
  return headings.flatMap(({ depth, text, line, column }, at): Fault[] => {
    // A page of the contract may begin with a rule.
    const above = headings[at - 1]?.depth ?? depth;
    if (depth <= above + 1) return [];
    const message = `The heading \`${text}\` is ${depth - above} levels below the one before it.`;
    const help = `Write \`${'#'.repeat(above + 1)} ${text}\`.`;
    return [{ field: '', rule: 'heading', message, help, line, column }];
  });
}
