/**
 * Spans as OTLP in JSON (opentelemetry.io/docs/specs/otlp, `TracesData`), as the file exporter of the collector and SDKs write
 * them, with the attributes of the GenAI conventions for agents (open-telemetry/semantic-conventions-genai, agent spans). A link
 * between two agents' spans is a message; its attribute `agent_topology.edge.kind` names the kind of edge.
 */
import type { Span } from '../spans.ts';
import { amountOf, listOf, objectOf, textOf } from '../trace.ts';

/** The attribute of a link that names the kind of edge. */
export const edgeKindAttribute = 'agent_topology.edge.kind';

/** What is read of a span. */
export interface ReadSpan {
  trace: string;
  id: string;
  parent: string | undefined;
  /** Undefined where it says nothing of agents, tools or tokens. */
  span: Span | undefined;
}

export const isOtlp = (value: Record<string, unknown>): boolean => Array.isArray(value.resourceSpans);

/** @param place the file and line of the value */
export function* readOtlp(value: Record<string, unknown>, place: string): Generator<ReadSpan> {
  for (const { resource, scopeSpans, instrumentationLibrarySpans } of listOf(value.resourceSpans)) {
    const clock = clockOf(attributesOf(objectOf(resource).attributes));
    for (const { spans } of listOf(scopeSpans ?? instrumentationLibrarySpans))
      for (const span of listOf(spans)) yield readSpan(span, clock, place);
  }
}

/** Spans of one process share a clock. */
const clockOf = (resource: ReadonlyMap<string, unknown>): string =>
  ['host.name', 'service.instance.id', 'process.pid'].map(key => String(resource.get(key) ?? '')).join(' ');

const wanted =
  /^(?:gen_ai\.(?:operation\.name|agent\.name|agent\.id|tool\.name|usage\.\w{1,40})|host\.name|service\.instance\.id|process\.pid|agent_topology\.edge\.kind)$/;

function attributesOf(list: unknown): Map<string, unknown> {
  const found = new Map<string, unknown>();
  if (!Array.isArray(list)) return found;
  for (const item of list) {
    const { key, value } = objectOf(item);
    if (typeof key !== 'string' || !wanted.test(key)) continue;
    const { stringValue, intValue, doubleValue } = objectOf(value);
    found.set(key, stringValue ?? intValue ?? doubleValue);
  }
  return found;
}

function readSpan(span: Record<string, unknown>, clock: string, file: string): ReadSpan {
  const id = textOf(span.spanId) ?? '';
  const trace = textOf(span.traceId) ?? '';
  const attributes = attributesOf(span.attributes);
  const [first = '', ...rest] = (textOf(span.name) ?? '').split(' ');
  const operation = textOf(attributes.get('gen_ai.operation.name')) ?? first;
  const named = textOf(rest.join(' '));
  const agent =
    operation === 'invoke_agent'
      ? (textOf(attributes.get('gen_ai.agent.name')) ??
        named ??
        textOf(attributes.get('gen_ai.agent.id')) ??
        '')
      : undefined;
  const tool =
    operation === 'execute_tool' ? (textOf(attributes.get('gen_ai.tool.name')) ?? named ?? '') : undefined;
  const usage = usageOf(attributes);
  const says = agent !== undefined || tool !== undefined || usage !== undefined;
  return {
    trace,
    id,
    parent: textOf(span.parentSpanId),
    span: says
      ? {
          id,
          place: `${file}, span ${id}`,
          start: amountOf(span.startTimeUnixNano) / 1e6,
          end: amountOf(span.endTimeUnixNano) / 1e6,
          clock,
          ...(agent !== undefined && { agent }),
          ...(tool !== undefined && { tool }),
          ...(usage && { usage }),
          links: agent === undefined ? [] : linksOf(span.links, trace),
        }
      : undefined,
  };
}

/** Tokens under their present names and those of older conventions. */
function usageOf(attributes: ReadonlyMap<string, unknown>): Span['usage'] {
  const input = attributes.get('gen_ai.usage.input_tokens') ?? attributes.get('gen_ai.usage.prompt_tokens');
  const output =
    attributes.get('gen_ai.usage.output_tokens') ?? attributes.get('gen_ai.usage.completion_tokens');
  return input === undefined && output === undefined
    ? undefined
    : { input: amountOf(input), output: amountOf(output) };
}

/** Links within the trace; others lead to other runs. */
const linksOf = (links: unknown, trace: string): Span['links'] =>
  listOf(links).flatMap(link => {
    const id = textOf(link.spanId);
    if (id === undefined || textOf(link.traceId) !== trace) return [];
    const kind = textOf(attributesOf(link.attributes).get(edgeKindAttribute));
    return [{ id, ...(kind !== undefined && { kind }) }];
  });
