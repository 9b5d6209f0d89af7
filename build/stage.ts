/** Stages a page: makes its variants and writes all of them where the publication wants them until it is whole. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '#document/digest.ts';
import type { Coding, PageEntry } from '#document/manifest.ts';
import { compressions } from './compress.ts';
import { type Extent, type PageBytes, readExtent, readRecord, writeRecord } from './page-store.ts';
import { tokensOf } from './token.ts';

/** What the name of a file ends in until it is put in place. */
export const stagedSuffix = '.next';

export interface PageText {
  text: string | Uint8Array;
  /** How many tokens the text has, where that was counted already. */
  tokens?: number;
}

/** A text with the files that hold it, and what it was made from. Their folders must exist. */
export interface StagedText {
  files: readonly string[];
  key: string;
  /** The text, or where the store has it. */
  from: PageText | Extent;
}

/** Where files are written: the folder, and what is added to their names until they are put in place. */
export interface StagePlace {
  dist: string;
  suffix: '' | typeof stagedSuffix;
}

/** What the manifest says of the bytes of a page. */
export type Staged = Pick<PageEntry, 'file' | 'digest' | 'size' | 'tokens' | 'encodings'>;

export interface Staging {
  /** One for each file. */
  staged: Staged[];
  /** The record for the store, of a text that it did not have. */
  record?: Uint8Array;
}

/** Makes the variants of pages and writes them, or takes both from the store. */
export interface StageJob extends StagePlace {
  do: 'stage';
  pages: StagedText[];
  /** The path of the store, where pages come from it. */
  store?: string;
}

const extensions: Record<Coding, string> = { br: 'br', gzip: 'gz' };

/** Does a job. For a text that the store had damaged, the result is undefined. */
export function stageTexts({ pages, store, ...place }: StageJob): (Staging | undefined)[] {
  if (store === undefined) return pages.map(page => stageText(place, page));
  const handle = openSync(store, 'r');
  try {
    return pages.map(page => stageText(place, page, handle));
  } finally {
    closeSync(handle);
  }
}

/** Writes a text and its variants under each of its names, from the opened file of the store when that has it. */
function stageText(place: StagePlace, page: StagedText, store?: number): Staging | undefined {
  const isStored = 'offset' in page.from;
  const bytes = 'offset' in page.from ? readRecord(readExtent(store!, page.from)) : bytesOf(page.from);
  if (!bytes) return undefined;
  const staged = page.files.map(file => writePage(place, file, bytes));
  return isStored ? { staged } : { staged, record: writeRecord(page.key, bytes) };
}

function bytesOf({ text, tokens }: PageText): PageBytes {
  const bytes =
    typeof text === 'string' ? Buffer.from(text) : Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  const forms = Object.entries({ text: bytes, ...compressions(bytes) });
  return {
    parts: Object.fromEntries(
      forms.map(([form, packed]) => [form, { bytes: packed, digest: sha256Hex(packed) }]),
    ),
    tokens: tokens ?? (typeof text === 'string' ? tokensOf(text) : 0),
  };
}

function writePage({ dist, suffix }: StagePlace, file: string, { parts, tokens }: PageBytes): Staged {
  const { text, ...packed } = parts;
  writeWhole(join(dist, file + suffix), text!.bytes);
  const encodings: Staged['encodings'] = {};
  for (const [coding, { bytes, digest }] of Object.entries(packed)) {
    const name = `${file}.${extensions[coding as Coding]}`;
    writeWhole(join(dist, name + suffix), bytes);
    encodings[coding as Coding] = { file: name, digest, size: bytes.length };
  }
  return { file, digest: text!.digest, size: text!.bytes.length, tokens, encodings };
}

/** Writes a file whole. */
export function writeWhole(path: string, bytes: Uint8Array): void {
  const handle = openSync(path, 'w', 0o644);
  for (let done = 0; done < bytes.length; ) done += writeSync(handle, bytes, done);
  closeSync(handle);
}
