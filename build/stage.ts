/** Stages a page: makes its variants and writes all of them beside their places, to be renamed when all are there. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '#document/digest.ts';
import type { Coding, PageEntry } from '#document/manifest.ts';
import { compressions } from './compress.ts';
import { tokensOf } from './token.ts';

/** What the name of a file ends in until it is put in place. */
export const stagedSuffix = '.next';

export interface PageText {
  file: string;
  text: string | Uint8Array;
  /** How many tokens the text has, where that was counted already. */
  tokens?: number;
}

/** What the manifest says of the bytes of a page. */
export type Staged = Pick<PageEntry, 'file' | 'digest' | 'size' | 'tokens' | 'encodings'>;

const extensions: Record<Coding, string> = { br: 'br', gzip: 'gz' };

/** Writes a page and its variants. Their folder must exist. */
export function stageText(dist: string, { file, text, tokens }: PageText): Staged {
  const bytes =
    typeof text === 'string' ? Buffer.from(text) : Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  writeStaged(dist, file, bytes);
  const encodings: Staged['encodings'] = {};
  for (const [coding, packed] of Object.entries(compressions(bytes)) as [Coding, Buffer][]) {
    const name = `${file}.${extensions[coding]}`;
    writeStaged(dist, name, packed);
    encodings[coding] = { file: name, digest: sha256Hex(packed), size: packed.length };
  }
  const counted = tokens ?? (typeof text === 'string' ? tokensOf(text) : 0);
  return { file, digest: sha256Hex(bytes), size: bytes.length, tokens: counted, encodings };
}

/** Writes a file whole, beside its place. */
export function writeStaged(dist: string, name: string, bytes: Uint8Array): void {
  const handle = openSync(join(dist, name + stagedSuffix), 'w', 0o644);
  for (let done = 0; done < bytes.length; ) done += writeSync(handle, bytes, done);
  closeSync(handle);
}
