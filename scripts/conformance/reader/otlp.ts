/**
 * Spans as OTLP in JSON (opentelemetry.io/docs/specs/otlp, `TracesData`), as the file exporter of the collector and SDKs write
 * them, and as Phoenix exports them: OTLP in snake case, pages of its REST API, and its own form of a span (Arize-ai/phoenix,
 * `server/api/routers/v1/spans.py`). Two conventions of attributes are read: GenAI for agents (open-telemetry/semantic-conventions-genai,
 * agent spans) and OpenInference (Arize-ai/openinference, `spec/semantic_conventions.md`). A link between two agents' spans is a
 * message; its attribute `agent_topology.edge.kind` names the kind of edge.
 */
import type { Span } from '../spans.ts';
import { amountOf, listOf, objectOf, textOf } from '../trace.ts';
import { type Attributes, attributesOf, metadataIn } from './attributes.ts';
import { graphAgentOf } from './lang-graph.ts';

/** The attribute of a link that names the kind of edge. */
export const edgeKindAttribute = 'agent_topology.edge.kind';

/** What is read of a span. */
export interface ReadSpan {
  trace: string;
  id: string;
  parent: string | undefined;
  /** Undefined where it says nothing of agents, tools or tokens. */
  span: Span | undefined;
  /** What it leaves open, as a sentence. */
  unclear?: string;
}

type Fields = Record<string, unknown>;

/** Whether a value is a span as Phoenix exports it: in snake case, or with its ids in `context`. */
const isPhoenixSpan = ({ span_id, trace_id, context, name }: Fields): boolean =>
  typeof name === 'string' &&
  ((typeof span_id === 'string' && typeof trace_id === 'string') ||
    (typeof objectOf(context).span_id === 'string' && typeof objectOf(context).trace_id === 'string'));

export const isOtlp = (value: Fields): boolean =>
  Array.isArray(value.resourceSpans) ||
  Array.isArray(value.resource_spans) ||
  isPhoenixSpan(value) ||
  (Array.isArray(value.data) && value.data.length > 0 && isPhoenixSpan(objectOf(value.data[0])));

/** @param place the file and line of the value */
export function* readOtlp(value: Fields, place: string): Generator<ReadSpan> {
  if (isPhoenixSpan(value)) yield readSpan(value, '', place);
  if (Array.isArray(value.data)) for (const span of listOf(value.data)) yield readSpan(span, '', place);
  for (const batch of listOf(value.resourceSpans ?? value.resource_spans)) {
    const clock = clockOf(attributesOf(objectOf(batch.resource).attributes));
    const scopes = batch.scopeSpans ?? batch.scope_spans ?? batch.instrumentationLibrarySpans;
    for (const { spans } of listOf(scopes))
      for (const span of listOf(spans)) yield readSpan(span, clock, place);
  }
}

/** Spans of one process share a clock. */
const clockOf = (resource: Attributes): string =>
  ['host.name', 'service.instance.id', 'process.pid'].map(key => String(resource.get(key) ?? '')).join(' ');

function readSpan(span: Fields, clock: string, file: string): ReadSpan {
  const context = objectOf(span.context);
  const id = textOf(span.spanId ?? span.span_id ?? context.span_id) ?? '';
  const trace = textOf(span.traceId ?? span.trace_id ?? context.trace_id) ?? '';
  const says = saidBy(textOf(span.name), attributesOf(span.attributes));
  const start = timeOf(span.startTimeUnixNano ?? span.start_time_unix_nano, span.start_time);
  return {
    trace,
    id,
    parent: textOf(span.parentSpanId ?? span.parent_span_id ?? span.parent_id),
    span: says && {
      id,
      place: `${file}, span ${id}`,
      start,
      end: timeOf(span.endTimeUnixNano ?? span.end_time_unix_nano, span.end_time) || start,
      clock,
      ...says,
      links: says.agent === undefined ? [] : linksOf(span.links, trace),
    },
  };
}

/** Milliseconds, from nanoseconds or a time as text. */
const timeOf = (nanoseconds: unknown, text: unknown): number =>
  nanoseconds === undefined && typeof text === 'string' ? Date.parse(text) || 0 : amountOf(nanoseconds) / 1e6;

type Said = Pick<Span, 'agent' | 'tool' | 'usage' | 'isNode'>;

/** What a span says of agents, tools and tokens; undefined where it says nothing. */
function saidBy(name: string | undefined, attributes: Attributes): Said | undefined {
  const [agent, tool, usage] = [agentOf(name, attributes), toolOf(name, attributes), usageOf(attributes)];
  if (agent === undefined && tool === undefined && usage === undefined) return undefined;
  return { ...agent, ...(tool !== undefined && { tool }), ...(usage && { usage }) };
}

/** The operation of a span of the GenAI conventions, and what it is named after it. */
function operationOf(name = '', attributes: Attributes): [operation: string, named: string | undefined] {
  const [first = '', ...rest] = name.split(' ');
  return [textOf(attributes.get('gen_ai.operation.name')) ?? first, textOf(rest.join(' '))];
}

const kindOf = (attributes: Attributes): string =>
  String(attributes.get('openinference.span.kind') ?? '').toUpperCase();

function agentOf(
  name: string | undefined,
  attributes: Attributes,
): Pick<Said, 'agent' | 'isNode'> | undefined {
  const [operation, named] = operationOf(name, attributes);
  const get = (key: string) => textOf(attributes.get(key));
  if (operation === 'invoke_agent')
    return { agent: get('gen_ai.agent.name') ?? named ?? get('gen_ai.agent.id') ?? '' };
  const { inGraph, found } = graphAgentOf(name, metadataIn(attributes));
  if (found) return found;
  // Instrumentation of LangChain calls every chain an agent that has the word in its name: in a graph, nodes tell.
  if (kindOf(attributes) !== 'AGENT' || inGraph) return undefined;
  return { agent: get('agent.name') ?? name ?? '' };
}

function toolOf(name: string | undefined, attributes: Attributes): string | undefined {
  const [operation, named] = operationOf(name, attributes);
  if (operation === 'execute_tool') return textOf(attributes.get('gen_ai.tool.name')) ?? named ?? '';
  if (kindOf(attributes) !== 'TOOL') return undefined;
  return textOf(attributes.get('tool.name')) ?? name ?? '';
}

/** Tokens under their present names and those of other conventions. */
function usageOf(attributes: Attributes): Span['usage'] {
  const first = (...keys: string[]) =>
    keys.map(key => attributes.get(key)).find(each => each !== undefined && each !== null);
  const input = first('gen_ai.usage.input_tokens', 'gen_ai.usage.prompt_tokens', 'llm.token_count.prompt');
  const output = first(
    'gen_ai.usage.output_tokens',
    'gen_ai.usage.completion_tokens',
    'llm.token_count.completion',
  );
  return input === undefined && output === undefined
    ? undefined
    : { input: amountOf(input), output: amountOf(output) };
}

/** Links within the trace; others lead to other runs. */
const linksOf = (links: unknown, trace: string): Span['links'] =>
  listOf(links).flatMap(link => {
    const id = textOf(link.spanId ?? link.span_id);
    if (id === undefined || textOf(link.traceId ?? link.trace_id) !== trace) return [];
    const kind = textOf(attributesOf(link.attributes).get(edgeKindAttribute));
    return [{ id, ...(kind !== undefined && { kind }) }];
  });
