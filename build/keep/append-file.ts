/**
 * A file that is only appended to, for what builds keep: texts and pages, found again by the place that each was given. It
 * begins with the version of the builder.
 */
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
import type { Extent } from '#document/pack.ts';

export class AppendFile {
  readonly path: string;
  readonly #version: Buffer;
  #handle: number | undefined;
  /** The length of the file, once it is open. */
  #end = 0;

  /** @param version of the builder; what another one wrote is dropped when the file is first used */
  constructor(path: string, version: string) {
    this.path = path;
    this.#version = Buffer.from(version);
  }

  /** Where the first bytes lie, and where the next ones will. */
  get begin(): number {
    return this.#version.length;
  }

  get end(): number {
    this.#open();
    return this.#end;
  }

  /** Adds bytes, and gives the place where they lie now. */
  append(bytes: Uint8Array): Extent {
    const handle = this.#open();
    const extent = { offset: this.#end, length: bytes.length };
    writeAll(handle, bytes);
    this.#end += bytes.length;
    return extent;
  }

  /** Reads what lies at a place; less when the file ends before. */
  read(extent: Extent): Buffer {
    return readExtent(this.#open(), extent);
  }

  /** Cuts off everything from a place on. */
  cut(offset: number): void {
    ftruncateSync(this.#open(), offset);
    this.#end = offset;
  }

  /** Leaves out everything but the given places, which then lie one after the other. */
  keep(extents: Iterable<Extent>): void {
    const next = `${this.path}.${process.pid}`;
    const copy = openSync(next, 'w', 0o644);
    writeAll(copy, this.#version);
    for (const extent of extents) writeAll(copy, this.read(extent));
    closeSync(copy);
    renameSync(next, this.path);
    this.close();
  }

  close(): void {
    if (this.#handle !== undefined) closeSync(this.#handle);
    this.#handle = undefined;
  }

  #open(): number {
    if (this.#handle !== undefined) return this.#handle;
    mkdirSync(dirname(this.path), { recursive: true });
    const handle = openSync(this.path, constants.O_RDWR | constants.O_CREAT | constants.O_APPEND, 0o644);
    this.#handle = handle;
    if (!readExtent(handle, { offset: 0, length: this.#version.length }).equals(this.#version)) {
      ftruncateSync(handle);
      writeAll(handle, this.#version);
    }
    this.#end = fstatSync(handle).size;
    return handle;
  }
}

/** Writes all bytes where an open file is. */
export function writeAll(handle: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(handle, bytes, done);
}

/** Reads a part of an open file; less when it ends before. */
export function readExtent(handle: number, { offset, length }: Extent): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  return bytes.subarray(0, readSync(handle, bytes, 0, length, offset));
}
