/** The job of making a pack: the variants of its new pages and their files, the bytes of its other pages, and the pack itself. */
import { closeSync, mkdirSync, openSync, readSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '#document/digest.ts';
import type { PackEntry, PageEntry, Variant } from '#document/manifest.ts';
import { type Extent, hasDigests, type PackedPage, packFile, packFolder, writePack } from '#document/pack.ts';
import { type Rendering, render } from '#reading/rendering.ts';
import { tokensOf } from '../keep/token.ts';
import { compressions } from './compress.ts';
import { type StagePlace, stagedSuffix, writeWhole } from './file.ts';

/** A part of a file. */
export interface FilePart extends Extent {
  file: string;
}

/** What the manifest says of the bytes of a page. */
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
  /** What its entry says of anything but its bytes, JSON. */
  description: string;
  key: string;
  text: string | Uint8Array;
  /** What is made of the text; absent: the page is the text. */
  rendering?: Rendering;
  /** How many tokens the text has, where that was counted already. */
  tokens?: number;
  /** What is known of the page that has the same bytes, where that was made before. */
  staged?: Staged;
}

/** Makes one pack. */
export interface PackJob extends StagePlace {
  do: 'pack';
  /** Sorted by path. */
  pages: (OldPage | NewPage)[];
}

/** A pack that was made, and what was found of the bytes of its new pages, in their order. */
export interface MadePack {
  entry: PackEntry;
  staged: Staged[];
}

/**
 * Does a job. Nobody reads a pack before the manifest names it, so it is put in its place at once.
 * @throws Error when an old page does not have the bytes that its entry says: the tree was damaged since it was read
 */
export function makePack({ pages, ...place }: PackJob): MadePack {
  const staged: Staged[] = [];
  const packed = withFiles(open =>
    pages.map((page): PackedPage => {
      if ('from' in page) return readOld(page, open(page.from.file));
      const made = makePage(page, place);
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

/** Writes the file of a page and makes its variants, unless another page has them. */
function makePage(page: NewPage, { dist, suffix }: StagePlace): PackedPage & { staged: Staged } {
  const { path, file, key, rendering } = page;
  const text = rendering ? render(String(page.text), rendering) : page.text;
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  writeWhole(join(dist, file + suffix), bytes);
  const packed = page.staged ? {} : compressions(bytes);
  const staged = page.staged ?? stagedOf(page, bytes, packed);
  const description = JSON.parse(page.description) as Partial<PageEntry>;
  const own = description.same_as === undefined ? [bytes, ...Object.values(packed)] : [];
  const entry = JSON.stringify({ ...description, file, ...staged, key });
  return { path, entry, staged, bytes: Buffer.concat(own) };
}

function stagedOf(
  { text, tokens }: NewPage,
  bytes: Uint8Array,
  packed: ReturnType<typeof compressions>,
): Staged {
  const variantOf = (variant: Uint8Array): Variant => ({ digest: sha256Hex(variant), size: variant.length });
  const encodings = Object.fromEntries(
    Object.entries(packed).map(([coding, variant]) => [coding, variantOf(variant)]),
  );
  return {
    ...variantOf(bytes),
    tokens: tokens ?? (typeof text === 'string' ? tokensOf(text) : 0),
    encodings,
  };
}
