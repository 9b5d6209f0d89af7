/**
 * Plain Markdown: the blocks of which most pages are made, read many times faster than by a full parser: fenced code, headings,
 * paragraphs, quotations of one paragraph and flat lists, whose text has at most code, stressed words and links in it.
 *
 * Whatever goes beyond them is left to the full parser, in as few pieces as possible. A block that is read here means the same to
 * the full parser, wherever it stands: the blocks before it have ended, and none of them gives a meaning to its text.
 */
import type { BlockContent, Code, Heading, List, Paragraph, PhrasingContent } from 'mdast';

/** A block, or Markdown for the full parser. */
type Piece = BlockContent | string;

/**
 * What may give other blocks another meaning: HTML, code that is fenced in another way or in another block, where it may take the blank
 * lines after it, the definition of a link or footnote.
 */
const isUnsafe = /^[ \t\d.)>*+-]*[<~]|^[ \t\d.)>*+-]+`{3}|\]:/;
/** What a full parser changes, or reads as the end of a line. */
const changed = /[\0\r\uFEFF]/;
const opening = /^(`{3,})([A-Za-z0-9-]*)$/;
const closing = /^ {0,3}(`{3,})[ \t]*$/;

/** Lines without a blank one between them, or fenced code; and the number of the first line. */
interface Chunk {
  start: number;
  lines: string[];
  code?: Code;
}

/** Cuts a body without tables into blocks that were read and pieces that were not, in their order. */
export function readPlainMarkdown(markdown: string): Piece[] {
  if (changed.test(markdown)) return [markdown];
  const lines = markdown.split('\n');
  const chunks = chunksOf(lines);
  if (!chunks) return [markdown];
  const pieces: Piece[] = [];
  /** Where the piece for the full parser begins that is being collected. */
  let left: number | undefined;
  for (const [at, chunk] of chunks.entries()) {
    const block = chunk.code ?? blockOf(chunk, chunks[at - 1], chunks[at + 1]);
    if (!block) {
      left ??= chunk.start;
      continue;
    }
    if (left !== undefined) pieces.push(lines.slice(left, chunk.start).join('\n'));
    left = undefined;
    pieces.push(block);
  }
  if (left !== undefined) pieces.push(lines.slice(left).join('\n'));
  return pieces;
}

/** The chunks of a text; undefined where a line is unsafe. */
function chunksOf(lines: readonly string[]): Chunk[] | undefined {
  const chunks: Chunk[] = [];
  let chunk: Chunk | undefined;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    if (isUnsafe.test(line)) return undefined;
    if (line.startsWith('```')) {
      const [, fence, lang] = opening.exec(line) ?? [];
      const last = fence === undefined ? -1 : closingLine(lines, at + 1, fence.length);
      // What looks like the start of code within other lines is left to the full parser.
      if (last < 0 || chunk) return undefined;
      const value = lines.slice(at + 1, last).join('\n');
      chunks.push({ start: at, lines: [], code: { type: 'code', lang: lang || null, meta: null, value } });
      at = last;
    } else if (/^[ \t]*$/.test(line)) {
      chunk = undefined;
    } else if (chunk) {
      chunk.lines.push(line);
    } else {
      chunk = { start: at, lines: [line] };
      chunks.push(chunk);
    }
  }
  return chunks;
}

/** The line that closes a fence of so many backticks; -1 where none does. */
function closingLine(lines: readonly string[], start: number, length: number): number {
  for (let at = start; at < lines.length; at += 1) {
    const fence = closing.exec(lines[at]!)?.[1];
    if (fence !== undefined && fence.length >= length) return at;
  }
  return -1;
}

/** What goes on with a list that stands before or after it, although there is a blank line between. */
const goesOn = /^(?:[ \t]|[-+*](?:[ \t]|$)|[0-9]{1,9}[.)])/;

function blockOf(
  { lines }: Chunk,
  before: Chunk | undefined,
  after: Chunk | undefined,
): BlockContent | undefined {
  const first = lines[0]!;
  if (first.startsWith('#')) return lines.length === 1 ? headingOf(first) : undefined;
  const isOrdered = first.startsWith('1. ');
  if (isOrdered || first.startsWith('- ')) {
    const near = [...(before?.lines ?? []), ...(after?.lines.slice(0, 1) ?? [])];
    return near.some(line => goesOn.test(line)) ? undefined : listOf(lines, isOrdered);
  }
  if (first.startsWith('> ')) {
    const quoted = paragraphOf(lines.map(line => (line.startsWith('> ') ? line.slice(2) : '')));
    return quoted && { type: 'blockquote', children: [quoted] };
  }
  return paragraphOf(lines);
}

function headingOf(line: string): Heading | undefined {
  const [, signs, text] = /^(#{1,6}) ([^#]+)$/.exec(line) ?? [];
  const children = text === undefined ? undefined : textOf(text);
  return children && { type: 'heading', depth: signs!.length as Heading['depth'], children };
}

/** How a line begins that can only be text, in a paragraph or an item of a list. */
const startsText = /^(?:[A-Za-z("'/[\u00a1-\ufefe]|\*\*[A-Za-z]|_[A-Za-z]|`(?!`)|[0-9]{1,9}[^0-9.)])/;

function paragraphOf(lines: readonly string[]): Paragraph | undefined {
  const children = lines.every(line => startsText.test(line)) ? textOf(lines.join('\n')) : undefined;
  return children && { type: 'paragraph', children };
}

/** A list whose items take one line each, or continue below their text. */
function listOf(lines: readonly string[], isOrdered: boolean): List | undefined {
  const items: string[][] = [];
  for (const line of lines) {
    const [mark = ''] = (isOrdered ? /^[0-9]{1,9}\. |^ {3}(?! )/ : /^- |^ {2}(?! )/).exec(line) ?? [];
    if (mark === '') return undefined;
    if (mark.startsWith(' ')) items.at(-1)!.push(line.slice(mark.length));
    else items.push([line.slice(mark.length)]);
  }
  const paragraphs = items.flatMap(item => paragraphOf(item) ?? []);
  if (paragraphs.length < items.length) return undefined;
  return {
    type: 'list',
    ordered: isOrdered,
    start: isOrdered ? 1 : null,
    spread: false,
    children: paragraphs.map(each => ({ type: 'listItem', spread: false, checked: null, children: [each] })),
  };
}

/** Text without signs that may mean something, code, stressed words, or a link without a title on text or code. */
const part = new RegExp(
  [
    /((?:[^[\]`\\<&*_!]|(?<=[A-Za-z0-9])_(?=[A-Za-z0-9]))+)/,
    /`([^`\n]+)`(?!`)/,
    /(?<=^|[\s(])\*\*([A-Za-z0-9](?:[A-Za-z0-9 ,./-]*[A-Za-z0-9.])?)\*\*(?=$|[\s.,:;)])/,
    /(?<=^|[\s(])_([A-Za-z0-9](?:[A-Za-z0-9 ,./-]*[A-Za-z0-9.])?)_(?=$|[\s.,:;)])/,
    /\[(?:((?:[^[\]`\\<&*_!\n]|(?<=[A-Za-z0-9])_(?=[A-Za-z0-9])){1,200})|`([^`\n]{1,200})`)\]\(([A-Za-z0-9/._?=#-]{1,300})\)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'y',
);
/** Breaks, and spaces that are left out. */
const isMore = /[ \t]\n|\n[ \t]|^[ \t]|[ \t]$|\t/;

function textOf(text: string): PhrasingContent[] | undefined {
  if (isMore.test(text)) return undefined;
  const nodes: PhrasingContent[] = [];
  part.lastIndex = 0;
  while (part.lastIndex < text.length) {
    const [, plain, code, bold, stressed, label, linkedCode, url] = part.exec(text) ?? [];
    if (/^ | $/.test(code ?? linkedCode ?? '')) return undefined;
    if (plain !== undefined) nodes.push({ type: 'text', value: plain });
    else if (code !== undefined) nodes.push({ type: 'inlineCode', value: code });
    else if (bold !== undefined) nodes.push({ type: 'strong', children: [{ type: 'text', value: bold }] });
    else if (stressed !== undefined)
      nodes.push({ type: 'emphasis', children: [{ type: 'text', value: stressed }] });
    else if (url !== undefined)
      nodes.push({ type: 'link', title: null, url, children: [labelOf(label, linkedCode)] });
    else return undefined;
  }
  return nodes;
}

const labelOf = (text: string | undefined, code: string | undefined): PhrasingContent =>
  code === undefined ? { type: 'text', value: text! } : { type: 'inlineCode', value: code };
