/** The drawing of a flowchart within the text of a page, as SVG. Its Markdown has it as Mermaid. */
import { type Flowchart, type FlowNode, readFlowchart } from '#build/team/flowchart.ts';
import { type Html, html } from '../html/html.ts';
import { edgeOf, linesAt, margin, marker, maxShrunk, round, sizes } from './drawing.ts';
import { type Boxes, characterWidth, type Layout, layOut } from './layout.ts';

/** A flowchart with its number on the page, from 1: its ids begin with it. */
export interface NumberedFlowchart extends Flowchart {
  number: number;
}

const opening = /^(`{3,}|~{3,})[ \t]*([^\s`]*)/;

/** The kinds of pages that may have flowcharts. */
export const flowchartKinds: readonly string[] = ['guide', 'contract'];

/**
 * The flowcharts of a page of a kind: its blocks of Mermaid that can be drawn. One that is within a list or a quotation, which no check lets pass,
 * stays text.
 */
export function flowchartsIn(kind: string, markdown: string): NumberedFlowchart[] {
  if (!flowchartKinds.includes(kind) || !markdown.includes('mermaid')) return [];
  const flowcharts: NumberedFlowchart[] = [];
  let fence: { marks: string; isFlowchart: boolean; lines: string[] } | undefined;
  let number = 0;
  for (const line of markdown.split('\n')) {
    if (!fence) {
      const [, marks, language] = opening.exec(line) ?? [];
      if (marks) fence = { marks, isFlowchart: language === 'mermaid', lines: [] };
    } else if (line.startsWith(fence.marks) && line.trim() === fence.marks) {
      if (fence.isFlowchart) {
        number += 1;
        const parsed = readFlowchart(fence.lines.join('\n'));
        if (parsed.ok) flowcharts.push({ ...parsed.chart, number });
      }
      fence = undefined;
    } else fence.lines.push(line);
  }
  return flowcharts;
}

/** The most characters in a line of a label. */
const lineLength = 20;
const lineHeight = 17;

/** A label in as few lines as it needs, of about equal length. */
function linesOf(label: string): string[] {
  const fewest = linesWithin(label, lineLength);
  for (let length = Math.ceil(label.length / fewest.length); length < lineLength; length += 1) {
    const lines = linesWithin(label, length);
    if (lines.length === fewest.length && lines.every(line => line.length <= length)) return lines;
  }
  return fewest;
}

/** The words of a label in lines of at most so many characters, or of one longer word. */
function linesWithin(label: string, length: number): string[] {
  const lines = [''];
  for (const word of label.split(' ')) {
    const last = lines.at(-1)!;
    if (last !== '' && last.length + word.length >= length) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}

/** How far the points of a question stand out on both sides. */
const point = 16;

function boxesOf({ nodes, edges }: Flowchart): Boxes {
  return {
    nodes: nodes.map(({ label, shape }) => {
      const lines = linesOf(label);
      const text = Math.max(...lines.map(line => line.length)) * characterWidth;
      return {
        width: Math.max(72, text + 36 + (shape === 'choice' ? 2 * point : 0)),
        height: 27 + lines.length * lineHeight,
      };
    }),
    edges: edges.map(({ from, to, label }) => ({
      tail: nodes.findIndex(({ id }) => id === from),
      head: nodes.findIndex(({ id }) => id === to),
      lines: label === undefined ? [] : [label],
    })),
  };
}

/** Draws a flowchart. The style sheet of the page colours it by classes. */
export async function drawFlowchart(flowchart: NumberedFlowchart): Promise<string> {
  const layout = await layOut(boxesOf(flowchart), flowchart.direction === 'TD');
  const [width, height] = [round(layout.width + 2 * margin), round(layout.height + 2 * margin)];
  const id = `Flowchart-${flowchart.number}`;
  return html`
    <svg class="drawing${width > maxShrunk ? ' wide' : ''}" xmlns="http://www.w3.org/2000/svg" role="img"
      aria-labelledby="${id}-title ${id}-words"${sizes(width, height)}>
      <title id="${id}-title">${titleOf(flowchart)}</title>
      <desc id="${id}-words">${wordsOf(flowchart)}</desc>
      <defs>${marker(`f${flowchart.number}`, 'M0 0 9 4.5 0 9z')}</defs>
      <g transform="translate(${margin} ${margin})">
        ${layout.edges.map((edge, at) => edgeOf(edge, { style: 'leads', head: `url(#Head-f${flowchart.number})`, lines: [flowchart.edges[at]!.label ?? ''] }))}
        ${layout.nodes.map((node, at) => nodePart(flowchart.nodes[at]!, node))}
      </g>
    </svg>`.text;
}

function nodePart({ label, shape }: FlowNode, node: Layout['nodes'][number]): Html {
  return html`
    <g class="node ${shape}">
      ${shapeOf(shape, node)}
      ${linesAt(linesOf(label), node.x, node.y + 4.5, lineHeight)}
    </g>`;
}

function shapeOf(shape: FlowNode['shape'], { x, y, width, height }: Layout['nodes'][number]): Html {
  const [left, right, top, bottom] = [x - width / 2, x + width / 2, y - height / 2, y + height / 2].map(
    round,
  );
  if (shape === 'choice') {
    const [inner, outer] = [round(left! + point), round(right! - point)];
    return html`<path class="shape" d="M${left} ${y}L${inner} ${top}H${outer}L${right} ${y}L${outer} ${bottom}H${inner}z"/>`;
  }
  const rx = shape === 'round' ? round(Math.min(22, height / 2)) : 6;
  return html`<rect class="shape" x="${left}" y="${top}" width="${width}" height="${height}" rx="${rx}"/>`;
}

const titleOf = ({ nodes }: Flowchart): string => `A flowchart of ${nodes.length} steps`;

/** The flowchart in words. */
function wordsOf({ nodes, edges }: Flowchart): string {
  const labels = new Map(nodes.map(({ id, label }) => [id, label]));
  const ways = edges.map(({ from, to, label }) => {
    return `${labels.get(from)} → ${labels.get(to)}${label === undefined ? '' : ` (${label})`}`;
  });
  return `${ways.join('; ')}.`;
}
