/** Front matter: read strictly, with a place for every fault; written stably, the same value to the same bytes. */
import {
  Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type ParsedNode,
  parseDocument,
  type Scalar,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { byPlace, type Fault, type FieldPath, fieldName, type Place } from './fault.ts';
import { readPlainYaml } from './plain-yaml.ts';
import { writePlainYaml } from './plain-yaml-writer.ts';

/** A document that was read: its front matter as plain data, its body, and where each field stands. */
export interface SourceDocument {
  value: Record<string, unknown>;
  /** The Markdown after the front matter, without the blank lines that separate them. */
  body: string;
  /** The line of the file on which `body` begins, counted from 1. */
  bodyLine: number;
  /** Where a field stands: its key for a mapping's entry, its value for a list's item; the nearest parent if absent. */
  place(path: FieldPath): Place;
}

export type Reading = { ok: true; document: SourceDocument } | { ok: false; faults: Fault[] };

const maxDepth = 8;
const opening = /^---[ \t]*\r?\n/;
const closing = /^---[ \t]*(?:\r?\n|$)/m;

/**
 * Decodes bytes as UTF-8 without a byte-order mark.
 * @returns the text, or the fault that stopped it (decisions, Documents 1).
 */
export function decodeUtf8(bytes: Uint8Array): { ok: true; text: string } | { ok: false; faults: Fault[] } {
  const refuse = (line: number, message: string, help: string): { ok: false; faults: Fault[] } => ({
    ok: false,
    faults: [{ field: '', rule: 'encoding', message, help, line, column: 1 }],
  });
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    return refuse(1, 'The file begins with a byte-order mark.', 'Save it as UTF-8 without BOM.');
  }
  try {
    return { ok: true, text: strictUtf8.decode(bytes) };
  } catch {
    return refuse(lineOfBadUtf8(bytes), 'The bytes are not valid UTF-8.', 'Save the file as UTF-8.');
  }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** The line (from 1) that holds the first byte sequence which is not UTF-8. */
function lineOfBadUtf8(bytes: Uint8Array): number {
  const lenient = new TextDecoder('utf-8').decode(bytes);
  const before = lenient.slice(0, Math.max(0, lenient.indexOf('\uFFFD')));
  return before.split('\n').length;
}

/**
 * Reads a document: YAML 1.2 core front matter between `---` lines, then Markdown.
 * Refused: no front matter, anchors, aliases, tags, merge keys, duplicate keys, several YAML documents, nesting
 * deeper than 8, numbers that are not whole and safe (decisions, Documents 1). Never throws on any text.
 */
export function readDocument(text: string): Reading {
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
  const yaml = rest.slice(0, end.index);
  const afterFence = rest.slice(end.index + end[0].length);
  const body = afterFence.replace(/^(?:[ \t]*\r?\n)+/, '');
  const bodyLine = countLines(text.slice(0, text.length - body.length)) + 1;
  return readPlain(yaml, body, bodyLine) ?? readYaml(yaml, body, bodyLine);
}

function refused(line: number, message: string, help: string): Reading {
  return { ok: false, faults: [{ field: '', rule: 'front-matter', message, help, line, column: 1 }] };
}

const countLines = (text: string) => text.split('\n').length - 1;

/** Reads the YAML of a front matter where it is plain, as nearly all are; undefined where the whole parser must judge. */
function readPlain(yaml: string, body: string, bodyLine: number): Reading | undefined {
  const plain = readPlainYaml(yaml);
  if (!plain) return undefined;
  const place = (path: FieldPath): Place => {
    const { line, column } = plain.place(path);
    return { line: line + 1, column };
  };
  return { ok: true, document: { value: plain.value, body, bodyLine, place } };
}

/** Reads the YAML of a front matter that begins on line 2 of its file. */
export function readYaml(yaml: string, body: string, bodyLine: number): Reading {
  if (opensDeeperThan(yaml, maxOpenBrackets)) {
    return refused(2, `Nesting is deeper than ${maxDepth}.`, 'Flatten the front matter.');
  }
  const lines = new LineCounter();
  const parsed = parseDocument(yaml, {
    version: '1.2',
    schema: 'core',
    strict: true,
    // The parser compares each key with each other; `shapeFaults` finds the same in one pass.
    uniqueKeys: false,
    stringKeys: true,
    merge: false,
    resolveKnownTags: false,
    prettyErrors: false,
    lineCounter: lines,
    logLevel: 'silent',
  });
  const at = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: line + 1, column: col };
  };
  const faults = [...syntaxFaults(parsed, yaml, at), ...shapeFaults(parsed, at)];
  if (faults.length > 0) return { ok: false, faults: faults.sort(byPlace) };
  const value = parsed.toJS() as Record<string, unknown>;
  return { ok: true, document: { value, body, bodyLine, place: path => at(offsetOf(parsed, path)) } };
}

/**
 * Brackets that a text may hold open before it is handed to the parser, which descends by recursion: far more than
 * any real front matter, far fewer than its stack.
 */
const maxOpenBrackets = 200;

function opensDeeperThan(yaml: string, limit: number): boolean {
  let open = 0;
  for (const character of yaml) {
    if (character === '[' || character === '{') open += 1;
    else if (open > 0 && (character === ']' || character === '}')) open -= 1;
    if (open > limit) return true;
  }
  return false;
}

/** What the YAML parser found wrong, in our words where they help more than its own. */
function syntaxFaults(parsed: Document.Parsed, yaml: string, at: (offset: number) => Place): Fault[] {
  const faults = [...parsed.errors, ...parsed.warnings].map(problem => {
    const offset = problem.pos[0];
    const said = syntaxAdvice(problem.code, problem.message);
    return { field: fieldAt(parsed, offset), ...said, ...at(offset) };
  });
  const directive = yaml.search(/^(?:\.\.\.|%)/m);
  if (directive < 0) return faults;
  return [
    {
      field: '',
      rule: 'yaml',
      message: 'Front matter is one YAML document without directives.',
      help: 'Remove the line that begins with `...` or `%`.',
      ...at(directive),
    },
  ];
}

function syntaxAdvice(code: string, message: string): Pick<Fault, 'rule' | 'message' | 'help'> {
  if (code === 'TAG_RESOLVE_FAILED') {
    return { rule: 'front-matter', message: 'Tags (`!name`) are not allowed.', help: 'Remove the tag.' };
  }
  const help = /mapping|implicit/i.test(message)
    ? 'Put quotes around a text that holds `: `, and align the keys of one mapping.'
    : 'Write plain YAML 1.2: `key: value`, lists with `- `, quotes around texts with special characters.';
  return { rule: 'yaml', message: sentence(message), help };
}

/** The parser's own words, as one line that ends in a full stop. */
function sentence(message: string): string {
  const line = message.split('\n')[0]!.trim();
  return /[.!?]$/.test(line) ? line : `${line}.`;
}

/** What YAML allows and front matter does not (decisions, Documents 1). */
function shapeFaults(parsed: Document.Parsed, at: (offset: number) => Place): Fault[] {
  if (!isMap(parsed.contents)) {
    const message = 'Front matter is a mapping of `key: value` lines.';
    return [
      { field: '', rule: 'front-matter', message, help: 'Write each field on its own line.', ...at(0) },
    ];
  }
  const faults: Fault[] = [];
  const add = (
    node: Node,
    ancestors: readonly unknown[],
    message: string,
    help: string,
    rule = 'front-matter',
  ) => {
    const place = at(node.range?.[0] ?? 0);
    faults.push({ field: fieldName(pathOf(node, ancestors)), rule, message, help, ...place });
  };
  const keys = new Map<unknown, Set<unknown>>();
  const stoodBefore = (key: Scalar, mapping: unknown): boolean => {
    const seen = keys.get(mapping) ?? new Set();
    keys.set(mapping, seen);
    return seen.size === seen.add(String(key.value)).size;
  };
  visit(parsed, {
    Node(_key, node, ancestors) {
      if (isAlias(node)) add(node, ancestors, 'Aliases (`*name`) are not allowed.', 'Write the value out.');
      else if (node.anchor)
        add(node, ancestors, 'Anchors (`&name`) are not allowed.', 'Write the value out where used.');
      else if (node.tag?.startsWith('tag:'))
        add(node, ancestors, 'Tags (`!name`) are not allowed.', 'Remove the tag.');
      if (isCollection(node) && ancestors.filter(isCollection).length >= maxDepth) {
        add(node, ancestors, `Nesting is deeper than ${maxDepth}.`, 'Flatten the front matter.');
        return visit.SKIP;
      }
      if (isScalar(node) && typeof node.value === 'number' && !Number.isSafeInteger(node.value)) {
        const help = 'Round it, or put quotes around a text that looks like a number.';
        add(node, ancestors, 'Numbers are whole and at most 2^53 - 1.', help);
      }
      return undefined;
    },
    Pair(_key, pair, ancestors) {
      if (isScalar(pair.key) && stoodBefore(pair.key, ancestors.at(-1))) {
        const message = 'A key stands twice in one mapping.';
        add(pair.key, [...ancestors, pair], message, 'Keep one of the two.', 'duplicate-key');
      }
      if (isScalar(pair.key) && pair.key.value === '<<') {
        add(pair.key, [...ancestors, pair], 'Merge keys (`<<`) are not allowed.', 'Write the fields out.');
      }
    },
  });
  return faults;
}

/** The path of a node, read off the collections and pairs that hold it. */
function pathOf(node: unknown, ancestors: readonly unknown[]): (string | number)[] {
  const path: (string | number)[] = [];
  const chain = [...ancestors, node];
  chain.forEach((holder, index) => {
    if (isPair(holder) && isScalar(holder.key)) path.push(String(holder.key.value));
    else if (isSeq(holder) && index + 1 < chain.length) path.push(holder.items.indexOf(chain[index + 1]));
  });
  return path;
}

/** The name of the innermost field whose text holds `offset`. */
function fieldAt(parsed: Document.Parsed, offset: number): string {
  let name = '';
  visit(parsed, {
    Pair(_key, pair, ancestors) {
      const start = isNode(pair.key) ? (pair.key.range?.[0] ?? Infinity) : Infinity;
      const end = isNode(pair.value) ? (pair.value.range?.[2] ?? start) : start;
      if (start <= offset && offset <= end) name = fieldName(pathOf(pair, ancestors));
    },
  });
  return name;
}

/** Where the value at `path` begins in the YAML text; its nearest parent that exists when it does not. */
function offsetOf(parsed: Document.Parsed, path: FieldPath): number {
  let node: unknown = parsed.contents;
  let offset = 0;
  for (const step of path) {
    const found: { next: unknown; key: unknown } | undefined = child(node, step);
    if (!found) return offset;
    offset = (found.key as ParsedNode).range[0];
    node = found.next;
  }
  return offset;
}

function child(node: unknown, step: string | number): { next: unknown; key: unknown } | undefined {
  if (isMap(node)) {
    const pair = (node as YAMLMap<ParsedNode, ParsedNode>).items.find(
      item => isScalar(item.key) && item.key.value === step,
    );
    return pair && { next: pair.value, key: pair.key };
  }
  if (isSeq(node)) {
    const item = (node as YAMLSeq<ParsedNode>).items[Number(step)];
    return item && { next: item, key: item };
  }
  return undefined;
}

/**
 * Writes plain data as front-matter YAML, without the `---` lines: keys in the order given, absent (`undefined`)
 * fields left out, short lists and mappings of plain words on one line (fewer tokens), all else in block style.
 * The same value gives the same bytes, and `readDocument` gives the value back.
 */
export function writeYaml(value: Record<string, unknown>): string {
  return writePlainYaml(value) ?? writeWholeYaml(value);
}

export function writeWholeYaml(value: Record<string, unknown>): string {
  const document = new Document(value, { version: '1.2', schema: 'core', aliasDuplicateObjects: false });
  visit(document, {
    Seq(_key, node) {
      if (node.items.length === 0 || isShort(node)) node.flow = true;
    },
    Map(key, node) {
      if (node.items.length === 0 || (key !== null && isShort(node))) node.flow = true;
    },
  });
  return document.toString({ lineWidth: 0, minContentWidth: 0, flowCollectionPadding: false });
}

const plainWord = /^[A-Za-z0-9][A-Za-z0-9._/-]*$/;
const maxFlowLength = 100;

/** Whether a collection holds only plain words and fits a line. */
function isShort(node: YAMLMap | YAMLSeq): boolean {
  const words: string[] = [];
  for (const item of node.items) {
    const scalars = isPair(item) ? [item.key, item.value] : [item];
    for (const scalar of scalars) {
      if (!isScalar(scalar)) return false;
      const word = String(scalar.value);
      if (typeof scalar.value === 'string' && !plainWord.test(word)) return false;
      words.push(word);
    }
  }
  return words.join(', ').length <= maxFlowLength;
}

/** Writes a whole document: front matter, a blank line, the body, one newline at the end. */
export function writeDocument(value: Record<string, unknown>, body: string): string {
  const trimmed = body.replace(/\s+$/, '');
  return trimmed === '' ? `---\n${writeYaml(value)}---\n` : `---\n${writeYaml(value)}---\n\n${trimmed}\n`;
}
