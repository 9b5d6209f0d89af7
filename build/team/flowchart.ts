/**
 * Flowcharts in prose: the part of those of Mermaid that the reading edition draws (content/README.md, Flowcharts). Each line is a chain
 * of nodes and arrows, such as `a[Try once] -->|fails| b{Worth a team?}`.
 */

/** A square step, a round one (a beginning, an end or a result), or a question. */
type NodeShape = 'step' | 'round' | 'choice';

export interface FlowNode {
  id: string;
  label: string;
  shape: NodeShape;
}

interface FlowEdge {
  from: string;
  to: string;
  label?: string;
}

export interface Flowchart {
  direction: 'LR' | 'TD';
  nodes: FlowNode[];
  edges: FlowEdge[];
}

/** What is wrong with a flowchart: the line within it and the column, both from 1. */
interface FlowFault {
  line: number;
  column: number;
  message: string;
  help: string;
}

/** The most that a reader takes in at a glance, and that fits a telephone; lengths in characters. */
const flowLimits = { nodes: 16, edges: 24, nodeLabel: 48, edgeLabel: 24 } as const;

const beginning = /^flowchart[ \t]+(LR|TD)[ \t]*$/;
const name = /[A-Za-z][A-Za-z0-9_]{0,31}/y;
/** Words that mean something else to Mermaid where a node begins. */
const keyword =
  /^(?:subgraph|end|style|classDef|class|linkStyle|click|direction|accTitle|accDescr|call|href|graph|flowchart)$/i;
const shapes: Readonly<Record<string, { end: string; shape: NodeShape }>> = {
  '[': { end: ']', shape: 'step' },
  '(': { end: ')', shape: 'round' },
  '{': { end: '}', shape: 'choice' },
};
const labelText = /^[\p{L}\p{M}\p{N} .,:'’/%+?!()=≤≥×…-]+$/u;

const forms =
  'Write nodes as `id[Label]`, `id(Label)` or `id{Label}`, and edges as `-->`, `-- text -->` or `-->|text|`.';

class Refused extends Error {
  readonly column: number;
  readonly help: string;

  /** @param at the index in the line, from 0 */
  constructor(at: number, message: string, help: string) {
    super(message);
    this.column = at + 1;
    this.help = help;
  }
}

/** Reads the text of a fence. At most one fault a line is returned. */
export function readFlowchart(
  text: string,
): { ok: true; chart: Flowchart } | { ok: false; faults: FlowFault[] } {
  const [first = '', ...lines] = text.split('\n');
  const direction = beginning.exec(first)?.[1] as Flowchart['direction'] | undefined;
  if (direction === undefined) return { ok: false, faults: [notFlowchart(first)] };
  const reader = new Reader();
  const faults = lines.flatMap((line, at): FlowFault[] => {
    try {
      if (line.trim() !== '') reader.readLine(line);
      return [];
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { column, message, help } = error;
      return [{ line: at + 2, column, message, help }];
    }
  });
  const { edges } = reader;
  const nodes = [...reader.nodes.values()];
  if (faults.length === 0 && edges.length === 0)
    faults.push({ line: 1, column: 1, message: 'The flowchart has no edge.', help: forms });
  return faults.length > 0 ? { ok: false, faults } : { ok: true, chart: { direction, nodes, edges } };
}

function notFlowchart(line: string): FlowFault {
  const shown = line.trim().slice(0, 40);
  const message = `The flowchart begins with \`${shown}\`; expected \`flowchart LR\` or \`flowchart TD\`.`;
  return {
    line: 1,
    column: 1,
    message,
    help: 'Only flowcharts are drawn: from left to right (LR) or downwards (TD).',
  };
}

/** Reads line by line, and knows the nodes of the lines before. */
class Reader {
  readonly nodes = new Map<string, FlowNode>();
  readonly edges: FlowEdge[] = [];
  /** The nodes that have a label of their own. */
  readonly #labelled = new Set<string>();
  #line = '';
  #at = 0;

  readLine(line: string): void {
    this.#line = line.trimEnd();
    this.#at = 0;
    let from = this.#node();
    while (this.#at < this.#line.length) {
      const at = this.#skip();
      const label = this.#arrow();
      const to = this.#node();
      this.#edge({ from, to, ...(label !== undefined && { label }) }, at);
      from = to;
    }
  }

  #skip(): number {
    while (/[ \t]/.test(this.#line[this.#at] ?? '')) this.#at += 1;
    return this.#at;
  }

  #node(): string {
    const at = this.#skip();
    name.lastIndex = at;
    const id = name.exec(this.#line)?.[0];
    if (id === undefined) throw new Refused(at, `Expected a node, found ${this.#found(at)}.`, forms);
    if (keyword.test(id))
      throw new Refused(at, `\`${id}\` is a word of Mermaid that is not drawn.`, `${forms} Nothing else.`);
    this.#at = at + id.length;
    const open = shapes[this.#line[this.#at] ?? ''];
    if (open) this.#label(id, open, at);
    else if (!this.nodes.has(id)) this.#add({ id, label: id, shape: 'step' }, at);
    return id;
  }

  #label(id: string, { end, shape }: { end: string; shape: NodeShape }, at: number): void {
    const start = this.#at + 1;
    const isQuoted = this.#line[start] === '"';
    const close = isQuoted ? this.#line.indexOf(`"${end}`, start + 1) : this.#line.indexOf(end, start);
    if (/[[({/\\>]/.test(this.#line[start] ?? ''))
      throw new Refused(this.#at, `The shape of \`${id}\` is not drawn.`, forms);
    if (close < 0)
      throw new Refused(
        this.#at,
        `The label of \`${id}\` is not closed.`,
        `Write \`${end}\` after it, on the same line.`,
      );
    const label = this.#line.slice(start + Number(isQuoted), close).trim();
    checkLabel(label, start, flowLimits.nodeLabel, isQuoted);
    this.#at = close + 1 + Number(isQuoted);
    if (this.#labelled.has(id) && this.nodes.get(id)!.label !== label)
      throw new Refused(
        at,
        `The node \`${id}\` has two labels.`,
        'Write its label once; other lines name it by its id.',
      );
    this.#labelled.add(id);
    this.#add({ id, label, shape }, at);
  }

  #add(node: FlowNode, at: number): void {
    this.nodes.set(node.id, node);
    if (this.nodes.size > flowLimits.nodes)
      throw new Refused(
        at,
        `The flowchart has more than ${flowLimits.nodes} nodes.`,
        'Divide it into two, or leave steps out.',
      );
  }

  /** The label of an arrow; undefined where it has none. */
  #arrow(): string | undefined {
    const at = this.#at;
    const rest = this.#line.slice(at);
    if (rest.startsWith('-- ')) {
      const end = rest.indexOf(' -->', 3);
      if (end < 0) throw new Refused(at, 'The edge has no head.', 'Write `-- text -->`.');
      this.#at += end + ' -->'.length;
      return edgeLabel(rest.slice(3, end), at + 3);
    }
    if (!/^-->(?![->])/.test(rest))
      throw new Refused(at, `Expected an edge, found ${this.#found(at)}.`, `${forms} One statement a line.`);
    this.#at += '-->'.length;
    if (this.#line[this.#at] !== '|') return undefined;
    const end = this.#line.indexOf('|', this.#at + 1);
    if (end < 0) throw new Refused(this.#at, 'The label of the edge is not closed.', 'Write `-->|text|`.');
    const label = edgeLabel(this.#line.slice(this.#at + 1, end), this.#at + 1);
    this.#at = end + 1;
    return label;
  }

  #edge(edge: FlowEdge, at: number): void {
    if (edge.from === edge.to)
      throw new Refused(
        at,
        `The edge leads from \`${edge.from}\` to itself.`,
        'Say in the label of the node that it repeats.',
      );
    const isSame = ({ from, to, label }: FlowEdge) =>
      from === edge.from && to === edge.to && label === edge.label;
    if (this.edges.some(isSame))
      throw new Refused(
        at,
        `The edge from \`${edge.from}\` to \`${edge.to}\` is there twice.`,
        'Remove one of the two.',
      );
    this.edges.push(edge);
    if (this.edges.length > flowLimits.edges)
      throw new Refused(at, `The flowchart has more than ${flowLimits.edges} edges.`, 'Divide it into two.');
  }

  #found(at: number): string {
    const rest = this.#line.slice(at, at + 20);
    return rest === '' ? 'the end of the line' : `\`${rest}\``;
  }
}

function edgeLabel(text: string, at: number): string {
  const isQuoted = /^".*"$/.test(text.trim());
  const label = isQuoted ? text.trim().slice(1, -1) : text.trim();
  checkLabel(label, at, flowLimits.edgeLabel, isQuoted);
  return label;
}

function checkLabel(label: string, at: number, limit: number, isQuoted: boolean): void {
  if (label.length > limit)
    throw new Refused(
      at,
      `The label has ${label.length} characters; at most ${limit} fit.`,
      'Shorten it, and say the rest in the text.',
    );
  if (!labelText.test(label))
    throw new Refused(
      at,
      `The label \`${label.slice(0, 40)}\` has signs that are not drawn.`,
      "Write letters, digits, spaces and `. , : ' / % + ? ! = - ( )`.",
    );
  if (!isQuoted && /[()]/.test(label))
    throw new Refused(at, 'Parentheses would end the label.', `Put it in quotation marks: \`"${label}"\`.`);
}
