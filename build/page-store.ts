/**
 * The page store: the texts that pages had, each with its variants, in one file that is only appended to. A page that was
 * made once is put together again by one read, instead of being rendered, counted and compressed.
 *
 * The file begins with the version of the builder. A record is a head of fixed length (what the text was made from, the
 * digest and length of each part, the tokens) and the parts: text, Brotli, gzip; a part that is not there has the length 0.
 * No part is believed that does not have its digest: a damaged store costs time and nothing else.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** The forms in which a page has bytes. */
const forms = ['text', 'br', 'gzip'] as const;
type Form = (typeof forms)[number];

/** A page in every form that it has, with the digest of each. */
export interface PageBytes {
  parts: Partial<Record<Form, { bytes: Uint8Array; digest: string }>>;
  tokens: number;
}

/** Where a record lies in the file. */
export interface Extent {
  offset: number;
  length: number;
}

const digestSize = 32;
const partSize = digestSize + 4;
const tokensAt = digestSize + forms.length * partSize;
const headSize = tokensAt + 4;

/** A page as a record under a key of 64 hexadecimal digits. */
export function writeRecord(key: string, { parts, tokens }: PageBytes): Buffer {
  const head = Buffer.alloc(headSize);
  head.write(key, 0, 'hex');
  for (const [at, form] of forms.entries()) {
    const part = parts[form];
    if (!part) continue;
    const start = digestSize + at * partSize;
    head.write(part.digest, start, 'hex');
    head.writeUInt32LE(part.bytes.length, start + digestSize);
  }
  head.writeUInt32LE(tokens, tokensAt);
  return Buffer.concat([head, ...forms.flatMap(form => parts[form]?.bytes ?? [])]);
}

/** Reads a record; undefined when it is damaged. */
export function readRecord(record: Buffer): PageBytes | undefined {
  if (record.length < headSize) return undefined;
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

/** The length of the record that a head begins. */
const lengthOf = (head: Buffer): number =>
  forms.reduce((sum, _, at) => sum + head.readUInt32LE(2 * digestSize + at * partSize), headSize);

export class PageStore {
  readonly path: string;
  readonly #version: Buffer;
  readonly #extents = new Map<string, Extent>();
  #handle: number | undefined;
  #size = 0;

  /** @param version of the builder; what another one stored is dropped */
  constructor(path: string, version: string) {
    this.path = path;
    this.#version = Buffer.from(version);
  }

  /** Where the record of a key lies; undefined when there is none. */
  find(key: string): Extent | undefined {
    this.#open();
    return this.#extents.get(key);
  }

  /** Adds a record that `writeRecord` made. */
  append(record: Uint8Array): void {
    const handle = this.#open();
    writeSync(handle, record);
    this.#note(Buffer.from(record.buffer, record.byteOffset, digestSize), record.length);
  }

  /** Leaves out the records of all other keys, once they take more room than those of these. */
  compact(keys: ReadonlySet<string>): void {
    const handle = this.#open();
    const live = [...this.#extents].filter(([key]) => keys.has(key));
    const size = live.reduce((sum, [, { length }]) => sum + length, this.#version.length);
    if (this.#size <= 2 * size) return;
    const next = `${this.path}.${process.pid}`;
    const copy = openSync(next, 'w', 0o644);
    writeSync(copy, this.#version);
    for (const [, extent] of live) writeSync(copy, readExtent(handle, extent));
    closeSync(copy);
    renameSync(next, this.path);
    this.close();
  }

  close(): void {
    if (this.#handle !== undefined) closeSync(this.#handle);
    this.#handle = undefined;
    this.#extents.clear();
  }

  #open(): number {
    if (this.#handle !== undefined) return this.#handle;
    mkdirSync(dirname(this.path), { recursive: true });
    const handle = openSync(this.path, constants.O_RDWR | constants.O_CREAT | constants.O_APPEND, 0o644);
    this.#handle = handle;
    const { size } = fstatSync(handle);
    if (readExtent(handle, { offset: 0, length: this.#version.length }).equals(this.#version)) {
      this.#scan(handle, size);
    } else {
      ftruncateSync(handle);
      writeSync(handle, this.#version);
      this.#size = this.#version.length;
    }
    return handle;
  }

  /** Finds the records. What a killed build wrote by half at the end is cut off. */
  #scan(handle: number, size: number): void {
    this.#size = this.#version.length;
    while (this.#size < size) {
      const head = readExtent(handle, { offset: this.#size, length: headSize });
      if (head.length < headSize || this.#size + lengthOf(head) > size) {
        ftruncateSync(handle, this.#size);
        return;
      }
      this.#note(head, lengthOf(head));
    }
  }

  #note(head: Buffer, length: number): void {
    this.#extents.set(head.toString('hex', 0, digestSize), { offset: this.#size, length });
    this.#size += length;
  }
}

/** Reads a part of a file; less when it ends before. */
export function readExtent(handle: number, { offset, length }: Extent): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  return bytes.subarray(0, readSync(handle, bytes, 0, length, offset));
}
