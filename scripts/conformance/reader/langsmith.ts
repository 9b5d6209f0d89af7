/**
 * Runs as LangSmith exports them: a run, a list of them, `{"runs": […]}` as its API answers, or a root run with `child_runs`
 * (docs.langchain.com/langsmith/run-data-format; langchain-ai/langsmith-sdk, `Run` in `schemas.py`).
 */
import type { Span } from '../spans.ts';
import { amountOf, listOf, objectOf, TraceError, textOf } from '../trace.ts';
import { graphAgentOf } from './lang-graph.ts';
import type { ReadSpan } from './otlp.ts';

type Fields = Record<string, unknown>;

/** Runs are nested no deeper than this. */
const deepest = 1000;

const isRun = ({ id, run_type, trace_id, dotted_order, start_time, child_runs }: Fields): boolean =>
  typeof id === 'string' &&
  typeof run_type === 'string' &&
  [trace_id, dotted_order, start_time, child_runs].some(each => each !== undefined);

const listed = ({ runs }: Fields): Fields[] => listOf(runs);

export const isLangSmith = (value: Fields): boolean =>
  isRun(value) || (Array.isArray(value.runs) && value.runs.length > 0 && isRun(objectOf(value.runs[0])));

interface Open {
  run: Fields;
  /** The run that it is a child of in the file. */
  within: string | undefined;
  trace: string | undefined;
  depth: number;
}

/** @param place the file and line of the value */
export function* readLangSmith(value: Fields, place: string): Generator<ReadSpan> {
  const open: Open[] = (isRun(value) ? [value] : listed(value)).map(run => ({
    run,
    within: undefined,
    trace: undefined,
    depth: 0,
  }));
  // In the order of the file: runs that begin in one millisecond are told apart by it.
  for (const next of open) {
    if (next.depth > deepest)
      throw new TraceError(
        `${place}: runs are nested more than ${deepest} deep. No graph makes such a trace.`,
      );
    const read = readRun(next, place);
    yield read;
    for (const run of listOf(next.run.child_runs))
      open.push({ run, within: read.id, trace: read.trace, depth: next.depth + 1 });
  }
}

function readRun({ run, within, trace }: Open, file: string): ReadSpan {
  const id = textOf(run.id) ?? '';
  const name = textOf(run.name);
  const parent = textOf(run.parent_run_id) ?? within ?? parentIn(run.dotted_order);
  const metadata = objectOf(objectOf(run.extra).metadata);
  const place = `${file}, run ${id}`;
  const start = timeOf(run.start_time);
  const end = timeOf(run.end_time);
  const { found } = graphAgentOf(name, metadata);
  const tool = run.run_type === 'tool' ? (name ?? '') : undefined;
  const usage = run.run_type === 'llm' ? usageOf(run, metadata) : undefined;
  const says = found !== undefined || tool !== undefined || usage !== undefined;
  const isOpen = end === 0 || run.status === 'pending';
  return {
    trace: textOf(run.trace_id) ?? trace ?? id,
    id,
    parent,
    span: says
      ? {
          id,
          place,
          start,
          end: end || start,
          clock: '',
          links: [],
          ...found,
          ...(tool !== undefined && { tool }),
          ...(usage && { usage }),
        }
      : undefined,
    ...(isOpen && {
      unclear: `The run \`${(name ?? id).slice(0, 80)}\` has no end: it was exported before it ended.`,
    }),
  };
}

/** The parent by `dotted_order`, whose parts are times and ids of all runs from the root on. */
function parentIn(order: unknown): string | undefined {
  const part = typeof order === 'string' ? order.split('.').at(-2) : undefined;
  return textOf(part?.slice(part.indexOf('Z') + 1));
}

/** LangSmith writes times in UTC, often without saying so. */
function timeOf(value: unknown): number {
  if (typeof value === 'number') return amountOf(value);
  if (typeof value !== 'string') return 0;
  const isZoned = /(?:Z|[+-]\d\d:?\d\d)$/.test(value);
  const microseconds = Number(/\.\d{3}(\d{3})/.exec(value)?.[1] ?? 0);
  const milliseconds = Date.parse(isZoned ? value : `${value}Z`);
  return milliseconds ? milliseconds + microseconds / 1000 : 0;
}

/** Tokens of a call: from the run, or from what the model's integration left in its output or metadata. */
function usageOf(run: Fields, metadata: Fields): Span['usage'] {
  const told = [objectOf(metadata.usage_metadata), objectOf(objectOf(run.outputs).usage_metadata)];
  const first = (own: unknown, key: string) =>
    own ?? told.map(each => each[key]).find(each => each !== undefined);
  const input = first(run.prompt_tokens ?? undefined, 'input_tokens');
  const output = first(run.completion_tokens ?? undefined, 'output_tokens');
  return input === undefined && output === undefined
    ? undefined
    : { input: amountOf(input), output: amountOf(output) };
}
