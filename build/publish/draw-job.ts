/** The job of drawing. Graphviz is loaded without blocking, so a thread does it, never the build itself. */
import { type Drawable, draw } from '#build/reading/rendering.ts';

export interface DrawJob {
  do: 'draw';
  drawables: Drawable[];
}

/** The drawings, in their order. */
export async function drawEach({ drawables }: DrawJob): Promise<string[]> {
  const drawings: string[] = [];
  for (const drawable of drawables) drawings.push(await draw(drawable));
  return drawings;
}
