/** Reads files as traces. The spans of one run may be in several files, in any order; each transcript is a trace of its own. */
import { readFileSync, statSync } from 'node:fs';
import { unlessThrown } from '#document/text/unless-thrown.ts';
import { type Fields, fieldsOf } from '../../support/json.ts';
import { isClaude, readClaude } from './reader/claude.ts';
import { isOtlp, type ReadSpan, readOtlp } from './reader/otlp.ts';
import { assemble, type SpanTree } from './spans.ts';
import { emptyTrace, type Trace, TraceError, type Unclear } from './trace.ts';

/** The most bytes of a file. A larger file is refused. */
const mostBytes = 256 * 1024 * 1024;

/**
 * Reads the traces of all files.
 * @throws TraceError that names the file
 */
export function readTraces(files: readonly string[]): Trace[] {
  const trees = new Map<string, SpanTree>();
  const traces: Trace[] = [];
  const unclear: Unclear[] = [];
  for (const file of files) {
    const values = valuesIn(file, unclear);
    const first = values.findIndex(({ value }) => isClaude(value));
    for (const { value, at } of first < 0 ? values : values.slice(0, first)) {
      const place = `${file}:${at}`;
      if (isOtlp(value)) for (const span of readOtlp(value, place)) add(trees, span);
      else unclear.push({ place, what: 'It is of no known format.' });
    }
    if (first >= 0) traces.push(readClaude(file, values.slice(first)));
  }
  traces.push(...tracesOf(trees));
  if (traces.length === 0 && unclear.length === 0)
    throw new TraceError(`${files.join(', ')}: there are no spans and no transcript of Claude Code.`);
  // What was not understood is always shown, even if there was nothing else.
  if (traces.length === 0) traces.push(emptyTrace(files[0]!));
  for (const trace of traces) trace.unclear.push(...unclear);
  return traces;
}

/** Adds a span to the tree of its trace. A span that was sent twice counts once. */
function add(trees: Map<string, SpanTree>, { trace, id, parent, span }: ReadSpan): void {
  const tree: SpanTree = trees.get(trace) ?? { spans: [], parents: new Map() };
  trees.set(trace, tree);
  if (tree.parents.has(id)) return;
  tree.parents.set(id, parent);
  if (span) tree.spans.push(span);
}

/** Returns the traces that show agents, tools or tokens. If there are none, returns the first of the others. */
function tracesOf(trees: ReadonlyMap<string, SpanTree>): Trace[] {
  const all = [...trees];
  const speaking = all.filter(([, { spans }]) => spans.length > 0);
  return (speaking.length > 0 ? speaking : all.slice(0, 1)).map(([id, tree]) => {
    const trace = assemble(`trace ${id}`, tree);
    if (!tree.spans.some(({ agent }) => agent !== undefined))
      trace.unclear.push({
        place: trace.name,
        what: `None of its ${tree.parents.size} spans is that of an agent, which is a span \`invoke_agent NAME\`.`,
      });
    return trace;
  });
}

/** Reads the values in a file: one JSON document, or one on each line. Lines that do not begin like JSON are skipped. */
function valuesIn(file: string, unclear: Unclear[]): { value: Fields; at: number }[] {
  const text = readText(file);
  const whole = parsed(text);
  if (whole) return [{ value: whole, at: 1 }];
  return text.split('\n').flatMap((line, index) => {
    if (!line.trimStart().startsWith('{')) return [];
    const [value, at] = [parsed(line), index + 1];
    if (value) return [{ value, at }];
    unclear.push({
      place: `${file}:${at}`,
      what: 'The line is not JSON: the file was cut off or changed.',
    });
    return [];
  });
}

const parsed = (text: string): Fields | undefined => unlessThrown(() => fieldsOf(JSON.parse(text)));

function readText(file: string): string {
  try {
    if (statSync(file).size <= mostBytes) return readFileSync(file, 'utf8');
  } catch (error) {
    throw new TraceError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? error}).`);
  }
  throw new TraceError(`${file} has more than ${mostBytes} bytes. Split it by trace.`);
}
