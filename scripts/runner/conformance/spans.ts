/** From spans to turns: which span is an agent's, who called it, and which tools and tokens are its own. */
import { emptyTrace, type Trace, type Turn, type Usage } from './trace.ts';

/** A span that says something of a run. */
export interface Span {
  id: string;
  place: string;
  start: number;
  end: number;
  clock: string;
  /** The agent that acts in it. */
  agent?: string;
  /** The tool that is called in it. */
  tool?: string;
  usage?: { input: number; output: number };
  /** Spans of the same trace that gave it work. */
  links: { id: string; kind?: string }[];
}

/** All spans of one trace. */
export interface SpanTree {
  /** The spans that say something, without those that say the same as another. */
  spans: Span[];
  /** The parent of every span, even of those that say nothing. */
  parents: Map<string, string | undefined>;
}

/** Makes a trace of spans, in whatever order they came. */
export function assemble(name: string, { spans, parents }: SpanTree): Trace {
  const trace = emptyTrace(name);
  const byId = new Map(spans.map(span => [span.id, span]));
  const owners = new Owners(byId, parents);
  const turns = turnsOf(spans, owners);
  for (const span of spans) linkTurn(span, turns, owners, trace);
  const delegating = markAbove(
    spans.filter(({ agent }) => agent !== undefined),
    parents,
  );
  for (const { id, tool, place, start } of spans) {
    const by = turns.get(owners.of(id) ?? '');
    if (tool !== undefined && !delegating.has(id)) trace.calls.push({ tool, place, by, at: start });
  }
  trace.usage = usageOf(spans, parents);
  if (owners.hasCycle)
    trace.unclear.push({
      place: name,
      what: 'Spans are parents of each other, so nobody knows who called them.',
    });
  trace.turns = [...new Set(turns.values())];
  return trace;
}

/** The agent span that each span is in, itself included. */
class Owners {
  hasCycle = false;
  readonly #known = new Map<string, string | undefined>();
  readonly #byId: ReadonlyMap<string, Span>;
  readonly #parents: SpanTree['parents'];

  constructor(byId: ReadonlyMap<string, Span>, parents: SpanTree['parents']) {
    this.#byId = byId;
    this.#parents = parents;
  }

  of(id: string): string | undefined {
    const path = new Set<string>();
    let at: string | undefined = id;
    while (at !== undefined && !this.#known.has(at) && this.#byId.get(at)?.agent === undefined) {
      if (path.has(at)) {
        this.hasCycle = true;
        at = undefined;
        break;
      }
      path.add(at);
      at = this.#parents.get(at);
    }
    const owner = at === undefined || this.#known.has(at) ? this.#known.get(at ?? '') : at;
    for (const each of path) this.#known.set(each, owner);
    return owner;
  }

  /** The agent span around one, itself excluded. */
  around(id: string): string | undefined {
    const parent = this.#parents.get(id);
    return parent === undefined ? undefined : this.of(parent);
  }

  /** Whether a span around it is missing. */
  isCut(id: string): boolean {
    const parent = this.#parents.get(id);
    return parent !== undefined && !this.#parents.has(parent);
  }
}

/** A turn for each agent span. One within another of the same agent is part of it. */
function turnsOf(spans: readonly Span[], owners: Owners): Map<string, Turn> {
  const agents = new Map(spans.filter(({ agent }) => agent !== undefined).map(span => [span.id, span]));
  const roots = new Map<string, Turn>();
  for (const id of agents.keys()) {
    const path = new Set<string>();
    let at = id;
    while (!roots.has(at)) {
      path.add(at);
      const around = owners.around(at);
      const isSame = around !== undefined && agents.get(around)!.agent === agents.get(at)!.agent;
      if (!isSame || path.has(around)) roots.set(at, turnOf(agents.get(at)!));
      else at = around;
    }
    for (const each of path) roots.set(each, roots.get(at)!);
  }
  for (const [id, turn] of roots) {
    const around = roots.get(owners.around(id) ?? '');
    if (around && around !== turn) {
      turn.from = [{ turn: around, waits: true }];
    } else if (!around && owners.isCut(id)) turn.isCut = true;
  }
  return roots;
}

const turnOf = ({ place, agent, start, end, clock }: Span): Turn => ({
  place,
  agent: agent!,
  start,
  end,
  clock,
});

/** Links say who gave work more exactly than nesting. */
function linkTurn(span: Span, turns: ReadonlyMap<string, Turn>, owners: Owners, trace: Trace): void {
  const turn = turns.get(span.id);
  if (!turn || span.links.length === 0) return;
  turn.from = span.links.flatMap(({ id, kind }) => {
    const sender = turns.get(owners.of(id) ?? '');
    if (sender) return [{ turn: sender, waits: false, ...(kind !== undefined && { kind }) }];
    turn.isCut = true;
    trace.unclear.push({
      place: span.place,
      what: `The span ${id.slice(0, 32)}, which gave it work, is missing from the trace.`,
    });
    return [];
  });
}

/** Everything around some spans. */
function markAbove(spans: readonly Span[], parents: SpanTree['parents']): Set<string> {
  const marked = new Set<string>();
  for (const { id } of spans)
    for (let at = parents.get(id); at !== undefined && !marked.has(at); at = parents.get(at)) marked.add(at);
  return marked;
}

/** The tokens of the innermost spans that state any: those around them repeat them. */
function usageOf(spans: readonly Span[], parents: SpanTree['parents']): Usage[] {
  const using = spans.filter(({ usage }) => usage !== undefined);
  const outer = markAbove(using, parents);
  return using.filter(({ id }) => !outer.has(id)).map(({ start, end, usage }) => ({ start, end, ...usage! }));
}
