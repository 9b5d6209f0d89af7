/**
 * Checks the body of a document from a tenant, line by line: its headings, and whatever could hide text or be executed. The build
 * parses Markdown in full; this module needs no parser, and refuses doubtful cases.
 */
import { type Fault, maxFaults } from '../text/fault.ts';
import type { SourceDocument } from '../text/front-matter.ts';
import type { Heading } from './instructions.ts';
import { checkCodeLanguage, checkLinkTarget } from './safety.ts';

interface BodyLine {
  text: string;
  line: number;
  /** Whether the line is in a fenced block of code, or opens or closes one. */
  code: boolean;
  /** The language of the block that the line opens. */
  language?: string;
}

/** The end of a line: `\n` or `\r\n`. Another check refuses a carriage return that stands alone. */
const lineEnd = /\r?\n/;

const fence = /^\s*(?:(?:[-*+>]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})\s*([\w+-]*)/;

function linesOf({ body, bodyLine }: Pick<SourceDocument, 'body' | 'bodyLine'>): BodyLine[] {
  let open: string | undefined;
  const lines = body.includes('\r') ? body.split(lineEnd) : body.split('\n');
  return lines.map((text, index) => {
    const line = bodyLine + index;
    const [, marks, language = ''] = fence.exec(text) ?? [];
    if (open === undefined && marks !== undefined) {
      open = marks;
      return { text, line, code: true, language };
    }
    const code = open !== undefined;
    if (open !== undefined && marks?.startsWith(open) && language === '') open = undefined;
    return { text, line, code };
  });
}

/** Returns the headings `# …` of a body. A `#` in a block of code is no heading. */
export function headingsOf(document: Pick<SourceDocument, 'body' | 'bodyLine'>): Heading[] {
  return linesOf(document).flatMap(({ text, line, code }) => {
    const marks = code ? undefined : /^ {0,3}(#{1,6})[ \t]/.exec(text)?.[1];
    return marks ? [{ depth: marks.length, text: headingText(text), line, column: 1 }] : [];
  });
}

/** Returns the text of a heading from its line, without the `#` signs at the beginning and at the end. */
function headingText(line: string): string {
  const text = line.trim().replace(/^#+/, '').trim();
  let end = text.length;
  while (text[end - 1] === '#') end -= 1;
  return text.slice(0, end).trimEnd();
}

/** Returns the first faults of a body, up to `maxFaults`: raw HTML, images, shell blocks, and links that leave the catalog. */
export function checkBody(document: Pick<SourceDocument, 'body' | 'bodyLine'>): Fault[] {
  const faults: Fault[] = [];
  for (const each of linesOf(document)) {
    const place = { line: each.line, column: 1 };
    if (each.language) faults.push(...checkCodeLanguage(each.language, place));
    else if (!each.code) faults.push(...markupFaults(each), ...linkFaults(each));
    if (faults.length >= maxFaults) break;
  }
  return faults.slice(0, maxFaults);
}

function markupFaults({ text, line }: BodyLine): Fault[] {
  if (!/<|!\[/.test(text)) return [];
  const plain = withoutCode(text);
  const found = (shape: RegExp, rule: string, message: string, help: string): Fault[] => {
    const column = plain.search(shape) + 1;
    return column === 0 ? [] : [{ field: '', rule, message, help, line, column }];
  };
  return [
    ...found(/<[a-z/!?]/i, 'html', 'Raw HTML is not allowed.', 'Write Markdown; put code in backquotes.'),
    ...found(/!\[/, 'image', 'Images are not allowed.', 'Say it in words or as a diagram in code.'),
  ];
}

/**
 * Replaces code spans in a line by spaces, since code may contain anything. The line keeps its width, so that columns stay
 * right.
 */
function withoutCode(text: string): string {
  const runs = [...text.matchAll(/`+/g)];
  // A span ends at the next run of equally many backquotes (CommonMark 0.31, 6.1). `next` has their positions by length, from
  // the right.
  const next = new Map<number, number>();
  const ends = runs.map(() => -1);
  for (let at = runs.length - 1; at >= 0; at -= 1) {
    const length = runs[at]![0].length;
    ends[at] = next.get(length) ?? -1;
    next.set(length, at);
  }
  let plain = '';
  let from = 0;
  for (let at = 0; at < runs.length; at += 1) {
    const closing = runs[ends[at]!];
    if (closing === undefined) continue;
    const end = closing.index + closing[0].length;
    plain += text.slice(from, runs[at]!.index) + ' '.repeat(end - runs[at]!.index);
    from = end;
    at = ends[at]!;
  }
  return plain + text.slice(from);
}

function linkFaults({ text, line }: BodyLine): Fault[] {
  if (!text.includes(']')) return [];
  const links = text.matchAll(/\]\([ \t]{0,9}<?([^\s)>]+)|^ {0,3}\[[^\]]+\]:[ \t]*<?([^\s>]+)/g);
  return [...links].flatMap(link => checkLinkTarget((link[1] ?? link[2])!, { line, column: link.index + 1 }));
}

/** The longest line that is checked, in characters, since some patterns take time by the square of the length. */
export const maxLine = 1000;

/** The most lines of a document, which is enough for a suite of 2,000 cases. */
const maxLines = 10_000;

/**
 * Returns a fault for each line that is longer than `maxLine`, up to `maxFaults`; or a single fault if there are too many
 * lines.
 */
export function checkLineLengths(text: string): Fault[] {
  const faults: Fault[] = [];
  let line = 0;
  for (let start = 0, end = 0; end < text.length; start = end + 1) {
    line += 1;
    end = text.indexOf('\n', start);
    if (end < 0) end = text.length;
    if (end - start <= maxLine || faults.length >= maxFaults) continue;
    const message = `The line has ${end - start} characters; expected at most ${maxLine}.`;
    const help = 'Break it, or write a list in block style.';
    faults.push({ field: '', rule: 'line-length', message, help, line, column: maxLine + 1 });
  }
  if (line <= maxLines) return faults;
  const message = `The document has ${line} lines; expected at most ${maxLines}.`;
  const help = 'Shorten it, or divide it among several documents.';
  return [{ field: '', rule: 'line-count', message, help, line: maxLines + 1, column: 1 }];
}
