/** The marks, texts and words of JSON, from chunks of bytes of any size. */

/** What is wrong with a file as JSON, and what to do; the catcher adds the place. */
export class JsonError extends Error {}

/** What the lexer tells as it reads. */
export interface Sink {
  /** One of the bytes `{}[]:,`. */
  mark(byte: number): void;
  /** A text begins; says whether it will be looked at. */
  beginText(): boolean;
  /** A text ended; undefined when nobody looks at it. */
  text(text: string | undefined): void;
  /** Number, `true`, `null` and the like, not checked. */
  word(word: string): void;
}

const longestKept = 64 * 1024;
const longestSkipped = 64 * 1024 * 1024;
const longestWord = 400;

export class Lexer {
  line = 1;
  /** Bytes read so far. */
  bytes = 0;
  readonly #sink: Sink;
  #inText = false;
  #isEscaped = false;
  /** The bytes of a text that is looked at, without its quotes. */
  #parts: Uint8Array[] | undefined;
  #textBytes = 0;
  #word = '';

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  /** @throws JsonError */
  push(chunk: Uint8Array): void {
    const start = this.bytes;
    for (let at = 0; at < chunk.length; ) {
      this.bytes = start + at;
      if (this.#inText) at = this.#readText(chunk, at);
      else {
        const byte = chunk[at]!;
        if (isOfWord(byte)) this.#addToWord(byte);
        else this.#readMark(byte);
        at += 1;
      }
    }
    this.bytes = start + chunk.length;
  }

  /** Ends the last word. Returns whether the end is within a text. */
  end(): boolean {
    this.#endWord();
    return this.#inText;
  }

  #readMark(byte: number): void {
    this.#endWord();
    if (byte === 0x0a) this.line += 1;
    else if (byte === 0x22) {
      this.#parts = this.#sink.beginText() ? [] : undefined;
      this.#inText = true;
      this.#textBytes = 0;
    } else if (marks.has(byte)) this.#sink.mark(byte);
    else if (this.bytes < 3 && byte === byteOrderMark[this.bytes]) return;
    else if (byte !== 0x20 && byte !== 0x0d && byte !== 0x09)
      throw new JsonError(`This is not JSON: unexpected ${nameOf(byte)}. ${whatToDo}`);
  }

  /** Reads on in a text and returns where it stopped. */
  #readText(chunk: Uint8Array, start: number): number {
    let from = start + (this.#isEscaped ? 1 : 0);
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
      this.#addToText(chunk, start, end);
      if (quote === -1) {
        this.#isEscaped = isOdd;
        return end;
      }
      this.#inText = false;
      this.#sink.text(this.#parts && decodeText(this.#parts));
      return quote + 1;
    }
  }

  #addToText(chunk: Uint8Array, start: number, end: number): void {
    this.#textBytes += end - start;
    const most = this.#parts ? longestKept : longestSkipped;
    if (this.#textBytes > most)
      throw new JsonError(`A text has more than ${most} bytes. Remove it, or import a shorter log.`);
    // A copy, because the reader may fill the chunk again.
    this.#parts?.push(chunk.slice(start, end));
  }

  #addToWord(byte: number): void {
    if (this.#word.length === longestWord)
      throw new JsonError(`A number has more than ${longestWord} digits.`);
    this.#word += String.fromCharCode(byte);
  }

  #endWord(): void {
    if (this.#word === '') return;
    const word = this.#word;
    this.#word = '';
    this.#sink.word(word);
  }
}

export const whatToDo = 'Check that the file has the format that you named, and is complete.';

const byteOrderMark = [0xef, 0xbb, 0xbf];
const marks = new Set([...'{}[]:,'].map(mark => mark.charCodeAt(0)));

/** Bytes of numbers and of words such as `true` and `-Infinity`. */
const isOfWord = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) ||
  (byte >= 0x61 && byte <= 0x7a) ||
  (byte >= 0x41 && byte <= 0x5a) ||
  byte === 0x2d ||
  byte === 0x2b ||
  byte === 0x2e;

const nameOf = (byte: number): string =>
  byte > 0x20 && byte < 0x7f
    ? `\`${String.fromCharCode(byte)}\``
    : `byte 0x${byte.toString(16).padStart(2, '0')}`;

function decodeText(parts: readonly Uint8Array[]): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(parts));
    return JSON.parse(`"${text}"`) as string;
  } catch (error) {
    const isSyntax = error instanceof SyntaxError;
    throw new JsonError(
      isSyntax
        ? 'A text has a control character or an unknown escape. Write the file with a JSON library.'
        : 'A text is not UTF-8. Save the file as UTF-8.',
    );
  }
}
