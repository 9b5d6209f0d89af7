/** The job of making a pack: the variants of its new pages and their files, the bytes of its other pages, and the pack itself. */
import { closeSync, copyFileSync, mkdirSync, openSync, readSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '#document/text/digest.ts';
import type { Coding, PackEntry, PageEntry, Variant } from '#document/text/manifest.ts';
import {
  type Extent,
  formsOf,
  hasDigests,
  type PackedPage,
  packFile,
  packFolder,
  writePack,
} from '#document/text/pack.ts';
import { type Rendering, render } from '#edition/rendering.ts';
import { tokensOf } from '../catalog/source/token-count.ts';
import { compressions } from './compress.ts';
import { type StagePlace, stagedSuffix, writeWhole } from './file.ts';

/** A part of a file. */
export interface FilePart extends Extent {
  file: string;
}

/** The fields of a page in the manifest that are about its bytes. */
export type Staged = Pick<PageEntry, 'digest' | 'size' | 'tokens' | 'encodings'>;

/** A page that is in the tree already. */
export interface OldPage {
  path: string;
  /** JSON. */
  entry: string;
  /** Where its variants lie. */
  from: FilePart;
}

/** A page that is made. The folder of its file must exist. */
export interface NewPage {
  path: string;
  file: string;
  /** The fields of its entry that are about anything but its bytes, as JSON. */
  description: string;
  key: string;
  /** Which of the texts of the job it is made of. */
  text: number;
  /** The rendering of the text; absent: the page is the text. */
  rendering?: Rendering;
  /** The codings in which it is offered. */
  codings: readonly Coding[];
  /** How many tokens the text has, where that was counted already. */
  tokens?: number;
  /** Whether it repeats another one, with which its variants are packed. */
  isCopy: boolean;
}

/** A page with the bytes of another one, which was made before. */
export interface CopiedPage extends Pick<NewPage, 'path' | 'file' | 'description' | 'key'> {
  staged: Staged;
  /** The file of the other one, in the same place. */
  of: string;
}

type Text = string | Uint8Array;

/** Makes one pack. */
export interface PackJob extends StagePlace {
  do: 'pack';
  /** Sorted by path. */
  pages: (OldPage | NewPage | CopiedPage)[];
  /** The texts that its new pages are made of, each once. */
  texts: Text[];
}

/** A pack that was made, and what was found of the bytes of its new pages, in their order. */
export interface MadePack {
  entry: PackEntry;
  staged: Staged[];
}

/**
 * Does a job. A pack is not read before the manifest names it, so it is put in its place at once.
 * @throws Error when an old page does not have the bytes that its entry says: the tree was damaged since it was read
 */
export function makePack({ pages, texts, ...place }: PackJob): MadePack {
  const staged: Staged[] = [];
  const packed = withFiles(open =>
    pages.map((page): PackedPage => {
      if ('from' in page) return readOld(page, open(page.from.file));
      const made = 'of' in page ? copyPage(page, place) : makePage(page, texts[page.text]!, place);
      staged.push(made.staged);
      return made;
    }),
  );
  const { entry, bytes } = writePack(packed);
  const path = join(place.dist, packFile(entry));
  mkdirSync(join(place.dist, packFolder), { recursive: true });
  // A server may be reading a pack of the same bytes under this name.
  writeWhole(path + stagedSuffix, bytes);
  renameSync(path + stagedSuffix, path);
  return { entry, staged };
}

/** Lets a body open files for reading, each once, and closes them. */
function withFiles<Result>(body: (open: (file: string) => number) => Result): Result {
  const handles = new Map<string, number>();
  try {
    return body(file => {
      const handle = handles.get(file) ?? openSync(file, 'r');
      handles.set(file, handle);
      return handle;
    });
  } finally {
    for (const handle of handles.values()) closeSync(handle);
  }
}

function readOld({ path, entry, from }: OldPage, handle: number): PackedPage {
  const buffer = Buffer.allocUnsafe(from.length);
  const bytes = buffer.subarray(0, readSync(handle, buffer, 0, from.length, from.offset));
  if (!hasDigests(JSON.parse(entry) as PageEntry, bytes))
    throw new Error(`${from.file} is damaged, and was whole a moment ago. Build again.`);
  return { path, entry, bytes };
}

/** Writes the file of a page. */
function makePage(page: NewPage, text: Text, { dist, suffix }: StagePlace): PackedPage & { staged: Staged } {
  const made = page.rendering ? render(String(text), page.rendering) : text;
  const bytes = typeof made === 'string' ? Buffer.from(made) : made;
  writeWhole(join(dist, page.file + suffix), bytes);
  const packed = compressions(bytes, page.codings);
  const staged = stagedOf(page.tokens ?? (typeof text === 'string' ? tokensOf(text) : 0), bytes, packed);
  const variants = { identity: bytes, ...packed };
  return packedPage(page, staged, page.isCopy ? [] : formsOf(staged).map(form => variants[form]!));
}

function copyPage(page: CopiedPage, { dist, suffix }: StagePlace): PackedPage & { staged: Staged } {
  copyFileSync(join(dist, page.of + suffix), join(dist, page.file + suffix));
  return packedPage(page, page.staged, []);
}

function packedPage(
  { path, file, key, description }: Pick<NewPage, 'path' | 'file' | 'key' | 'description'>,
  staged: Staged,
  bytes: readonly Uint8Array[],
): PackedPage & { staged: Staged } {
  const entry = `${description.slice(0, -1)},${JSON.stringify({ file, ...staged, key }).slice(1)}`;
  return { path, entry, staged, bytes: Buffer.concat(bytes) };
}

function stagedOf(tokens: number, bytes: Uint8Array, packed: ReturnType<typeof compressions>): Staged {
  const variantOf = (variant: Uint8Array): Variant => ({ digest: sha256Hex(variant), size: variant.length });
  const encodings = Object.fromEntries(
    Object.entries(packed).map(([coding, variant]) => [coding, variantOf(variant)]),
  );
  return { ...variantOf(bytes), tokens, encodings };
}
