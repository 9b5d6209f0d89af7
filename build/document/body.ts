/**
 * The body of a document that a tenant sends, read line by line: its headings, and what could hide text or act. The build
 * parses Markdown in full; this needs no parser, and refuses the doubtful cases.
 */
import type { Fault } from './fault.ts';
import type { SourceDocument } from './front-matter.ts';
import type { Heading } from './instructions.ts';
import { checkCodeLanguage, checkLinkTarget } from './safety.ts';

interface BodyLine {
  text: string;
  line: number;
  /** Whether it stands within a fenced block of code, or opens or closes one. */
  code: boolean;
  /** The language of the block that it opens. */
  language?: string;
}

/** Both kinds of line ends are read alike; a carriage return by itself is refused with the other hidden characters. */
const lineEnd = /\r?\n/;

const fence = /^\s*(?:(?:[-*+>]|\d+[.)])\s+)*(`{3,}|~{3,})\s*([\w+-]*)/;

function linesOf({ body, bodyLine }: Pick<SourceDocument, 'body' | 'bodyLine'>): BodyLine[] {
  let open: string | undefined;
  return body.split(lineEnd).map((text, index) => {
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

/** The headings `# …` of a body, code left out. */
export function headingsOf(document: Pick<SourceDocument, 'body' | 'bodyLine'>): Heading[] {
  return linesOf(document).flatMap(({ text, line, code }) => {
    const found = code ? null : /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$/.exec(text);
    return found ? [{ depth: found[1]!.length, text: found[2]!, line, column: 1 }] : [];
  });
}

/** What a body holds that it must not: raw HTML, images, shell blocks, links that leave the catalog. */
export function checkBody(document: Pick<SourceDocument, 'body' | 'bodyLine'>): Fault[] {
  return linesOf(document).flatMap(each => {
    const place = { line: each.line, column: 1 };
    if (each.language) return checkCodeLanguage(each.language, place);
    return each.code ? [] : [...markupFaults(each), ...linkFaults(each)];
  });
}

function markupFaults({ text, line }: BodyLine): Fault[] {
  if (!/<|!\[/.test(text)) return [];
  // Code within a line may hold anything; it keeps its width so that columns stay true.
  const plain = text.replace(/(`+)[^`]+\1/g, found => ' '.repeat(found.length));
  const found = (shape: RegExp, rule: string, message: string, help: string): Fault[] => {
    const column = plain.search(shape) + 1;
    return column === 0 ? [] : [{ field: '', rule, message, help, line, column }];
  };
  return [
    ...found(/<[a-z/!?]/i, 'html', 'Raw HTML is not allowed.', 'Write Markdown; put code in backquotes.'),
    ...found(/!\[/, 'image', 'Images are not allowed.', 'Say it in words or as a diagram in code.'),
  ];
}

function linkFaults({ text, line }: BodyLine): Fault[] {
  if (!text.includes(']')) return [];
  const links = text.matchAll(/\]\(\s*<?([^\s)>]+)|^ {0,3}\[[^\]]+\]:\s*<?([^\s>]+)/g);
  return [...links].flatMap(link => checkLinkTarget((link[1] ?? link[2])!, { line, column: link.index + 1 }));
}

/** The longest line that is looked at further: the shapes of dangers cost the square of a line's length. */
const maxLine = 1000;

/** Lines longer than any that a person writes. */
export function checkLineLengths(text: string): Fault[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.length <= maxLine) return [];
    const message = `The line has ${line.length} characters; expected at most ${maxLine}.`;
    const help = 'Break it, or write a list in block style.';
    return [{ field: '', rule: 'line-length', message, help, line: index + 1, column: maxLine + 1 }];
  });
}
