/** Turns spans into turns: finds the spans of agents, who called each agent, and which tools and tokens belong to it. */
import { emptyTrace, type Trace, type Turn, type Usage } from './trace.ts';

/** A span that concerns an agent, a tool or tokens. */
export interface Span {
  id: string;
  place: string;
  start: number;
  end: number;
  clock: string;
  /** The agent that acts in the span; absent if it shows none. */
  agent?: string;
  /** The tool that is called in the span; absent if it shows none. */
  tool?: string;
  usage?: { input: number; output: number };
  /** The spans of the same trace that gave work to this span. */
  links: { id: string; kind?: string }[];
}

/** All spans of one trace. */
export interface SpanTree {
  /** The spans that show an agent, a tool or tokens, without repetitions. */
  spans: Span[];
  /** The parent of every span, also of the spans left out of `spans`; undefined for a span without a parent. */
  parents: Map<string, string | undefined>;
}

/** Makes a trace from spans, in whatever order they come. */
export function assemble(name: string, { spans, parents }: SpanTree): Trace {
  const trace = emptyTrace(name);
  const saying = new Map(spans.map(span => [span.id, span]));
  const order = parentsFirst(parents);
  // The turn that each span is part of.
  const turns = new Map<string, Turn>();
  for (const id of order) {
    const parent = parents.get(id);
    const around = parent === undefined ? undefined : turns.get(parent);
    const span = saying.get(id);
    // An agent's span within another of the same agent is part of its turn.
    const isNew = span?.agent !== undefined && span.agent !== around?.agent;
    const turn = isNew ? turnOf(span, around, parent !== undefined && !parents.has(parent)) : around;
    if (turn) turns.set(id, turn);
    if (turn && isNew) trace.turns.push(turn);
  }
  for (const span of spans) linkTurn(span, turns, trace);
  const delegating = spansAround(
    spans.filter(({ agent }) => agent !== undefined),
    parents,
  );
  for (const { id, tool, place, start } of spans)
    if (tool !== undefined && !delegating.has(id))
      trace.calls.push({ tool, place, by: turns.get(id), at: start });
  trace.usage = usageOf(spans, parents);
  if (order.length < parents.size)
    trace.unclear.push({
      place: name,
      what: 'Spans are parents of each other, so nobody knows who called them.',
    });
  return trace;
}

/** Orders spans so that each comes after its parent. Spans in a circle of parents are left out. */
function parentsFirst(parents: SpanTree['parents']): string[] {
  const order: string[] = [];
  const children = new Map<string, string[]>();
  for (const [id, parent] of parents) {
    if (parent === undefined || !parents.has(parent)) {
      order.push(id);
      continue;
    }
    const siblings = children.get(parent) ?? [];
    siblings.push(id);
    children.set(parent, siblings);
  }
  for (const id of order) for (const child of children.get(id) ?? []) order.push(child);
  return order;
}

function turnOf({ place, agent, start, end, clock }: Span, around: Turn | undefined, isCut: boolean): Turn {
  const from = around && [{ turn: around, waits: true }];
  return { place, agent: agent!, start, end, clock, ...(from && { from }), ...(isCut && { isCut }) };
}

/**
 * Replaces the turns that gave work to the turn of a span by those that its links name, which are more exact than nesting. A link
 * to a span outside the trace marks the turn as cut, and is noted in `trace.unclear`.
 */
function linkTurn({ id, links, place }: Span, turns: ReadonlyMap<string, Turn>, trace: Trace): void {
  const turn = turns.get(id);
  if (links.length === 0 || !turn) return;
  turn.from = links.flatMap(({ id, kind }) => {
    const sender = turns.get(id);
    if (sender) return [{ turn: sender, waits: false, ...(kind !== undefined && { kind }) }];
    turn.isCut = true;
    trace.unclear.push({
      place,
      what: `The span ${id.slice(0, 32)}, which gave it work, is missing from the trace.`,
    });
    return [];
  });
}

/** Returns the ids of the spans that contain any of the given spans. */
function spansAround(spans: readonly Span[], parents: SpanTree['parents']): Set<string> {
  const around = new Set<string>();
  for (const { id } of spans)
    for (let at = parents.get(id); at !== undefined && !around.has(at); at = parents.get(at)) around.add(at);
  return around;
}

/** Returns the tokens of the innermost spans that state any. The spans around them repeat these tokens, so they are left out. */
function usageOf(spans: readonly Span[], parents: SpanTree['parents']): Usage[] {
  const using = spans.filter(({ usage }) => usage !== undefined);
  const outer = spansAround(using, parents);
  return using.filter(({ id }) => !outer.has(id)).map(({ start, end, usage }) => ({ start, end, ...usage! }));
}
