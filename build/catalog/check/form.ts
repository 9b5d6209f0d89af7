/**
 * What Markdown a body may hold.
 *
 * - `<b>bold</b>` and `<!-- note -->` are refused: raw HTML could hide text from a reader or imitate a trailer.
 * - `![x](/y.png)` is refused: the catalog serves only text.
 */
import type { Fault } from '#document/text/fault.ts';
import { placeOf } from '../source/markdown.ts';
import type { ParsedSource } from '../source/source.ts';

export function checkForm({ nodes }: ParsedSource): Fault[] {
  const faults: Fault[] = [];
  for (const { node } of nodes) {
    if (node.type === 'html') {
      const help = 'Write Markdown; put code in backquotes.';
      faults.push({ field: '', rule: 'html', message: 'Raw HTML is not allowed.', help, ...placeOf(node) });
    }
    if (node.type === 'image') {
      const help = 'Say it in words or as a diagram in code.';
      faults.push({ field: '', rule: 'image', message: 'Images are not allowed.', help, ...placeOf(node) });
    }
  }
  return faults;
}
