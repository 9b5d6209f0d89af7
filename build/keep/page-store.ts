/**
 * The page store: the texts that pages had, each with its variants, in one file that is only appended to. A page that was
 * made once is put together again by one read, instead of being rendered, counted and compressed.
 *
 * A record is a head of fixed length (what the text was made from, the digest and length of each part, the tokens, and a digest
 * of all these) and the parts: text, Brotli, gzip; a part that is not there has the length 0.
 * No head and no part is believed that does not have its digest: a damaged store costs time and nothing else.
 */
import { createHash } from 'node:crypto';
import type { Extent } from '#document/pack.ts';
import type { AppendFile } from './append-file.ts';

/** The forms in which a page has bytes. */
const forms = ['text', 'br', 'gzip'] as const;
type Form = (typeof forms)[number];

/** A page in every form that it has, with the digest of each. */
export interface PageBytes {
  parts: Partial<Record<Form, { bytes: Uint8Array; digest: string }>>;
  tokens: number;
}

const digestSize = 32;
const partSize = digestSize + 4;
const tokensAt = digestSize + forms.length * partSize;
const checkAt = tokensAt + 4;
const headSize = checkAt + digestSize;

/** A page as a record under a key of 64 hexadecimal digits. */
export function writeRecord(key: string, { parts, tokens }: PageBytes): Buffer<ArrayBuffer> {
  const bytes = forms.flatMap(form => parts[form]?.bytes ?? []);
  const size = bytes.reduce((sum, { length }) => sum + length, headSize);
  // With memory of its own, a record goes from thread to thread without being copied.
  const record = Buffer.allocUnsafeSlow(size).fill(0, 0, headSize);
  record.write(key, 0, 'hex');
  for (const [at, form] of forms.entries()) {
    const part = parts[form];
    if (!part) continue;
    const start = digestSize + at * partSize;
    record.write(part.digest, start, 'hex');
    record.writeUInt32LE(part.bytes.length, start + digestSize);
  }
  record.writeUInt32LE(tokens, tokensAt);
  record.set(checkOf(record), checkAt);
  let offset = headSize;
  for (const each of bytes) {
    record.set(each, offset);
    offset += each.length;
  }
  return record;
}

const checkOf = (head: Buffer): Buffer => createHash('sha256').update(head.subarray(0, checkAt)).digest();

/** Whether bytes begin with a head as it was written. */
const isHead = (bytes: Buffer): boolean =>
  bytes.length >= headSize && checkOf(bytes).equals(bytes.subarray(checkAt, headSize));

/** Reads a record; undefined when it is damaged. */
export function readRecord(record: Buffer): PageBytes | undefined {
  if (!isHead(record)) return undefined;
  const parts: PageBytes['parts'] = {};
  let offset = headSize;
  for (const [at, form] of forms.entries()) {
    const start = digestSize + at * partSize;
    const length = record.readUInt32LE(start + digestSize);
    if (length === 0) continue;
    const bytes = record.subarray(offset, offset + length);
    const digest = createHash('sha256').update(bytes).digest();
    if (!digest.equals(record.subarray(start, start + digestSize))) return undefined;
    parts[form] = { bytes, digest: digest.toString('hex') };
    offset += length;
  }
  return parts.text && { parts, tokens: record.readUInt32LE(tokensAt) };
}

/** Where a record has the parts, one after the other. */
export const partsOf = ({ offset, length }: Extent): Extent => {
  return { offset: offset + headSize, length: length - headSize };
};

/** The length of the record that a head begins. */
const lengthOf = (head: Buffer): number =>
  forms.reduce((sum, _, at) => sum + head.readUInt32LE(2 * digestSize + at * partSize), headSize);

export class PageStore {
  readonly #file: AppendFile;
  /** Where the records lie, once somebody asked for one. */
  #extents: Map<string, Extent> | undefined;

  constructor(file: AppendFile) {
    this.#file = file;
  }

  get path(): string {
    return this.#file.path;
  }

  /** The bytes that all records take. */
  get size(): number {
    return this.#file.end - this.#file.begin;
  }

  /** Where the record of a key lies; undefined when this was not known when the first one was asked for. */
  find(key: string): Extent | undefined {
    this.#extents ??= this.#scan();
    return this.#extents.get(key);
  }

  /** Adds a record that `writeRecord` made, and gives the place where it lies now. */
  append(record: Uint8Array): Extent {
    return this.#file.append(record);
  }

  /** Leaves out the records of all other keys. */
  compact(keys: ReadonlySet<string>): void {
    this.#file.keep([...this.#scan()].flatMap(([key, extent]) => (keys.has(key) ? extent : [])));
    this.#extents = undefined;
  }

  close(): void {
    this.#file.close();
    this.#extents = undefined;
  }

  /** Finds all records, the last one of each key. What follows a damaged head, or was written by half, is cut off. */
  #scan(): Map<string, Extent> {
    const extents = new Map<string, Extent>();
    for (let offset = this.#file.begin; offset < this.#file.end; ) {
      const head = this.#file.read({ offset, length: headSize });
      const length = isHead(head) ? lengthOf(head) : Number.POSITIVE_INFINITY;
      if (offset + length > this.#file.end) {
        this.#file.cut(offset);
        break;
      }
      extents.set(head.toString('hex', 0, digestSize), { offset, length });
      offset += length;
    }
    return extents;
  }
}
