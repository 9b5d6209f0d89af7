/**
 * Reads documents that people and programs sent. Characters that readers cannot see are refused before anything in the document
 * is repeated.
 */
import { checkCharacters, checkEscapedCharacters } from '../text/characters.ts';
import { type DocumentResult, maxFrontMatter, readDocument, refused } from '../text/front-matter.ts';

/**
 * Reads a document like `readDocument`, and refuses hidden characters in it, even behind an escape.
 * @param limit the most characters of front matter
 */
export function readVisible(text: string, limit: number): DocumentResult {
  const hidden = checkCharacters(text);
  if (hidden.length > 0) return { ok: false, faults: hidden };
  const parsed = readDocument(text, limit);
  if (!parsed.ok) return parsed;
  const escaped = checkEscapedCharacters(text, parsed.document);
  return escaped.length > 0 ? { ok: false, faults: escaped } : parsed;
}

/**
 * The most structural marks in a text that is longer than usual. The cost of parsing depends on their number, not on the
 * length.
 */
const maxMarks = 40_000;
const marks = new Set([...',:[]{}?!&*#"\'|>%\n'].map(mark => mark.charCodeAt(0)));

/**
 * Reads a document that came over the network, in bounded time whatever it holds.
 * @param limit the most characters of front matter
 */
export function readSent(text: string, limit: number): DocumentResult {
  if (limit > maxFrontMatter && text.length > maxFrontMatter && isDense(text)) {
    const message = `The document has more than ${maxMarks} commas, colons, brackets, quotes and lines.`;
    return refused(
      1,
      message,
      'A document over 64 KiB may not have so many short values. Divide it among several documents.',
    );
  }
  return readVisible(text, limit);
}

function isDense(text: string): boolean {
  let found = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (marks.has(text.charCodeAt(at))) found += 1;
  }
  return found > maxMarks;
}
