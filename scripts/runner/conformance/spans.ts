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
  const agents = new Map(spans.flatMap(span => (span.agent === undefined ? [] : [[span.id, span] as const])));
  const owners = new Ends(
    id => agents.has(id),
    id => parents.get(id),
  );
  const around = (id: string) => owners.of(parents.get(id));
  // An agent span within another of the same agent is part of its turn.
  const outermost = new Ends(
    id => agents.get(around(id) ?? '')?.agent !== agents.get(id)!.agent,
    id => around(id),
  );
  const turns = new Map<string, Turn>();
  const turnIn = (id: string | undefined): Turn | undefined => {
    const own = owners.of(id);
    return own !== undefined && agents.has(own) ? turns.get(outermost.of(own)!) : undefined;
  };
  for (const [id, span] of agents) if (outermost.of(id) === id) turns.set(id, turnOf(span, parents));
  const trace = { ...emptyTrace(name), turns: [...turns.values()] };
  for (const [id, turn] of turns) {
    const caller = turnIn(parents.get(id));
    if (caller && caller !== turn) turn.from = [{ turn: caller, waits: true }];
  }
  for (const [id, span] of agents) linkTurn(span, turnIn(id)!, turnIn, trace);
  const delegating = markAbove([...agents.values()], parents);
  for (const { id, tool, place, start } of spans)
    if (tool !== undefined && !delegating.has(id))
      trace.calls.push({ tool, place, by: turnIn(id), at: start });
  trace.usage = usageOf(spans, parents);
  if (owners.hasCircle || outermost.hasCircle)
    trace.unclear.push({
      place: name,
      what: 'Spans are parents of each other, so nobody knows who called them.',
    });
  return trace;
}

/** Where ways from span to span end: each is gone once, however many lead along it. */
class Ends {
  hasCircle = false;
  readonly #known = new Map<string, string | undefined>();
  readonly #isEnd: (id: string) => boolean;
  readonly #next: (id: string) => string | undefined;

  constructor(isEnd: (id: string) => boolean, next: (id: string) => string | undefined) {
    this.#isEnd = isEnd;
    this.#next = next;
  }

  /** The end of the way from a span, itself included: one of a circle where it goes in one, undefined where it leads out of the trace. */
  of(id: string | undefined): string | undefined {
    const path = new Set<string>();
    let at = id;
    for (; at !== undefined && !this.#known.has(at) && !path.has(at) && !this.#isEnd(at); at = this.#next(at))
      path.add(at);
    this.hasCircle ||= at !== undefined && path.has(at);
    const end = at !== undefined && this.#known.has(at) ? this.#known.get(at) : at;
    for (const each of path) this.#known.set(each, end);
    return end;
  }
}

function turnOf({ id, place, agent, start, end, clock }: Span, parents: SpanTree['parents']): Turn {
  const parent = parents.get(id);
  const isCut = parent !== undefined && !parents.has(parent);
  return { place, agent: agent!, start, end, clock, ...(isCut && { isCut }) };
}

/** Links say who gave work more exactly than nesting. */
function linkTurn(
  { links, place }: Span,
  turn: Turn,
  turnIn: (id: string) => Turn | undefined,
  trace: Trace,
): void {
  if (links.length === 0) return;
  turn.from = links.flatMap(({ id, kind }) => {
    const sender = turnIn(id);
    if (sender) return [{ turn: sender, waits: false, ...(kind !== undefined && { kind }) }];
    turn.isCut = true;
    trace.unclear.push({
      place,
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
