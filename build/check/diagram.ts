/**
 * Diagrams: no text of the catalog does anything when its diagram is drawn, and every flowchart of a guide can be drawn.
 *
 * - `click lead href "https://…"`, `%%{init: …}%%` and HTML in a block of Mermaid are refused, with their line.
 * - In a guide `sequenceDiagram`, `a -.-> b`, `a[[Tool]]` and one of 40 nodes are refused, with their line and column.
 * - `a[Try once] -->|fails| b{Worth a team?}` is drawn.
 */
import { flowchartKinds } from '#build/drawing/flowchart.ts';
import { readFlowchart } from '#build/team/flowchart.ts';
import { checkDiagrams } from '#build/team/mermaid.ts';
import type { Fault } from '#build/text/fault.ts';
import { type HeldNode, placeOf } from '../source/markdown.ts';
import type { ParsedSource } from '../source/source.ts';

export const checkDiagramText = ({ text }: ParsedSource): Fault[] => checkDiagrams(text);

/** What keeps the flowcharts of a guide or a page of the contract from being drawn. */
export function checkFlowcharts({ kind, nodes, text }: ParsedSource): Fault[] {
  if (!flowchartKinds.includes(kind.kind)) return [];
  return nodes.flatMap(held => flowchartFaults(held, text));
}

function flowchartFaults({ node, parent }: HeldNode, text: string): Fault[] {
  if (node.type !== 'code' || !/^(?:mermaid|mmd)$/i.test(node.lang ?? '')) return [];
  const { line, column } = placeOf(node);
  const fault = (message: string, help: string): Fault => ({
    ...{ field: '', rule: 'flowchart', message, help, line, column },
  });
  const fence = text.split('\n')[line - 1] ?? '';
  if (parent.type !== 'root' || column > 1)
    return [
      fault('The flowchart is within another block.', 'Put it between paragraphs, without indentation.'),
    ];
  if (!/^(?:`{3,}|~{3,})mermaid\s*$/.test(fence))
    return [
      fault(
        `The flowchart begins with \`${fence.trim()}\`.`,
        'Begin it with ```mermaid and nothing else on that line.',
      ),
    ];
  const parsed = readFlowchart(node.value);
  if (parsed.ok) return [];
  return parsed.faults.map(each => ({ ...each, field: '', rule: 'flowchart', line: line + each.line }));
}
