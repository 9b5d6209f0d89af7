/** The job of rendering pages to bytes and writing each to its file, for a worker thread. */
import { sha256Hex } from '#document/text/digest.ts';
import type { PageEntry } from '#document/text/manifest.ts';
import type { Topology } from '#edition/drawing/topology.ts';
import { draw, drawingKey, drawn, type Rendering, render } from '#edition/rendering.ts';
import { tokensOf } from '../catalog/source/token-count.ts';
import { type StagePlace, writeStaged } from './file.ts';

/** The fields of a page in the manifest that are about its bytes. */
export type Rendered = Pick<PageEntry, 'digest' | 'size' | 'tokens'>;

/** A page to render. The folder of its file must exist. */
interface PageToRender {
  file: string;
  /** The index of the text of the page among the texts of the job. */
  text: number;
  /** The rendering of the text; absent if the page is the text itself. */
  rendering?: Rendering;
  /** The topology that the drawing on the page shows; absent if it has none. */
  topology?: Topology;
  /** The number of tokens of the text; absent if nobody has counted them yet. */
  tokens?: number;
}

export interface RenderJob extends StagePlace {
  do: 'render';
  pages: PageToRender[];
  /** The texts from which the pages are made, each once. */
  texts: (string | Uint8Array)[];
}

/** Renders and writes pages. Returns the digest, size and tokens of each, in the order of the pages. */
export async function renderPages({ pages, texts, ...place }: RenderJob): Promise<Rendered[]> {
  const all: Rendered[] = [];
  const drawings = new Map<string, string>();
  for (const page of pages) {
    const text = texts[page.text]!;
    const made = await bytesOf(page, text, drawings);
    writeStaged(place, page.file, made);
    const tokens = page.tokens ?? (typeof text === 'string' ? tokensOf(text) : 0);
    all.push({ digest: sha256Hex(made), size: made.length, tokens });
  }
  return all;
}

/**
 * Returns the bytes of a page.
 * @param drawings the drawings made so far, by the keys of their topologies; a new one is added
 */
async function bytesOf(
  { rendering, topology }: PageToRender,
  text: string | Uint8Array,
  drawings: Map<string, string>,
): Promise<Uint8Array> {
  if (!rendering) return typeof text === 'string' ? Buffer.from(text) : text;
  const key = topology && drawingKey(topology);
  if (key !== undefined && !drawings.has(key)) drawings.set(key, await draw(topology!));
  return Buffer.from(render(String(text), { ...rendering, ...drawn({ topology }, drawings) }));
}
