/**
 * Finds the texts of a source: those of its front matter, each with its path, and the paragraphs of its body, with the place of
 * each character. Divides texts into sentences.
 */
import type { Paragraph, Parents, PhrasingContent, Text } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';
import type { Fault, FieldPath, Place } from '#document/text/fault.ts';
import { type NodeWithParent, nodesWithin, placeOf } from './markdown.ts';
import { faultAt } from './source-fault.ts';

/** A paragraph of a body, of a list item or of a quotation. */
export interface Passage {
  text: string;
  /** The block that holds the paragraph. */
  within: Parents['type'];
  links: { url: string; start: number; end: number }[];
  /** Returns the place in the file of a character of `text`. */
  placeAt(offset: number): Place;
}

/** A sentence of a text, or a part that is treated as one, with its offsets. */
export interface Sentence {
  text: string;
  start: number;
  end: number;
}

/** A text of the front matter. */
interface FieldText {
  path: FieldPath;
  text: string;
}

const sentenceEnd = /(?<=[.!?]["”)]?)\s+/g;

/** Returns the sentences of a text, in order. */
export function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let start = 0;
  for (const gap of text.matchAll(sentenceEnd)) {
    sentences.push({ text: text.slice(start, gap.index), start, end: gap.index });
    start = gap.index + gap[0].length;
  }
  return [...sentences, { text: text.slice(start), start, end: text.length }];
}

/**
 * Returns the paragraphs among the nodes of a file, in order.
 * @param text the whole text of the file
 */
export function passagesOf(nodes: readonly NodeWithParent[], text: string): Passage[] {
  const lines = text.split('\n');
  return nodes.flatMap(({ node, parent }) =>
    node.type === 'paragraph' ? [passageOf(node, parent.type, lines)] : [],
  );
}

function passageOf(paragraph: Paragraph, within: Parents['type'], lines: readonly string[]): Passage {
  const pieces: { start: number; node: PhrasingContent }[] = [];
  const links: Passage['links'] = [];
  let text = '';
  for (const { node } of nodesWithin(paragraph)) {
    if (node.type === 'link')
      links.push({ url: node.url, start: text.length, end: text.length + textOf(node).length });
    if (node.type !== 'text' && node.type !== 'inlineCode') continue;
    pieces.push({ start: text.length, node });
    text += node.value;
  }
  const placeAt = (offset: number): Place => {
    const piece = pieces.findLast(({ start }) => start <= offset);
    return piece ? placeWithin(piece.node as Text, offset - piece.start, lines) : placeOf(paragraph);
  };
  return { text, within, links, placeAt };
}

/**
 * Returns the place in the file of a character of a text node. The value of a node lacks the indentation of its further lines.
 */
function placeWithin(node: Text, offset: number, lines: readonly string[]): Place {
  const start = placeOf(node);
  const before = node.value.slice(0, offset).split('\n');
  const column = before.at(-1)!.length + 1;
  if (before.length === 1) return { line: start.line, column: start.column + column - 1 };
  const line = start.line + before.length - 1;
  return { line, column: /^[\s>]*/.exec(lines[line - 1] ?? '')![0].length + column };
}

/** Adds every text of the front matter with its path to `found`, in order. */
export function fieldTextsOf(value: unknown, path: FieldPath = [], found: FieldText[] = []): FieldText[] {
  if (typeof value === 'string') found.push({ path, text: value });
  if (typeof value !== 'object' || value === null) return found;
  const entries = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [key, inner] of entries) fieldTextsOf(inner, [...path, key], found);
  return found;
}

/** A text of a front matter, which has a path, or of a body, which is within a block. */
interface WrittenText {
  text: string;
  path?: FieldPath;
  within?: Parents['type'];
  /** Makes a fault at a character of the text. */
  fault(offset: number, rule: string, message: string, help: string): Fault;
}

interface TextHolder {
  fault(path: FieldPath, rule: string, message: string, help: string): Fault;
  passages: readonly Passage[];
}

/** Returns every text of a source: the texts in `fields`, then the paragraphs of the body. */
export const textsOf = ({ fault, passages }: TextHolder, fields: object): WrittenText[] => [
  ...fieldTextsOf(fields).map(
    ({ path, text }): WrittenText => ({ text, path, fault: (_, ...said) => fault(path, ...said) }),
  ),
  ...passages.map(
    ({ text, within, placeAt }): WrittenText => ({
      ...{ text, within },
      fault: (offset, ...said) => faultAt(placeAt(offset), ...said),
    }),
  ),
];
