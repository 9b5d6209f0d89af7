/**
 * JSON of any size as a stream: only what a shape names is kept, so memory does not grow with the file. It is a scanner of our
 * own, because a parser that builds every string, or fails at NaN, cannot read what evaluation tools write: one transcript may
 * be larger than all results together, and Python writes a score that could not be decided as NaN.
 */
import { refused } from './result.ts';
import type { Place } from './value.ts';
import { shown } from './value.ts';

/** What to keep of a value. Without fields, a number, text, true, false or null is kept, and of anything else only that it is there. */
export interface Shape {
  /** Hand the value over when it is complete, and keep nothing of it within what surrounds it. */
  row?: true;
  /** What to keep of each field of an object. */
  fields?: Readonly<Record<string, Shape>>;
  /** What to keep of every item of a list, and of every field that `fields` does not name. */
  each?: Shape;
}

/** An object without inherited fields, so that no name in a file means something else. */
type Kept = Record<string, unknown>;

export interface JsonRow {
  value: unknown;
  /** The fields and indices that lead to it. */
  path: readonly (string | number)[];
  /** The same for a message: `samples[3]`, and `line 3` for a value that nothing surrounds. */
  place: string;
  /** The outermost value, as far as it has been read. */
  root: Kept;
}

const deepest = 1000;
const longestKept = 64 * 1024;
const longestSkipped = 64 * 1024 * 1024;
/** The most bytes that are kept of one row. */
const largestRow = 1024 * 1024;
const longestWord = 400;

interface Frame {
  isList: boolean;
  /** Undefined when nothing within is kept. */
  shape: Shape | undefined;
  value: unknown[] | Kept;
  key: string;
  /** Of the next item. */
  index: number;
  keptBefore: number;
}

type State = 'value' | 'value or end' | 'key or end' | 'key' | 'colon' | 'comma or end' | 'after root';

const words = new Map<string, unknown>([
  ...([
    ['true', true],
    ['false', false],
    ['null', null],
  ] as const),
  ...([
    ['NaN', Number.NaN],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['-Infinity', Number.NEGATIVE_INFINITY],
  ] as const),
]);
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A text that says where in JSON something is wrong. */
class JsonFault extends Error {}

class Scanner {
  readonly rows: JsonRow[] = [];
  readonly #shape: Shape;
  #state: State = 'value';
  #frames: Frame[] = [];
  #root: Kept = Object.create(null);
  #line = 1;
  #bytes = 0;
  #kept = 0;
  #inString = false;
  #isEscaped = false;
  /** The bytes of a string that is kept, without its quotes. */
  #parts: Uint8Array[] | undefined;
  #stringBytes = 0;
  #word = '';

  constructor(shape: Shape) {
    this.#shape = shape;
  }

  /** Where it stands. */
  get place(): string {
    const path = this.#path();
    return `line ${this.#line}, byte ${this.#bytes}${path === '' ? '' : `, ${path}`}`;
  }

  push(chunk: Uint8Array): void {
    const start = this.#bytes;
    let at = start === 0 && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? 3 : 0;
    while (at < chunk.length) {
      this.#bytes = start + at;
      if (this.#inString) at = this.#readString(chunk, at);
      else {
        const byte = chunk[at]!;
        if (isOfWord(byte)) this.#addToWord(byte);
        else {
          this.#endWord();
          this.#readMark(byte);
        }
        at += 1;
      }
    }
    this.#bytes = start + chunk.length;
  }

  end(): void {
    this.#endWord();
    if (this.#bytes === 0 || (this.#state === 'value' && this.#frames.length === 0))
      throw new JsonFault('The file is empty. Name the file of an evaluation that ended.');
    if (this.#state !== 'after root' || this.#inString)
      throw new JsonFault(
        'The file ends in the middle. Copy it again, or wait until the evaluation has ended.',
      );
  }

  #readMark(byte: number): void {
    switch (byte) {
      case 0x0a:
        this.#line += 1;
        return;
      case 0x20:
      case 0x09:
      case 0x0d:
        return;
      case 0x22:
        this.#beginString();
        return;
      case 0x7b:
        this.#open(false);
        return;
      case 0x5b:
        this.#open(true);
        return;
      case 0x7d:
        this.#close(false);
        return;
      case 0x5d:
        this.#close(true);
        return;
      case 0x3a:
        this.#expect('colon');
        this.#state = 'value';
        return;
      case 0x2c:
        this.#expect('comma or end');
        this.#state = this.#frames.at(-1)!.isList ? 'value' : 'key';
        return;
      default:
        throw new JsonFault(
          `This is not JSON: unexpected ${nameOfByte(byte)}. Check that the file has the format that you named.`,
        );
    }
  }

  #expect(...states: State[]): void {
    if (!states.includes(this.#state))
      throw new JsonFault(
        `This is not JSON: expected ${expectations[this.#state]}. Check that the file has the format that you named.`,
      );
  }

  #beginString(): void {
    this.#expect('value', 'value or end', 'key or end', 'key', 'after root');
    this.#inString = true;
    this.#stringBytes = 0;
    const isKey = this.#state === 'key' || this.#state === 'key or end';
    const isKept = isKey ? this.#frames.at(-1)!.shape !== undefined : this.#shapeHere() !== undefined;
    this.#parts = isKept ? [] : undefined;
  }

  /** Reads on in a string and returns where it stopped. */
  #readString(chunk: Uint8Array, start: number): number {
    let from = start;
    if (this.#isEscaped) from += 1;
    this.#isEscaped = false;
    for (;;) {
      const quote = chunk.indexOf(0x22, from);
      const end = quote === -1 ? chunk.length : quote;
      let slashes = 0;
      while (end - slashes > from && chunk[end - slashes - 1] === 0x5c) slashes += 1;
      const isOdd = slashes % 2 === 1;
      if (quote !== -1 && isOdd) {
        from = quote + 1;
        continue;
      }
      this.#addToString(chunk, start, end);
      if (quote === -1) {
        this.#isEscaped = isOdd;
        return end;
      }
      this.#endString();
      return quote + 1;
    }
  }

  #addToString(chunk: Uint8Array, start: number, end: number): void {
    this.#stringBytes += end - start;
    const most = this.#parts ? longestKept : longestSkipped;
    if (this.#stringBytes > most)
      throw new JsonFault(`A text has more than ${most} bytes. Remove it, or import a shorter log.`);
    // A copy: the chunk may be used again before the string ends.
    this.#parts?.push(chunk.slice(start, end));
  }

  #endString(): void {
    this.#inString = false;
    const text = this.#parts && decodeString(this.#parts);
    this.#parts = undefined;
    if (this.#state !== 'key' && this.#state !== 'key or end') {
      this.#scalar(text);
      return;
    }
    const frame = this.#frames.at(-1)!;
    this.#state = 'colon';
    if (text === undefined) return;
    frame.key = text;
    if (this.#shapeHere() && Object.hasOwn(frame.value, text))
      throw new JsonFault(`The field ${shown(text)} occurs twice in one object. Keep one.`);
  }

  #addToWord(byte: number): void {
    if (this.#word.length === longestWord)
      throw new JsonFault(`A number has more than ${longestWord} digits.`);
    this.#word += String.fromCharCode(byte);
  }

  #endWord(): void {
    const word = this.#word;
    if (word === '') return;
    this.#word = '';
    this.#expect('value', 'value or end', 'after root');
    if (!words.has(word) && !number.test(word))
      throw new JsonFault(`This is not JSON: unexpected ${shown(word)}.`);
    this.#scalar(words.has(word) ? words.get(word) : Number(word));
  }

  /** The shape of the value that begins here; undefined when it is skipped. */
  #shapeHere(): Shape | undefined {
    const frame = this.#frames.at(-1);
    if (!frame) return this.#shape;
    if (!frame.shape) return undefined;
    const { fields, each } = frame.shape;
    if (frame.isList) return each;
    return fields && Object.hasOwn(fields, frame.key) ? fields[frame.key] : each;
  }

  #scalar(value: unknown): void {
    const shape = this.#shapeHere();
    this.#keep(typeof value === 'string' ? value.length : 8, shape);
    this.#complete(value, shape, this.#kept);
  }

  #open(isList: boolean): void {
    this.#expect('value', 'value or end', 'after root');
    if (this.#frames.length === deepest)
      throw new JsonFault(
        `Values are nested more than ${deepest} deep. This is no file of an evaluation tool.`,
      );
    const shape = this.#shapeHere();
    this.#keep(16, shape);
    const value = isList ? [] : (Object.create(null) as Kept);
    if (this.#frames.length === 0 && !isList) this.#root = value as Kept;
    this.#frames.push({ isList, shape, value, key: '', index: 0, keptBefore: this.#kept });
    this.#state = isList ? 'value or end' : 'key or end';
  }

  #close(isList: boolean): void {
    const frame = this.#frames.at(-1);
    if (frame?.isList !== isList)
      throw new JsonFault('This is not JSON: a bracket is closed that is not open.');
    this.#expect('comma or end', isList ? 'value or end' : 'key or end');
    this.#frames.pop();
    this.#complete(frame.value, this.#shapeHere(), frame.keptBefore);
  }

  /** Puts a complete value where it belongs. */
  #complete(value: unknown, shape: Shape | undefined, keptBefore: number): void {
    const frame = this.#frames.at(-1);
    if (shape?.row) {
      const path = this.#frames.map(({ isList, key, index }) => (isList ? index : key));
      this.rows.push({ value, path, place: this.#path() || `line ${this.#line}`, root: this.#root });
      this.#kept = keptBefore;
    }
    this.#state = frame ? 'comma or end' : 'after root';
    if (!frame) return;
    if (frame.isList) {
      if (shape && !shape.row) (frame.value as unknown[]).push(value);
      frame.index += 1;
    } else if (shape && !shape.row) (frame.value as Kept)[frame.key] = value;
    else if (shape && isNamed(frame)) (frame.value as Kept)[frame.key] = null;
  }

  #keep(bytes: number, shape: Shape | undefined): void {
    if (!shape) return;
    this.#kept += bytes + (this.#frames.at(-1)?.key.length ?? 0);
    if (this.#kept > largestRow)
      throw new JsonFault(
        `More than ${largestRow} bytes belong to one result. Name fewer scorers, or import a shorter log.`,
      );
  }

  /** The path of what is being read, as far as it is kept. */
  #path(): string {
    const parts = this.#frames
      .filter(({ shape }) => shape)
      .map(({ isList, key, index }) => (isList ? `[${index}]` : `.${key}`));
    return parts.join('').replace(/^\./, '').slice(0, 200);
  }
}

const isNamed = ({ shape, key }: Frame): boolean =>
  shape?.fields !== undefined && Object.hasOwn(shape.fields, key);

const expectations: Record<State, string> = {
  value: 'a value',
  'value or end': 'a value or `]`',
  'key or end': 'a field or `}`',
  key: 'a field',
  colon: '`:`',
  'comma or end': '`,` or the end of what is open',
  'after root': 'nothing more',
};

/** Bytes of numbers and of words such as `true` and `-Infinity`. */
const isOfWord = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) ||
  (byte >= 0x61 && byte <= 0x7a) ||
  (byte >= 0x41 && byte <= 0x5a) ||
  byte === 0x2d ||
  byte === 0x2b ||
  byte === 0x2e;

const nameOfByte = (byte: number): string =>
  byte > 0x20 && byte < 0x7f
    ? `\`${String.fromCharCode(byte)}\``
    : `byte 0x${byte.toString(16).padStart(2, '0')}`;

function decodeString(parts: readonly Uint8Array[]): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(parts));
    return JSON.parse(`"${text}"`) as string;
  } catch (error) {
    const isJson = error instanceof SyntaxError;
    throw new JsonFault(
      isJson
        ? 'A text has a control character or an unknown escape. Write the file with a JSON library.'
        : 'A text is not UTF-8. Save the file as UTF-8.',
    );
  }
}

/**
 * Reads the rows of a shape, and the outermost value after them if it is a row itself. Several values may follow each other, as
 * in JSON Lines.
 * @param at the file, and its member if it is an archive
 * @throws Failure that says where it is not JSON, or larger than an evaluation tool would write
 */
export async function* readJson(
  chunks: AsyncIterable<Uint8Array>,
  shape: Shape,
  { file, place }: Place,
): AsyncGenerator<JsonRow> {
  const scanner = new Scanner(shape);
  const within = (path: string): string => (place === '' ? path : `${place}, ${path}`);
  const guarded = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      throw error instanceof JsonFault ? refused(file, within(scanner.place), error.message) : error;
    }
  };
  for await (const chunk of chunks) {
    guarded(() => scanner.push(chunk));
    for (const row of scanner.rows.splice(0)) yield { ...row, place: within(row.place) };
  }
  guarded(() => scanner.end());
  for (const row of scanner.rows.splice(0)) yield { ...row, place: within(row.place) };
}
