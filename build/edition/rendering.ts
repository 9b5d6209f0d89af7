/** The bytes of a page of the reading edition, from the text of the page that it shows. */

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

/** The rendering of a Markdown page: its twin, or only its drawing. */
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

/** Renders the page or the drawing of a Markdown text. `rendering.drawing` holds the drawings that `draw` returns. */
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

/** Changes a page for a host of plain files, which may serve the tree below any address. */
const onPlainHost = (page: string, path: string): string =>
  path === missingPath ? page : withRelativeAddresses(page, path);

/** Served at every address that has no file, so its own say nothing: they begin at the root of `BASE_URL`, which has no path. */
const missingPath = '/404.html';

/** The separator between the drawings of a page (wide, then narrow) and the drawing for a file of its own. */
const alone = '\f';

/** Draws a topology. Returns SVG: the wide and the narrow drawing for a page, then `alone`, then the drawing for a file of its own. */
export async function draw(topology: Topology): Promise<string> {
  const layout = await layoutOf(topology);
  const own = drawingOf(topology, layout).text + columnDrawing(topology, columnOf(topology)).text;
  return own + alone + drawingOf(topology, layout, stepsOf(topology)).text;
}

/** Returns a key of a topology; equal keys mean equal drawings. */
export const drawingKey = (topology: Topology): string => sha256Hex(JSON.stringify(topology));

/** Returns the drawing of a topology as a part of its rendering; empty if `drawings` lacks it. */
export function drawn(
  { topology }: { topology?: Topology | undefined },
  drawings: ReadonlyMap<string, string>,
): { drawing?: string } {
  const drawing = topology && drawings.get(drawingKey(topology));
  return drawing === undefined ? {} : { drawing };
}

/** Returns a drawing as a file of its own, with its colours. */
const standalone = (drawing: string): string =>
  `${drawing
    .split(alone)
    .at(-1)!
    .replace(/(<svg[^<>]*>)/, (_, head: string) => `${head}<style>${drawingStyle}</style>`)}\n`;
