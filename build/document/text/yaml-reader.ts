/**
 * YAML 1.2, read strictly: the core schema without what front matter must not hold (docs/documents.md#2).
 *
 * The parser stops at the first syntax error and gives a flat list of events, which become values in one pass without
 * recursion: the time that a text takes grows with its length, whatever the text is.
 */
import {
  EVENT_ID,
  type Event,
  getScalarValue,
  parseEvents,
  SCALAR_STYLE,
  type ScalarEvent,
  YAMLException,
} from 'js-yaml';
import { byPlace, type Fault, type FieldPath, fieldName, maxFaults, type Place } from './fault.ts';
import { readFlatMapping } from './flat-mapping.ts';
import { placesIn } from './line.ts';

/** The value of a text, or its faults. Places count the lines of the text from 1. */
type YamlResult =
  | { ok: true; value: Record<string, unknown>; place(path: FieldPath): Place }
  | { ok: false; faults: Fault[] };

const maxDepth = 8;
const maxKeys = 1000;

/** Reads a text that is one mapping. Never throws on any text, and lists at most `maxFaults` faults. */
export function readYaml(yaml: string): YamlResult {
  const placeOf = placesIn(yaml);
  const flat = readFlatMapping(yaml, plainValue);
  if (flat)
    return { ok: true, value: flat.value, place: ([key]) => placeOf(flat.offsets.get(key as string) ?? 0) };
  let events: Event[];
  try {
    // The parser also counts the scalar inside, and one level more lets the fault name the field that is too deep.
    events = parseEvents(yaml, { maxDepth: maxDepth + 2 });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    return { ok: false, faults: [syntaxFault(error, yaml, placeOf)] };
  }
  const builder = new Builder(yaml, placeOf);
  for (const event of events) {
    builder.take(event);
    if (builder.isUnreadable || builder.faults.length >= maxFaults) break;
  }
  builder.finish();
  if (builder.faults.length > 0) return { ok: false, faults: builder.faults.sort(byPlace) };
  return {
    ok: true,
    value: builder.root as Record<string, unknown>,
    place: path => placeOf(builder.offsetOf(path)),
  };
}

type Collection = unknown[] | Record<string, unknown>;

/** A collection whose end was not reached yet. */
interface Open {
  value: Collection;
  /** The offsets at which its entries begin in the text, by key or index. */
  offsets: Map<string | number, number>;
  /** The key whose value comes next. */
  key?: string | undefined;
}

/** Builds the value of a text from the events of the parser. */
class Builder {
  readonly faults: Fault[] = [];
  root: Collection | undefined;
  /** Whether a fault was found after which the rest cannot be understood. */
  isUnreadable = false;
  readonly #source: string;
  readonly #placeOf: (offset: number) => Place;
  readonly #open: Open[] = [];
  readonly #offsets = new Map<unknown, Open['offsets']>();
  #documents = 0;
  /** The offset at which the latest node began. It also counts as the offset of a node that has no text of its own. */
  #latest = 0;

  constructor(source: string, placeOf: (offset: number) => Place) {
    this.#source = source;
    this.#placeOf = placeOf;
  }

  /** Returns the offset at which the value at a path begins, or else that of its nearest parent. */
  offsetOf(path: FieldPath): number {
    let offset = 0;
    let value: unknown = this.root;
    for (const step of path) {
      const found = this.#offsets.get(value)?.get(step);
      if (found === undefined) break;
      offset = found;
      value = (value as Record<string | number, unknown>)[step];
    }
    return offset;
  }

  take(event: Event): void {
    if (event.type === EVENT_ID.POP) this.#open.pop();
    else if (event.type === EVENT_ID.DOCUMENT)
      this.#document(event.explicitEnd || event.directives.length > 0);
    else if (this.root === undefined && event.type !== EVENT_ID.MAPPING) this.#notMapping();
    else if (event.type === EVENT_ID.ALIAS) this.#alias(event.anchorStart);
    else this.#node(event);
  }

  finish(): void {
    if (this.root === undefined && this.faults.length === 0) this.#notMapping();
  }

  #document(marked: boolean): void {
    this.#documents += 1;
    if (this.#documents === 1 && !marked) return;
    const message = 'Front matter is one YAML document without directives.';
    const help = 'Remove the line that begins with `...`, `---` or `%`.';
    this.#fail(this.#source.search(/^(?:\.\.\.|---|%)/m), message, help, 'yaml');
  }

  #notMapping(): void {
    this.#fail(0, 'Front matter is a mapping of `key: value` lines.', 'Write each field on its own line.');
  }

  #alias(start: number): void {
    this.#refuse(start - 1, 'Aliases (`*name`) are not allowed.', 'Write the value out.');
    if (this.#expectsKey) this.isUnreadable = true;
    else this.#put(null, start - 1);
  }

  #node(event: Exclude<Event, { type: 1 | 5 | 6 }>): void {
    const offset = startOf(event) ?? this.#latest;
    this.#latest = offset;
    if (event.anchorStart >= 0)
      this.#refuse(
        event.anchorStart - 1,
        'Anchors (`&name`) are not allowed.',
        'Write the value out where used.',
      );
    if (event.tagStart >= 0)
      this.#refuse(event.tagStart, 'Tags (`!name`) are not allowed.', 'Remove the tag.');
    if (event.type === EVENT_ID.SCALAR) this.#scalar(event, offset);
    else if (this.#expectsKey)
      this.#fail(offset, 'A key is a text, not a list or mapping.', 'Write `key: value` on one line.');
    else if (this.#open.length >= maxDepth) this.#fail(offset, tooDeep, 'Flatten the front matter.');
    else this.#begin(event.type === EVENT_ID.MAPPING ? {} : [], offset);
  }

  #begin(value: Collection, offset: number): void {
    if (this.root === undefined) this.root = value;
    else this.#put(value, offset);
    const offsets: Open['offsets'] = new Map();
    this.#offsets.set(value, offsets);
    this.#open.push({ value, offsets });
  }

  #scalar(event: ScalarEvent, offset: number): void {
    const text = getScalarValue(this.#source, event);
    if (this.#expectsKey) {
      this.#key(text, offset);
      return;
    }
    const value = event.style === SCALAR_STYLE.PLAIN ? plainValue(text) : text;
    if (typeof value === 'number' && !Number.isSafeInteger(value)) {
      const help = 'Round it, or put quotes around a text that looks like a number.';
      this.#refuse(offset, 'Numbers are whole and at most 2^53 - 1.', help);
    }
    this.#put(value, offset);
  }

  #key(key: string, offset: number): void {
    const holder = this.#open.at(-1)!;
    const isSecond = holder.offsets.has(key);
    holder.key = key;
    if (isSecond)
      this.#refuse(offset, 'A key appears twice in one mapping.', 'Keep one of the two.', 'duplicate-key');
    else holder.offsets.set(key, offset);
    if (holder.offsets.size > maxKeys)
      this.#fail(offset, `A mapping has more than ${maxKeys} keys.`, 'No kind has so many fields.');
    if (key === '<<') this.#refuse(offset, 'Merge keys (`<<`) are not allowed.', 'Write the fields out.');
  }

  get #expectsKey(): boolean {
    const holder = this.#open.at(-1);
    return holder !== undefined && holder.key === undefined && !Array.isArray(holder.value);
  }

  /** Puts a value into the innermost collection. */
  #put(value: unknown, offset: number): void {
    const holder = this.#open.at(-1)!;
    if (Array.isArray(holder.value)) {
      holder.offsets.set(holder.value.length, offset);
      holder.value.push(value);
      return;
    }
    // An assignment would treat the key `__proto__` specially.
    Object.defineProperty(holder.value, holder.key!, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
    holder.key = undefined;
  }

  /** Notes a fault after which the rest cannot be understood. */
  #fail(offset: number, message: string, help: string, rule?: string): void {
    this.#refuse(offset, message, help, rule);
    this.isUnreadable = true;
  }

  #refuse(offset: number, message: string, help: string, rule = 'front-matter'): void {
    const path = this.#open.flatMap(({ value, key }) => (Array.isArray(value) ? value.length : (key ?? [])));
    this.faults.push({
      field: fieldName(path),
      rule,
      message,
      help,
      ...this.#placeOf(Math.max(0, offset)),
    });
  }
}

const tooDeep = `Nesting is deeper than ${maxDepth}.`;

/** Returns the offset at which a node begins, including quotes; undefined for a node of which nothing is written. */
function startOf(event: Exclude<Event, { type: 1 | 5 | 6 }>): number | undefined {
  if (event.type !== EVENT_ID.SCALAR) return event.start;
  if (event.valueStart < 0) return [event.tagStart, event.anchorStart].find(start => start >= 0);
  const isQuoted = event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED;
  return isQuoted ? event.valueStart - 1 : event.valueStart;
}

const number =
  /^(?:0o[0-7]+|0x[0-9a-fA-F]+|[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

/** Returns the value of a text without quotes (YAML 1.2, 10.3.2: the core schema). */
export function plainValue(text: string): unknown {
  if (/^(?:|~|null|Null|NULL)$/.test(text)) return null;
  if (/^(?:true|True|TRUE)$/.test(text)) return true;
  if (/^(?:false|False|FALSE)$/.test(text)) return false;
  // Infinity and NaN have other names in YAML; both are refused as numbers that are not whole.
  return number.test(text) ? Number(text) : text;
}

/** Returns the fault for the error at which the parser stopped, in our own words if they help more. */
function syntaxFault(
  { reason, mark }: YAMLException,
  yaml: string,
  placeOf: (offset: number) => Place,
): Fault {
  const offset = Math.min(mark?.position ?? 0, yaml.length);
  const field = fieldAt(yaml, offset);
  if (reason.startsWith('nesting exceeded'))
    return {
      field,
      rule: 'front-matter',
      message: tooDeep,
      help: 'Flatten the front matter.',
      ...placeOf(offset),
    };
  const [message, help] = wordsFor(reason, yaml[offset]);
  return { field, rule: 'yaml', message, help, ...placeOf(offset) };
}

/** Writes the message and the help for a syntax error, from its reason and the character at which it was found. */
function wordsFor(reason: string, found: string | undefined): [message: string, help: string] {
  const quote = 'Put quotes around a text that holds `: `.';
  if (/tab characters/.test(reason))
    return [`The YAML cannot be read: ${reason}.`, 'Indent with spaces. Align the keys of one mapping.'];
  if (/alias node/.test(reason))
    return ['A `*` without quotes begins an alias.', 'Begin each item of a list with `- `.'];
  if (/mapping|indentation|implicit/.test(reason)) {
    if (found === ':') return ['A line holds a second `: `, as if a mapping began inside a text.', quote];
    return [`The YAML cannot be read: ${reason}.`, `Align the keys of one mapping. ${quote}`];
  }
  const help =
    'Write plain YAML 1.2: `key: value`, lists with `- `, quotes around texts with special characters.';
  return [`The YAML cannot be read: ${reason}.`, help];
}

const keyOfLine = /^( *)(?:- )*([A-Za-z_][A-Za-z0-9_-]{0,63}):(?: |$)/;

/** Returns the field to which the line of an offset belongs, according to the indentation of the keys above it. */
function fieldAt(yaml: string, offset: number): string {
  const above = yaml.slice(0, yaml.indexOf('\n', offset) + 1 || undefined).split('\n');
  const keys: string[] = [];
  let indent = Infinity;
  for (let at = above.length - 1; at >= 0 && indent > 0; at -= 1) {
    const [, spaces, key] = keyOfLine.exec(above[at]!.slice(0, 256)) ?? [];
    if (key === undefined || spaces!.length >= indent) continue;
    keys.unshift(key);
    indent = spaces!.length;
  }
  return fieldName(keys.slice(-maxDepth));
}
