/** The job of making a pack: the files and variants of its pages, and the pack itself. */
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '#document/text/digest.ts';
import type { Coding, PackEntry, PageEntry, Variant } from '#document/text/manifest.ts';
import { formsOf, type PackedPage, packFile, packFolder, writePack } from '#document/text/pack.ts';
import { type Rendering, render } from '#edition/rendering.ts';
import { tokensOf } from '../catalog/source/token-count.ts';
import { compressions } from './compress.ts';
import { isFile, type StagePlace, stagedSuffix, writeStaged, writeWhole } from './file.ts';

/** The fields of a page in the manifest that are about its bytes. */
export type Staged = Pick<PageEntry, 'digest' | 'size' | 'tokens' | 'encodings'>;

/** A page to be made. The folder of its file must exist. */
export interface NewPage {
  path: string;
  file: string;
  /** The fields of its entry that are about anything but its bytes, as JSON. */
  description: string;
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
export interface CopiedPage extends Pick<NewPage, 'path' | 'file' | 'description'> {
  staged: Staged;
  /** The file of the other one, in the same place. */
  of: string;
}

type Text = string | Uint8Array;

/** Makes one pack. */
export interface PackJob extends StagePlace {
  do: 'pack';
  /** Sorted by path. */
  pages: (NewPage | CopiedPage)[];
  /** The texts that its pages are made of, each once. */
  texts: Text[];
}

/** A pack that was made, and what was found of the bytes of its pages, in their order. */
export interface MadePack {
  entry: PackEntry;
  staged: Staged[];
}

/** Does a job. A pack is not read before the manifest names it, so it is put in its place at once. */
export function makePack({ pages, texts, ...place }: PackJob): MadePack {
  const made = pages.map(page =>
    'of' in page ? copyPage(page, place) : makePage(page, texts[page.text]!, place),
  );
  const { entry, bytes } = writePack(made);
  const path = join(place.dist, packFile(entry));
  if (!isFile(path, bytes)) {
    mkdirSync(join(place.dist, packFolder), { recursive: true });
    // A server may be reading a pack under this name, which only damage can have changed.
    writeWhole(path + stagedSuffix, bytes);
    renameSync(path + stagedSuffix, path);
  }
  return { entry, staged: made.map(each => each.staged) };
}

/** Writes the file of a page. */
function makePage(page: NewPage, text: Text, { dist, suffix }: StagePlace): PackedPage & { staged: Staged } {
  const made = page.rendering ? render(String(text), page.rendering) : text;
  const bytes = typeof made === 'string' ? Buffer.from(made) : made;
  writeStaged({ dist, suffix }, page.file, bytes);
  const packed = compressions(bytes, page.codings);
  const staged = stagedOf(page.tokens ?? (typeof text === 'string' ? tokensOf(text) : 0), bytes, packed);
  const variants = { identity: bytes, ...packed };
  return packedPage(page, staged, page.isCopy ? [] : formsOf(staged).map(form => variants[form]!));
}

function copyPage(page: CopiedPage, { dist, suffix }: StagePlace): PackedPage & { staged: Staged } {
  // The other one was left where it was if it had these bytes already.
  const of = [suffix, ''].map(each => join(dist, page.of + each)).find(path => existsSync(path))!;
  writeStaged({ dist, suffix }, page.file, readFileSync(of));
  return packedPage(page, page.staged, []);
}

function packedPage(
  { path, file, description }: Pick<NewPage, 'path' | 'file' | 'description'>,
  staged: Staged,
  bytes: readonly Uint8Array[],
): PackedPage & { staged: Staged } {
  const entry = `${description.slice(0, -1)},${JSON.stringify({ file, ...staged }).slice(1)}`;
  return { path, entry, staged, bytes: Buffer.concat(bytes) };
}

function stagedOf(tokens: number, bytes: Uint8Array, packed: ReturnType<typeof compressions>): Staged {
  const variantOf = (variant: Uint8Array): Variant => ({ digest: sha256Hex(variant), size: variant.length });
  const encodings = Object.fromEntries(
    Object.entries(packed).map(([coding, variant]) => [coding, variantOf(variant)]),
  );
  return { ...variantOf(bytes), tokens, encodings };
}
