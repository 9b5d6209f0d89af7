/**
 * Plain YAML: the part of YAML that nearly every front matter keeps to, read thirty times faster than by a whole parser.
 *
 * It holds block mappings and lists, texts and whole numbers on one line, and lists and mappings of words on one line.
 * Whatever goes beyond it, or is wrong in any way, is not judged here: the answer is then undefined, and the whole parser
 * reads the text and says what is wrong. A text that is read here means the same to the whole parser, places included.
 */
import type { FieldPath, Place } from './fault.ts';

export interface PlainReading {
  value: Record<string, unknown>;
  /** As `SourceDocument.place`, in lines of the text. */
  place(path: FieldPath): Place;
}

/** A value with its place: of its key in a mapping, of itself in a list. */
interface Node extends Place {
  value: unknown;
  children?: Map<string | number, Node>;
}

/** Thrown where the text goes beyond plain YAML. */
const beyond = new Error('not plain');

const maxDepth = 6;
// Printable ASCII, and letters and signs of further planes that no rule of YAML names.
const plainText = /^[\n\x20-\x7e\u00a1-\u1fff\u2010-\u2027\u2030-\ud7ff]*$/;
const keyed = /^([A-Za-z_][A-Za-z0-9_-]{0,60}):(?: (.+))?$/;
const word = /^[A-Za-z_][A-Za-z0-9_./-]*(?: [A-Za-z0-9_./-]+)*$/;
const startOfText = /^[A-Za-z0-9(/~^$=;\u00a1-\uffff]/;
/** What the core schema of YAML 1.2 takes for something else than a text (10.3.2). */
const other =
  /^(?:~|null|Null|NULL|true|True|TRUE|false|False|FALSE|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

/** Reads plain YAML; undefined where a whole parser must judge. */
export function readPlainYaml(yaml: string): PlainReading | undefined {
  if (!plainText.test(yaml) || !yaml.endsWith('\n')) return undefined;
  try {
    const reader = new Reader(yaml.slice(0, -1).split('\n'));
    const children = reader.mapping(0, 0);
    if (!reader.atEnd) return undefined;
    const root: Node = { line: 1, column: 1, value: undefined, children };
    return {
      value: valuesOf(children) as Record<string, unknown>,
      place: path => placeOf(root, path),
    };
  } catch (error) {
    if (error === beyond) return undefined;
    throw error;
  }
}

function placeOf(root: Node, path: FieldPath): Place {
  let node = root;
  for (const step of path) {
    const next = node.children?.get(step);
    if (!next) break;
    node = next;
  }
  return { line: node.line, column: node.column };
}

const plainValueOf = ({ value, children }: Node): unknown => (children ? valuesOf(children) : value);

function valuesOf(children: Map<string | number, Node>): unknown {
  if (children.size === 0 || children.has(0)) return [...children.values()].map(plainValueOf);
  const value: Record<string, unknown> = {};
  for (const [key, child] of children) value[key] = plainValueOf(child);
  return value;
}

class Reader {
  readonly #lines: readonly string[];
  #at = 0;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  get atEnd(): boolean {
    return this.#at === this.#lines.length;
  }

  /** Reads the entries of a mapping. `first` is where its first key begins when that follows `- ` on its line. */
  mapping(indent: number, depth: number): Map<string | number, Node> {
    const entries = new Map<string | number, Node>();
    let inline = depth > 0 && this.#lines[this.#at]![indent - 2] === '-';
    while (!this.atEnd && (inline || this.#indentation() === indent)) {
      const line = this.#lines[this.#at]!;
      const match = keyed.exec(line.slice(indent));
      const key = match?.[1];
      if (key === undefined || entries.has(key) || other.test(key) || key === '__proto__') throw beyond;
      const place = { line: this.#at + 1, column: indent + 1 };
      this.#at += 1;
      const text = match![2];
      if (text === undefined)
        entries.set(key, { ...place, value: undefined, children: this.#block(indent, depth) });
      else entries.set(key, { ...flow(text, place.line, indent + key.length + 3), ...place });
      inline = false;
    }
    if (entries.size === 0 || (!this.atEnd && this.#indentation() > indent)) throw beyond;
    return entries;
  }

  /** What stands below a key: a list or a mapping, further in. */
  #block(indent: number, depth: number): Map<string | number, Node> {
    if (this.atEnd || depth >= maxDepth) throw beyond;
    const inner = this.#indentation();
    if (inner <= indent) throw beyond;
    const line = this.#lines[this.#at]!;
    return line.startsWith('- ', inner) ? this.#list(inner, depth + 1) : this.mapping(inner, depth + 1);
  }

  #list(indent: number, depth: number): Map<string | number, Node> {
    const items = new Map<string | number, Node>();
    while (!this.atEnd && this.#indentation() === indent) {
      const line = this.#lines[this.#at]!;
      const text = line.slice(indent + 2);
      if (!line.startsWith('- ', indent) || text.startsWith(' ') || text.startsWith('- ')) throw beyond;
      const place = { line: this.#at + 1, column: indent + 3 };
      if (keyed.test(text)) {
        items.set(items.size, { ...place, value: undefined, children: this.mapping(indent + 2, depth + 1) });
      } else {
        this.#at += 1;
        items.set(items.size, { ...flow(text, place.line, place.column), ...place });
      }
    }
    if (!this.atEnd && this.#indentation() > indent) throw beyond;
    return items;
  }

  #indentation(): number {
    const indentation = this.#lines[this.#at]!.search(/[^ ]/);
    // Blank lines end a text or stand between fields, by rules that are left to the whole parser.
    if (indentation < 0) throw beyond;
    return indentation;
  }
}

/** A value on one line, which begins at a column. */
function flow(text: string, line: number, column: number): Node {
  const place = { line, column };
  if (text.startsWith('[')) return { ...place, value: undefined, children: words(text, place) };
  if (text.startsWith('{')) return { ...place, value: undefined, children: pairs(text, place) };
  return { ...place, value: scalar(text) };
}

function scalar(text: string): string | number {
  if (text.startsWith('"')) {
    if (!/^"[^"\\]*"$/.test(text)) throw beyond;
    return text.slice(1, -1);
  }
  if (!startOfText.test(text) || / $|: | #|:$/.test(text)) throw beyond;
  if (!other.test(text)) return text;
  const number = Number(text);
  if (!/^[0-9]+$/.test(text) || !Number.isSafeInteger(number)) throw beyond;
  return number;
}

function bare(text: string): string {
  if (!word.test(text) || other.test(text)) throw beyond;
  return text;
}

/** `[one, two]`: words, a comma and a space between them. */
function words(text: string, { line, column }: Place): Map<string | number, Node> {
  if (text === '[]') return new Map();
  let next = column + 1;
  const items = insideOf(text, ']').map((item, index): [number, Node] => {
    const node = { line, column: next, value: bare(item) };
    next += item.length + 2;
    return [index, node];
  });
  return new Map(items);
}

/** `{from: one, to: two}`. */
function pairs(text: string, { line, column }: Place): Map<string | number, Node> {
  let next = column + 1;
  const entries = insideOf(text, '}').map((pair): [string, Node] => {
    const match = keyed.exec(pair);
    if (match?.[2] === undefined || other.test(match[1]!) || match[1] === '__proto__') throw beyond;
    const node = { line, column: next, value: bare(match[2]) };
    next += pair.length + 2;
    return [match[1]!, node];
  });
  const found = new Map<string | number, Node>(entries);
  if (found.size !== entries.length) throw beyond;
  return found;
}

function insideOf(text: string, close: string): string[] {
  if (!text.endsWith(close)) throw beyond;
  return text.slice(1, -1).split(', ');
}
