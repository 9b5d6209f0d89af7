/** The bytes of a page of the reading edition, from the text of the page that it shows. */
import { sha256Hex } from '#build/text/digest.ts';
import { drawingStyle, type Files, files } from './asset.ts';
import type { Beside } from './beside.ts';
import { drawingOf } from './drawing.ts';
import { Html } from './html.ts';
import { layoutOf } from './layout.ts';
import { readingPage } from './page.ts';
import type { Topology } from './topology.ts';

/** What is to be made of a Markdown page: its twin, or its drawing alone. */
export type Rendering =
  | { as: 'page'; path: string; baseUrl: string; beside: Beside; drawing?: string; files?: Files }
  | { as: 'drawing'; drawing?: string };

/** Makes it. The drawing is that of the topology of the page, as `draw` gives it. */
export function render(text: string, rendering: Rendering): string {
  const { drawing } = rendering;
  if (rendering.as === 'drawing') return standalone(drawing ?? '');
  return readingPage(
    { path: rendering.path, text, baseUrl: rendering.baseUrl, files: rendering.files ?? files },
    rendering.beside,
    drawing === undefined ? undefined : new Html(drawing),
  );
}

/** Draws a topology. */
export const draw = async (topology: Topology): Promise<string> =>
  drawingOf(topology, await layoutOf(topology)).text;

/** Equal keys mean equal drawings. */
export const drawingKey = (topology: Topology): string => sha256Hex(JSON.stringify(topology));

/** A drawing as a file of its own, with its colours. */
const standalone = (drawing: string): string =>
  `${drawing.replace(/(<svg[^<>]*>)/, (_, head: string) => `${head}<style>${drawingStyle}</style>`)}\n`;
