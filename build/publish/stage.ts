/** Stages a page: makes its variants for the store, and writes its file where the publication wants it until it is whole. */
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sha256Hex } from '#document/digest.ts';
import type { PageEntry } from '#document/manifest.ts';
import type { Extent } from '#document/pack.ts';
import { readExtent, writeAll } from '../keep/append-file.ts';
import { type PageBytes, readRecord, writeRecord } from '../keep/page-store.ts';
import { tokensOf } from '../keep/token.ts';
import { compressions } from './compress.ts';

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
export type Staged = Pick<PageEntry, 'digest' | 'size' | 'tokens' | 'encodings'>;

export interface Staging {
  staged: Staged;
  /** The record for the store, of a text that it did not have. */
  record?: Uint8Array<ArrayBuffer>;
}

/** Makes the variants of pages, or takes them from the store, and writes the files. */
export interface StageJob extends StagePlace {
  do: 'stage';
  pages: StagedText[];
  /** The path of the store, where pages come from it. */
  store?: string;
}

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

/** Writes a text under each of its names, from the opened file of the store when that has it. */
function stageText(place: StagePlace, page: StagedText, store?: number): Staging | undefined {
  const isStored = 'offset' in page.from;
  const bytes = 'offset' in page.from ? readRecord(readExtent(store!, page.from)) : bytesOf(page.from);
  if (!bytes) return undefined;
  for (const file of page.files) writeWhole(join(place.dist, file + place.suffix), bytes.parts.text!.bytes);
  const staged = describe(bytes);
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

function describe({ parts, tokens }: PageBytes): Staged {
  const { text, ...packed } = Object.fromEntries(
    Object.entries(parts).map(([form, { bytes, digest }]) => [form, { digest, size: bytes.length }]),
  );
  return { ...text!, tokens, encodings: packed };
}

/** Makes the folder of a file, unless it is among those that were made. */
export function makeFolderOf(path: string, made: Set<string>): void {
  const folder = dirname(path);
  if (made.has(folder)) return;
  mkdirSync(folder, { recursive: true });
  made.add(folder);
}

/** Writes a file whole. */
export function writeWhole(path: string, bytes: Uint8Array): void {
  const handle = openSync(path, 'w', 0o644);
  writeAll(handle, bytes);
  closeSync(handle);
}
