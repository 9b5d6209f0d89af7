/** The bytes of a page of the reading edition, made from the text of the Markdown page that it shows. */

import { sha256Hex } from '#document/text/digest.ts';
import { twinOf } from '#edition/html/markdown.ts';
import { drawingStyle, type Files, files } from './asset.ts';
import type { Beside } from './beside.ts';
import { columnOf } from './drawing/column.ts';
import { columnDrawing, drawingOf } from './drawing/drawing.ts';
import { layoutOf } from './drawing/layout.ts';
import { stepsOf } from './drawing/step.ts';
import type { Topology } from './drawing/topology.ts';
import { Html } from './html/html.ts';
import { readingPage } from './page.ts';
import { isOfFiles } from './part.ts';
import { withRelativeAddresses } from './relative.ts';

/** The way in which a Markdown page is rendered: as its HTML twin, or only as its drawing. */
export type Rendering =
  | {
      as: 'page';
      path: string;
      baseUrl: string;
      beside: Beside;
      drawing?: string;
      files?: Files;
    }
  | { as: 'drawing'; drawing?: string };

/** Renders the HTML twin or the drawing of a Markdown text. `rendering.drawing` holds the drawings that `draw` returns. */
export function render(text: string, rendering: Rendering): string {
  const { drawing } = rendering;
  if (rendering.as === 'drawing') return standalone(drawing ?? '');
  const { path, baseUrl, beside } = rendering;
  const page = readingPage(
    { path, text, baseUrl, files: rendering.files ?? files },
    beside,
    drawing === undefined ? undefined : new Html(drawing.split(alone)[0]!),
  );
  return isOfFiles(beside) ? onPlainHost(page, twinOf(path)!) : page;
}

/** Changes the addresses of a page for a host of plain files, which may serve the tree below any address. */
const onPlainHost = (page: string, path: string): string =>
  path === missingPath ? page : withRelativeAddresses(page, path);

/**
 * The page that a host serves at every address without a file. Addresses relative to it would be wrong there, so they begin at
 * the root of `BASE_URL`, which has no path.
 */
const missingPath = '/404.html';

/**
 * The character that separates the drawings for a page (the wide one, then the narrow one) from the
 * drawing for a file of its own.
 */
const alone = '\f';

/**
 * Draws a topology as SVG. Returns the wide and the narrow drawing for a page, then `alone`, then
 * the drawing for a file of its own.
 */
export async function draw(topology: Topology): Promise<string> {
  const layout = await layoutOf(topology);
  const own = drawingOf(topology, layout).text + columnDrawing(topology, columnOf(topology)).text;
  return own + alone + drawingOf(topology, layout, stepsOf(topology)).text;
}

/** Returns a key for a topology. Equal keys mean equal drawings. */
export const drawingKey = (topology: Topology): string => sha256Hex(JSON.stringify(topology));

/** Returns the drawing of a topology as a field of its rendering; no field if `drawings` lacks it. */
export function drawn(
  { topology }: { topology?: Topology | undefined },
  drawings: ReadonlyMap<string, string>,
): { drawing?: string } {
  const drawing = topology && drawings.get(drawingKey(topology));
  return drawing === undefined ? {} : { drawing };
}

/** Returns the drawing for a file of its own, with its style sheet, from the texts that `draw` returns. */
const standalone = (drawing: string): string =>
  `${drawing
    .split(alone)
    .at(-1)!
    .replace(/(<svg[^<>]*>)/, (_, head: string) => `${head}<style>${drawingStyle}</style>`)}\n`;
