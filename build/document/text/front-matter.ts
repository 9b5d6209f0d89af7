/** Front matter. It is read strictly, with a place for every fault, and the same value is always written as the same bytes. */
import type { Fault, FieldPath, Place } from './fault.ts';
import { readYaml } from './yaml-reader.ts';
import { writeYaml } from './yaml-writer.ts';

/** A document that was read: its front matter as plain data, its body, and the places of its fields. */
export interface SourceDocument {
  value: Record<string, unknown>;
  /** The Markdown behind the front matter, without the blank lines between them. */
  body: string;
  /** The line of the file, from 1, on which `body` begins. */
  bodyLine: number;
  /**
   * Returns the place of a field: that of its key in a mapping, or of its value in a list; if there is no such field, the place
   * of the nearest parent.
   */
  place(path: FieldPath): Place;
}

export type DocumentResult = { ok: true; document: SourceDocument } | { ok: false; faults: Fault[] };

const opening = /^---[ \t]*\r?\n/;
const closing = /^---[ \t]*(?:\r?\n|$)/m;

/** The most characters of front matter in a document, unless its kind says otherwise. */
export const maxFrontMatter = 64 * 1024;

/**
 * Decodes bytes as UTF-8 without a byte-order mark.
 * @returns the text, or the fault of bytes that cannot be decoded (docs/documents.md#2)
 */
export function decodeUtf8(bytes: Uint8Array): { ok: true; text: string } | { ok: false; faults: Fault[] } {
  const refuse = (line: number, message: string, help: string): { ok: false; faults: Fault[] } => ({
    ok: false,
    faults: [{ field: '', rule: 'encoding', message, help, line, column: 1 }],
  });
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    const refusal = refuse(1, 'The file begins with a byte-order mark.', 'Save it as UTF-8 without BOM.');
    return {
      ok: false,
      faults: refusal.faults.map(each => ({ ...each, fix: { found: '\uFEFF', write: '' } })),
    };
  }
  try {
    return { ok: true, text: strictUtf8.decode(bytes) };
  } catch {
    return refuse(lineOfBadUtf8(bytes), 'The bytes are not valid UTF-8.', 'Save the file as UTF-8.');
  }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** Returns the line, from 1, with the first bytes that are not UTF-8. */
function lineOfBadUtf8(bytes: Uint8Array): number {
  const lenient = new TextDecoder('utf-8').decode(bytes);
  const before = lenient.slice(0, Math.max(0, lenient.indexOf('\uFFFD')));
  return before.split('\n').length;
}

/**
 * Reads a document: YAML 1.2 core front matter between `---` lines, then Markdown.
 * Refused: no front matter, more of it than `limit` characters, anchors, aliases, tags, merge keys, duplicate keys, several
 * YAML documents, nesting deeper than 8, numbers that are not whole and safe (docs/documents.md#2). Never throws on any
 * text, lists at most `maxFaults` faults, and takes time in proportion to the length of the text.
 * @param limit none by default: what the service stores was checked when it arrived
 */
export function readDocument(text: string, limit = Number.POSITIVE_INFINITY): DocumentResult {
  const begin = opening.exec(text);
  if (!begin) {
    return refused(
      1,
      'A document begins with front matter: expected `---` on its first line.',
      'Put the fields between two lines that hold only `---`.',
    );
  }
  const rest = text.slice(begin[0].length);
  const end = closing.exec(rest);
  if (!end) {
    return refused(
      1,
      'The front matter is not closed.',
      'Add a line that holds only `---` after the last field.',
    );
  }
  if (end.index > limit) {
    return refused(
      1,
      `The front matter has ${end.index} characters; expected at most ${limit}.`,
      'Shorten it, or move text into the body.',
    );
  }
  const yaml = rest.slice(0, end.index);
  const afterFence = rest.slice(end.index + end[0].length);
  const body = afterFence.replace(/^(?:[ \t]*\r?\n)+/, '');
  const bodyLine = countLines(text.slice(0, text.length - body.length)) + 1;
  const parsed = readYaml(yaml);
  if (!parsed.ok) return { ok: false, faults: parsed.faults.map(fault => ({ ...fault, ...below(fault) })) };
  const { value, place } = parsed;
  return { ok: true, document: { value, body, bodyLine, place: path => below(place(path)) } };
}

/** Makes the result for a text that is no document. */
export function refused(line: number, message: string, help: string): DocumentResult {
  return { ok: false, faults: [{ field: '', rule: 'front-matter', message, help, line, column: 1 }] };
}

function countLines(text: string): number {
  let lines = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) lines += 1;
  return lines;
}

/** Converts a place in the YAML to a place in the document, which has the line `---` above it. */
const below = ({ line, column }: Place): Place => ({ line: line + 1, column });

/** Writes a document: front matter, a blank line, the body, and one newline at the end. */
export function writeDocument(value: Record<string, unknown>, body: string): string {
  const trimmed = body.trimEnd();
  return trimmed === '' ? `---\n${writeYaml(value)}---\n` : `---\n${writeYaml(value)}---\n\n${trimmed}\n`;
}
