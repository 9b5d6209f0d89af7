/** What is kept of JSON, value by value, as a shape says. */
import { JsonError, Lexer, type Sink, whatToDo } from './lexer.ts';

/** What to keep of a value. Without fields: a number, text, true, false or null, and of anything else only that it is there. */
export interface Shape {
  /** Hand the value over when it is complete, and keep nothing of it within what surrounds it. */
  row?: true;
  /** What to keep of each field of an object. */
  fields?: Readonly<Record<string, Shape>>;
  /** What to keep of every item of a list, and of every field that `fields` does not name. */
  each?: Shape;
}

/** The shape of fields that are numbers, texts, true, false or null. */
export const scalars = (...names: string[]): Readonly<Record<string, Shape>> =>
  Object.fromEntries(names.map(name => [name, {}]));

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
/** The most bytes that are kept of one row. */
const largestRow = 1024 * 1024;

interface Frame {
  isList: boolean;
  /** Undefined when nothing within is kept. */
  shape: Shape | undefined;
  value: unknown[] | Kept;
  key: string;
  /** The place of the next item. */
  index: number;
  keptBefore: number;
}

const expectations = {
  value: 'a value',
  'value or end': 'a value or `]`',
  'field or end': 'a field or `}`',
  field: 'a field',
  colon: '`:`',
  'comma or end': '`,` or the end of what is open',
  'next file': 'nothing more',
};
type State = keyof typeof expectations;

const words = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
]);
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export class Tree implements Sink {
  /** Rows that nobody has taken yet. */
  rows: JsonRow[] = [];
  readonly #lexer = new Lexer(this);
  readonly #shape: Shape;
  #state: State = 'value';
  #frames: Frame[] = [];
  #root: Kept = Object.create(null);
  #kept = 0;

  constructor(shape: Shape) {
    this.#shape = shape;
  }

  /** Where it stands. */
  get place(): string {
    const path = this.#path();
    return `line ${this.#lexer.line}, byte ${this.#lexer.bytes}${path === '' ? '' : `, ${path}`}`;
  }

  /** @throws JsonError */
  push(chunk: Uint8Array): void {
    this.#lexer.push(chunk);
  }

  /** @throws JsonError when a value is not complete, or there was none */
  end(): void {
    const inText = this.#lexer.end();
    if (this.#state === 'value' && this.#frames.length === 0 && !inText)
      throw new JsonError('The file is empty. Name the file of an evaluation that ended.');
    if (this.#state !== 'next file' || inText)
      throw new JsonError(
        'The file ends in the middle. Copy it again, or wait until the evaluation has ended.',
      );
  }

  mark(byte: number): void {
    const mark = String.fromCharCode(byte);
    if (mark === '{' || mark === '[') this.#open(mark === '[');
    else if (mark === '}' || mark === ']') this.#close(mark === ']');
    else if (mark === ':') this.#go('value', 'colon');
    else {
      this.#expect('comma or end');
      this.#state = this.#frames.at(-1)!.isList ? 'value' : 'field';
    }
  }

  beginText(): boolean {
    this.#expect('value', 'value or end', 'field or end', 'field', 'next file');
    return this.#isField() ? this.#frames.at(-1)!.shape !== undefined : this.#shapeHere() !== undefined;
  }

  text(text: string | undefined): void {
    if (!this.#isField()) {
      this.#scalar(text, text?.length);
      return;
    }
    this.#state = 'colon';
    if (text === undefined) return;
    const frame = this.#frames.at(-1)!;
    frame.key = text;
    if (this.#shapeHere() && Object.hasOwn(frame.value, text))
      throw new JsonError('This field occurs twice in one object. Keep one.');
  }

  word(word: string): void {
    this.#expect('value', 'value or end', 'next file');
    if (!words.has(word) && !number.test(word))
      throw new JsonError(`This is not JSON: unexpected \`${word}\`. ${whatToDo}`);
    this.#scalar(words.has(word) ? words.get(word) : Number(word));
  }

  #isField(): boolean {
    return this.#state === 'field' || this.#state === 'field or end';
  }

  #expect(...states: State[]): void {
    if (!states.includes(this.#state))
      throw new JsonError(`This is not JSON: expected ${expectations[this.#state]}. ${whatToDo}`);
  }

  #go(state: State, ...from: State[]): void {
    this.#expect(...from);
    this.#state = state;
  }

  /** The shape of the value that begins here; undefined when it is skipped. */
  #shapeHere(): Shape | undefined {
    const frame = this.#frames.at(-1);
    if (!frame) return this.#shape;
    if (!frame.isList && isNamed(frame)) return frame.shape!.fields![frame.key];
    return frame.shape?.each;
  }

  #scalar(value: unknown, bytes = 8): void {
    const [shape, keptBefore] = [this.#shapeHere(), this.#kept];
    this.#keep(bytes, shape);
    this.#complete(value, shape, keptBefore);
  }

  #open(isList: boolean): void {
    this.#expect('value', 'value or end', 'next file');
    if (this.#frames.length === deepest)
      throw new JsonError(`Values are nested more than ${deepest} deep. No evaluation tool writes this.`);
    const [shape, keptBefore] = [this.#shapeHere(), this.#kept];
    this.#keep(16, shape);
    const value = isList ? [] : (Object.create(null) as Kept);
    if (this.#frames.length === 0 && !isList) this.#root = value as Kept;
    this.#frames.push({ isList, shape, value, key: '', index: 0, keptBefore });
    this.#state = isList ? 'value or end' : 'field or end';
  }

  #close(isList: boolean): void {
    const frame = this.#frames.at(-1);
    if (frame?.isList !== isList)
      throw new JsonError(`This is not JSON: \`${isList ? ']' : '}'}\` closes nothing. ${whatToDo}`);
    this.#expect('comma or end', isList ? 'value or end' : 'field or end');
    this.#frames.pop();
    this.#complete(frame.value, this.#shapeHere(), frame.keptBefore);
  }

  /** Puts a complete value where it belongs. */
  #complete(value: unknown, shape: Shape | undefined, keptBefore: number): void {
    if (shape?.row) {
      const path = this.#frames.map(({ isList, key, index }) => (isList ? index : key));
      this.rows.push({ value, path, place: this.#path() || `line ${this.#lexer.line}`, root: this.#root });
      this.#kept = keptBefore;
    }
    const frame = this.#frames.at(-1);
    this.#state = frame ? 'comma or end' : 'next file';
    if (frame?.isList) {
      if (shape && !shape.row) (frame.value as unknown[]).push(value);
      frame.index += 1;
    } else if (frame && shape && (!shape.row || isNamed(frame)))
      (frame.value as Kept)[frame.key] = shape.row ? null : value;
  }

  #keep(bytes: number, shape: Shape | undefined): void {
    if (!shape) return;
    this.#kept += bytes + (this.#frames.at(-1)?.key.length ?? 0);
    if (this.#kept > largestRow)
      throw new JsonError(`More than ${largestRow} bytes belong to one result. Remove what no result needs.`);
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
