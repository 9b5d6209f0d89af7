/** From files to traces: each file tells by its lines what wrote it. Spans of one run may be in several files. */
import { resolve } from 'node:path';
import { linesOf } from './lines.ts';
import { isAgentsSdk, readAgentsSdk } from './reader/agents-sdk.ts';
import { claude } from './reader/claude.ts';
import { filesBeside } from './reader/claude-beside.ts';
import { ClaudeSessions, isSessionLine } from './reader/claude-session.ts';
import { codex } from './reader/codex.ts';
import { gemini } from './reader/gemini.ts';
import { isLangSmith, readLangSmith } from './reader/langsmith.ts';
import { opencode } from './reader/opencode.ts';
import { isOtlp, type ReadSpan, readOtlp } from './reader/otlp.ts';
import type { TranscriptFormat, TranscriptReader } from './reader/transcript.ts';
import { assemble, type Span, type SpanTree } from './spans.ts';
import { emptyTrace, listOf, objectOf, type Trace, TraceError, type Unclear } from './trace.ts';

/** In the order in which they are tried. */
const formats: readonly TranscriptFormat[] = [claude, codex, gemini, opencode];

/** More spans than these are refused: they would not fit into memory. */
const mostSpans = 1_000_000;

/** A document of more lines is not read as one. */
const mostLines = 500_000;

/** The spans of all files so far, by their trace. */
class Spans {
  readonly #trees = new Map<string, SpanTree & { known: Map<string, Span> }>();
  readonly unclear: Unclear[] = [];
  #count = 0;

  /** Adds a span. A batch that was sent twice counts once. */
  add({ trace, id, parent, span, unclear }: ReadSpan, place: string): void {
    let tree = this.#trees.get(trace);
    if (!tree) {
      tree = { spans: [], parents: new Map(), known: new Map() };
      this.#trees.set(trace, tree);
    }
    if (tree.parents.has(id)) {
      if (factsOf(tree.parents.get(id), tree.known.get(id)) !== factsOf(parent, span))
        this.unclear.push({ place, what: `The span ${id} is there twice and says different things.` });
      return;
    }
    this.#count += 1;
    if (this.#count > mostSpans)
      throw new TraceError(`${place}: there are more than ${mostSpans} spans. Split them by trace.`);
    tree.parents.set(id, parent);
    if (unclear !== undefined) this.unclear.push({ place: `${place}, ${id.slice(0, 64)}`, what: unclear });
    if (!span) return;
    tree.spans.push(span);
    tree.known.set(id, span);
  }

  /** The traces that say something of agents, tools or tokens; all of them where none does. */
  traces(): Trace[] {
    const trees = [...this.#trees];
    const speaking = trees.filter(([, { spans }]) => spans.length > 0);
    return (speaking.length > 0 ? speaking : trees.slice(0, 1)).map(([id, tree]) => {
      const trace = assemble(`trace ${id}`, tree);
      if (!tree.spans.some(({ agent }) => agent !== undefined))
        trace.unclear.push({ place: trace.name, what: withoutAgents(tree.parents.size) });
      return trace;
    });
  }

  get isEmpty(): boolean {
    return this.#trees.size === 0;
  }
}

const withoutAgents = (spans: number): string =>
  `None of its ${spans} spans is that of an agent. An agent is a span \`invoke_agent NAME\`, one of the kind AGENT (OpenInference), or the ` +
  'run of a node of LangGraph, with its metadata.';

const factsOf = (parent: string | undefined, span: Span | undefined): string | undefined => {
  if (!span) return undefined;
  const { place: _, ...facts } = span;
  return JSON.stringify([parent, facts]);
};

/** All that files hold. */
interface Found {
  spans: Spans;
  sessions: ClaudeSessions;
  transcripts: Trace[];
  unclear: Unclear[];
}

/**
 * Reads the traces of all files, and of the files of agents beside a session of Claude Code.
 * @throws TraceError that names file and line
 */
export async function readTraces(files: readonly string[]): Promise<Trace[]> {
  const found: Found = { spans: new Spans(), sessions: new ClaudeSessions(), transcripts: [], unclear: [] };
  const { spans, sessions, transcripts, unclear } = found;
  const known = new Set(files.map(file => resolve(file)));
  const open = [...files];
  for (const file of open) {
    if (!(await new FileReader(file, found).read())) continue;
    for (const beside of filesBeside(file)) {
      if (!known.has(resolve(beside))) open.push(beside);
      known.add(resolve(beside));
    }
  }
  const all = [...transcripts, ...sessions.traces(), ...spans.traces()];
  if (all.length === 0 && spans.isEmpty && unclear.length === 0)
    throw new TraceError(`${files.join(', ')}: there are no spans and no transcript of a known agent.`);
  // What was not understood is always shown, even if there was nothing else.
  if (all.length === 0) all.push(emptyTrace(files[0]!));
  for (const trace of all) trace.unclear.push(...unclear, ...spans.unclear);
  return all;
}

/** Reads one file: spans and messages of sessions are added to the others, a transcript is a trace of its own. */
class FileReader {
  readonly #file: string;
  readonly #found: Found;
  #transcript: TranscriptReader | undefined;
  #isSession = false;
  /** JSON of no known format: how many values, and where the first was. */
  #strange = { count: 0, place: '', fields: '' };

  constructor(file: string, found: Found) {
    this.#file = file;
    this.#found = found;
  }

  /** @returns whether it holds messages of a session of Claude Code */
  async read(): Promise<boolean> {
    let last = 0;
    let whole: string[] | undefined;
    for await (const { text, at } of linesOf(this.#file)) {
      last = at;
      if (whole && whole.push(text) > mostLines)
        throw new TraceError(
          `${this.#file}:1: the line is not JSON, and the file is too long to be one document.`,
        );
      if (whole || !/^\s*[[{]/.test(text)) continue;
      const values = valuesIn(text);
      const place = `${this.#file}:${at}`;
      if (values === undefined && at === 1) whole = [text];
      else if (values === undefined)
        this.#found.unclear.push({
          place,
          what: 'The line is not JSON: the file was cut off or changed.',
        });
      for (const value of values ?? []) this.#value(value, place, at);
    }
    if (whole) this.#whole(whole.join('\n'));
    this.#end(whole ? 1 : last);
    return this.#isSession;
  }

  /** A file that holds one document over several lines. */
  #whole(text: string): void {
    const values = valuesIn(text);
    if (!values) throw new TraceError(`${this.#file}:1: it is neither JSON nor lines of JSON.`);
    for (const value of values) this.#value(value, this.#file, 1);
  }

  #value(value: Record<string, unknown>, place: string, at: number): void {
    const { spans, sessions } = this.#found;
    if (addSpans(value, place, spans)) return;
    this.#transcript ??= formats.find(format => format.isFirst(value))?.open(this.#file);
    if (this.#transcript) this.#transcript.line(value, at);
    else if (isSessionLine(value)) {
      this.#isSession = true;
      sessions.add(value, this.#file, at);
    } else this.#note(value, place);
  }

  #note(value: Record<string, unknown>, place: string): void {
    if (this.#strange.count === 0)
      this.#strange = { count: 0, place, fields: Object.keys(value).slice(0, 5).join(', ').slice(0, 120) };
    this.#strange.count += 1;
  }

  #end(last: number): void {
    const { transcripts, unclear } = this.#found;
    if (this.#transcript) transcripts.push(this.#transcript.end(last));
    const { count, place, fields } = this.#strange;
    if (count === 0) return;
    const what = count === 1 ? 'A value is' : `${count} values are`;
    unclear.push({
      place,
      what: `${what} of no known format. The first has the fields ${fields || 'of nothing'}.`,
    });
  }
}

function valuesIn(text: string): Record<string, unknown>[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? listOf(value) : [objectOf(value)];
  } catch {
    return undefined;
  }
}

/** The formats of spans, in the order in which they are tried. */
const spanFormats = [
  { is: isOtlp, read: readOtlp },
  { is: isAgentsSdk, read: readAgentsSdk },
  { is: isLangSmith, read: readLangSmith },
];

function addSpans(value: Record<string, unknown>, place: string, spans: Spans): boolean {
  const format = spanFormats.find(({ is }) => is(value));
  for (const span of format?.read(value, place) ?? []) spans.add(span, place);
  return format !== undefined;
}
