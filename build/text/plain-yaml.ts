/**
 * Plain YAML: the part of YAML that nearly all front matter uses, read thirty times faster than by a full parser.
 *
 * It holds block mappings and lists, texts, whole numbers and `null` on one line, and lists and mappings of words on one line,
 * whose mappings may hold whole numbers.
 * Anything beyond it, or wrong in any way, is not judged here: the result is undefined, and the full parser
 * reads the text and reports faults. A text that is read here means the same to the full parser, including places.
 */
import type { FieldPath, Place } from './fault.ts';

interface PlainResult {
  value: Record<string, unknown>;
  /** As `SourceDocument.place`, in lines of the text. */
  place(path: FieldPath): Place;
}

/** Thrown where the text goes beyond plain YAML. */
const beyond = new Error('not plain');

const maxDepth = 6;
const maxKeys = 1000;
// Printable ASCII, and letters and signs beyond it that no YAML rule mentions.
const plainText = /^[\n\x20-\x7e\u00a1-\u1fff\u2010-\u2027\u2030-\ud7ff]*$/;
const keyed = /^([A-Za-z_][A-Za-z0-9_-]{0,60}):(?: (.+))?$/;
const word = /^[A-Za-z_][A-Za-z0-9_./-]*(?: [A-Za-z0-9_./-]+)*$/;
const wholeNumber = /^(?:0|[1-9][0-9]{0,14})$/;
const startOfText = /^(?:[A-Za-z0-9(/~^$=;\u00a1-\uffff]|\.[A-Za-z])/;
/** What the core schema of YAML 1.2 takes for something else than a text (10.3.2). */
const other =
  /^(?:~|null|Null|NULL|true|True|TRUE|false|False|FALSE|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

/** Reads plain YAML; undefined where a whole parser must judge. */
export function readPlainYaml(yaml: string): PlainResult | undefined {
  if (!plainText.test(yaml) || !yaml.endsWith('\n')) return undefined;
  try {
    const reader = new Reader(yaml.slice(0, -1).split('\n'));
    const value = reader.mapping(0, 0);
    if (!reader.atEnd) return undefined;
    return { value, place: path => placeOf(value, path, reader.places) };
  } catch (error) {
    if (error === beyond) return undefined;
    throw error;
  }
}

/**
 * Where the entries of each collection stand: line and column of the first, then of the second, and so on. A place is
 * needed for faults alone, so that noting it must cost nearly nothing.
 */
type Places = ReadonlyMap<unknown, readonly number[]>;

function placeOf(root: unknown, path: FieldPath, places: Places): Place {
  let place = { line: 1, column: 1 };
  let collection = root;
  for (const step of path) {
    const entries = places.get(collection);
    const index = entries ? Object.keys(collection as object).indexOf(String(step)) : -1;
    if (index < 0) break;
    place = { line: entries![2 * index]!, column: entries![2 * index + 1]! };
    collection = (collection as Record<string | number, unknown>)[step];
  }
  return place;
}

class Reader {
  readonly places = new Map<unknown, readonly number[]>();
  readonly #lines: readonly string[];
  #at = 0;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  get atEnd(): boolean {
    return this.#at === this.#lines.length;
  }

  /** Reads the entries of a mapping. Its first key may follow `- ` on its line. */
  mapping(indent: number, depth: number): Record<string, unknown> {
    const value: Record<string, unknown> = {};
    const places: number[] = [];
    let inline = depth > 0 && this.#lines[this.#at]![indent - 2] === '-';
    while (!this.atEnd && (inline || this.#indentation() === indent)) {
      const match = keyed.exec(this.#lines[this.#at]!.slice(indent));
      const key = keyOf(match, value);
      const text = match![2];
      this.#at += 1;
      places.push(this.#at, indent + 1);
      if (places.length > 2 * maxKeys) throw beyond;
      value[key] =
        text === undefined ? this.#block(indent, depth) : this.#flow(text, indent + key.length + 3);
      inline = false;
    }
    if (places.length === 0 || (!this.atEnd && this.#indentation() > indent)) throw beyond;
    this.places.set(value, places);
    return value;
  }

  /** What is below a key: a list or a mapping, further in. */
  #block(indent: number, depth: number): unknown {
    if (this.atEnd || depth >= maxDepth) throw beyond;
    const inner = this.#indentation();
    if (inner <= indent) throw beyond;
    const line = this.#lines[this.#at]!;
    return line.startsWith('- ', inner) ? this.#list(inner, depth + 1) : this.mapping(inner, depth + 1);
  }

  #list(indent: number, depth: number): unknown[] {
    const value: unknown[] = [];
    const places: number[] = [];
    while (!this.atEnd && this.#indentation() === indent) {
      const line = this.#lines[this.#at]!;
      const text = line.slice(indent + 2);
      if (!line.startsWith('- ', indent) || text.startsWith(' ') || text.startsWith('- ')) throw beyond;
      places.push(this.#at + 1, indent + 3);
      if (keyed.test(text)) {
        value.push(this.mapping(indent + 2, depth + 1));
      } else {
        this.#at += 1;
        value.push(this.#flow(text, indent + 3));
      }
    }
    if (!this.atEnd && this.#indentation() > indent) throw beyond;
    this.places.set(value, places);
    return value;
  }

  #indentation(): number {
    const line = this.#lines[this.#at]!;
    let indentation = 0;
    while (line[indentation] === ' ') indentation += 1;
    // Blank lines end a text or separate fields, by rules that are left to the whole parser.
    if (indentation === line.length) throw beyond;
    return indentation;
  }

  /** A value on the line that was entered last, which begins at a column. */
  #flow(text: string, column: number): unknown {
    if (text.startsWith('[')) return this.#words(text, column);
    if (text.startsWith('{')) return this.#pairs(text, column);
    return scalar(text);
  }

  /** `[one, two]`: words, a comma and a space between them. */
  #words(text: string, column: number): string[] {
    const value = text === '[]' ? [] : insideOf(text, ']').map(bare);
    this.#note(value, value, column);
    return value;
  }

  /** `{from: one, to: two}` or `{min: 1, max: 3}`. */
  #pairs(text: string, column: number): Record<string, unknown> {
    const value: Record<string, unknown> = {};
    const pairs = insideOf(text, '}');
    for (const pair of pairs) {
      const match = keyed.exec(pair);
      const key = keyOf(match, value);
      const [, , text] = match!;
      value[key] = text !== undefined && wholeNumber.test(text) ? Number(text) : bare(text);
    }
    this.#note(value, pairs, column);
    return value;
  }

  /** Notes the places of a collection on one line, which opens at a column. */
  #note(value: unknown, entries: readonly string[], column: number): void {
    const places: number[] = [];
    let next = column + 1;
    for (const { length } of entries) {
      places.push(this.#at, next);
      next += length + ', '.length;
    }
    this.places.set(value, places);
  }
}

/** The key that was matched, which must be a text and not be in the mapping yet. */
function keyOf(match: RegExpExecArray | null, mapping: object): string {
  const key = match?.[1];
  if (key === undefined || Object.hasOwn(mapping, key) || other.test(key) || key === '__proto__')
    throw beyond;
  return key;
}

function scalar(text: string): string | number | null {
  if (text.startsWith('"')) {
    if (!/^"[^"\\]*"$/.test(text)) throw beyond;
    return text.slice(1, -1);
  }
  if (!startOfText.test(text) || / $|: | #|:$/.test(text)) throw beyond;
  if (!other.test(text)) return text;
  if (text === 'null') return null;
  const number = Number(text);
  if (!/^[0-9]+$/.test(text) || !Number.isSafeInteger(number)) throw beyond;
  return number;
}

function bare(text: string | undefined): string {
  if (text === undefined || !word.test(text) || other.test(text)) throw beyond;
  return text;
}

function insideOf(text: string, close: string): string[] {
  if (!text.endsWith(close)) throw beyond;
  return text.slice(1, -1).split(', ');
}
