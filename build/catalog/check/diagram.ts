/**
 * Diagrams: no text of the catalog does anything when its diagram is drawn, and a guide or a page of the contract has none.
 *
 * - `click lead href "https://…"`, `%%{init: …}%%` and HTML in a block of Mermaid are refused, with their line.
 * - In a guide a block of Mermaid is refused: steps are a list.
 */
import { checkDiagrams } from '#document/team/mermaid.ts';
import type { Fault } from '#document/text/fault.ts';
import { placeOf } from '../source/markdown.ts';
import type { ParsedSource } from '../source/source.ts';

export const checkDiagramText = ({ text }: ParsedSource): Fault[] => checkDiagrams(text);

export function checkNoDiagram({ kind, nodes }: ParsedSource): Fault[] {
  if (!['guide', 'contract'].includes(kind.kind)) return [];
  return nodes.flatMap(({ node }): Fault[] => {
    if (node.type !== 'code' || !/^(?:mermaid|mmd)$/i.test(node.lang ?? '')) return [];
    const message = 'The page has a diagram in Mermaid, which is not drawn here.';
    return [
      {
        field: '',
        rule: 'diagram',
        message,
        help: 'Write its steps as a list or a table.',
        ...placeOf(node),
      },
    ];
  });
}
