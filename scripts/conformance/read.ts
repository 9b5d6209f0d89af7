/** From files to traces: each file tells by its lines what wrote it. Spans of one run may be in several files. */
import { linesOf } from './lines.ts';
import { isAgentsSdk, readAgentsSdk } from './reader/agents-sdk.ts';
import { claude } from './reader/claude.ts';
import { codex } from './reader/codex.ts';
import { gemini } from './reader/gemini.ts';
import { opencode } from './reader/opencode.ts';
import { isOtlp, type ReadSpan, readOtlp } from './reader/otlp.ts';
import type { TranscriptFormat, TranscriptReader } from './reader/transcript.ts';
import { assemble, type Span, type SpanTree } from './spans.ts';
import { listOf, objectOf, type Trace, TraceError, type Unclear } from './trace.ts';

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
  add({ trace, id, parent, span }: ReadSpan, place: string): void {
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
    if (!span) return;
    tree.spans.push(span);
    tree.known.set(id, span);
  }

  traces(): Trace[] {
    return [...this.#trees]
      .filter(([, { spans }]) => spans.some(({ agent }) => agent !== undefined))
      .map(([id, tree]) => assemble(`trace ${id}`, tree));
  }

  get isEmpty(): boolean {
    return this.#trees.size === 0;
  }
}

const factsOf = (parent: string | undefined, span: Span | undefined): string | undefined => {
  if (!span) return undefined;
  const { place: _, ...facts } = span;
  return JSON.stringify([parent, facts]);
};

/**
 * Reads the traces of all files.
 * @throws TraceError that names file and line
 */
export async function readTraces(files: readonly string[]): Promise<Trace[]> {
  const spans = new Spans();
  const traces: Trace[] = [];
  const broken: Unclear[] = [];
  for (const file of files) {
    const transcript = await readFile(file, spans, broken);
    if (transcript) traces.push(transcript);
  }
  const all = [...traces, ...spans.traces()];
  if (all.length === 0 && spans.isEmpty && broken.length === 0)
    throw new TraceError(`${files.join(', ')}: there are no spans and no transcript of a known agent.`);
  for (const trace of all) trace.unclear.push(...broken, ...spans.unclear);
  return all;
}

/** Reads one file: spans are added to the others, a transcript is a trace of its own. */
async function readFile(file: string, spans: Spans, broken: Unclear[]): Promise<Trace | undefined> {
  let transcript: TranscriptReader | undefined;
  let last = 0;
  let whole: string[] | undefined;
  for await (const { text, at } of linesOf(file)) {
    last = at;
    if (whole && whole.push(text) > mostLines)
      throw new TraceError(`${file}:1: the line is not JSON, and the file is too long to be one document.`);
    if (whole || !/^\s*[[{]/.test(text)) continue;
    const values = valuesIn(text);
    if (values === undefined && at === 1) whole = [text];
    else if (values === undefined)
      broken.push({ place: `${file}:${at}`, what: 'The line is not JSON: the file was cut off or changed.' });
    for (const value of values ?? []) {
      if (addSpans(value, `${file}:${at}`, spans)) continue;
      transcript ??= formats.find(format => format.isFirst(value))?.open(file);
      transcript?.line(value, at);
    }
  }
  if (whole) return readWhole(file, whole.join('\n'), spans);
  return transcript?.end(last);
}

/** A file that holds one document over several lines. */
function readWhole(file: string, text: string, spans: Spans): Trace | undefined {
  const values = valuesIn(text);
  if (!values) throw new TraceError(`${file}:1: it is neither JSON nor lines of JSON.`);
  let transcript: TranscriptReader | undefined;
  for (const value of values) {
    if (addSpans(value, file, spans)) continue;
    transcript ??= formats.find(format => format.isFirst(value))?.open(file);
    transcript?.line(value, 1);
  }
  return transcript?.end(1);
}

function valuesIn(text: string): Record<string, unknown>[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? listOf(value) : [objectOf(value)];
  } catch {
    return undefined;
  }
}

function addSpans(value: Record<string, unknown>, place: string, spans: Spans): boolean {
  const read = isOtlp(value) ? readOtlp : isAgentsSdk(value) ? readAgentsSdk : undefined;
  for (const span of read?.(value, place) ?? []) spans.add(span, place);
  return read !== undefined;
}
