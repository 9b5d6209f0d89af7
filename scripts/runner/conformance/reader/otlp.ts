/**
 * Spans as OTLP in JSON (opentelemetry.io/docs/specs/otlp, `TracesData`), as the file exporter of the collector and SDKs write
 * them, with the attributes of the GenAI conventions for agents (open-telemetry/semantic-conventions-genai). A link between two
 * agents' spans is a message; its attribute `agent_topology.edge.kind` names the kind of edge.
 */

import { amountOf, type Fields, fieldsOf, listOf, textOf } from '../../../support/json.ts';
import type { Span } from '../spans.ts';

/** The attribute of a link that names the kind of edge. */
export const edgeKindAttribute = 'agent_topology.edge.kind';

/** A span with the ids of its trace, of itself and of its parent. */
export interface ReadSpan {
  trace: string;
  id: string;
  parent: string | undefined;
  /** The span; undefined if it concerns neither agents, tools nor tokens. */
  span: Span | undefined;
}

export const isOtlp = (value: Fields): boolean => Array.isArray(value.resourceSpans);

/**
 * Yields the spans in a value of OTLP.
 * @param place the file and line of the value
 */
export function* readOtlp(value: Fields, place: string): Generator<ReadSpan> {
  for (const batch of listOf(value.resourceSpans)) {
    const resource = attributesOf(fieldsOf(batch.resource).attributes);
    // Spans of one process share a clock.
    const clock = ['host.name', 'service.instance.id', 'process.pid']
      .map(key => String(resource.get(key) ?? ''))
      .join(' ');
    for (const { spans } of listOf(batch.scopeSpans))
      for (const span of listOf(spans)) yield readSpan(span, clock, place);
  }
}

/** Returns the attributes that are texts or numbers. */
const attributesOf = (given: unknown): ReadonlyMap<string, unknown> =>
  new Map(
    listOf(given).map(({ key, value }) => {
      const { stringValue, intValue, doubleValue } = fieldsOf(value);
      return [String(key), stringValue ?? intValue ?? doubleValue];
    }),
  );

function readSpan(span: Fields, clock: string, file: string): ReadSpan {
  const id = textOf(span.spanId) ?? '';
  const trace = textOf(span.traceId) ?? '';
  const says = saidBy(textOf(span.name) ?? '', attributesOf(span.attributes));
  const start = amountOf(span.startTimeUnixNano) / 1e6;
  return {
    trace,
    id,
    parent: textOf(span.parentSpanId),
    span: says && {
      id,
      place: `${file}, span ${id}`,
      start,
      end: amountOf(span.endTimeUnixNano) / 1e6 || start,
      clock,
      ...says,
      links: says.agent === undefined ? [] : linksOf(span.links, trace),
    },
  };
}

/** Reads agent, tool and tokens from the attributes of a span; undefined if it has none of them. */
function saidBy(
  name: string,
  attributes: ReadonlyMap<string, unknown>,
): Pick<Span, 'agent' | 'tool' | 'usage'> | undefined {
  const get = (key: string) => textOf(attributes.get(`gen_ai.${key}`));
  // The name of a span is its operation, and what is named after it.
  const [first = '', ...rest] = name.split(' ');
  const operation = get('operation.name') ?? first;
  const named = rest.join(' ').slice(0, 256);
  const [input, output] = ['input', 'output'].map(each => attributes.get(`gen_ai.usage.${each}_tokens`));
  const says = {
    ...(operation === 'invoke_agent' && { agent: get('agent.name') ?? (named || (get('agent.id') ?? '')) }),
    ...(operation === 'execute_tool' && { tool: get('tool.name') ?? named }),
    ...((input ?? output) !== undefined && { usage: { input: amountOf(input), output: amountOf(output) } }),
  };
  return Object.keys(says).length > 0 ? says : undefined;
}

/** Returns the links to spans of the same trace. */
const linksOf = (links: unknown, trace: string): Span['links'] =>
  listOf(links).flatMap(({ spanId, traceId, attributes }) => {
    const id = textOf(spanId);
    if (id === undefined || textOf(traceId) !== trace) return [];
    const kind = textOf(attributesOf(attributes).get(edgeKindAttribute));
    return [{ id, ...(kind !== undefined && { kind }) }];
  });
