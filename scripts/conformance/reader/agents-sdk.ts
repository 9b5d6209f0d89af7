/** Spans of the OpenAI Agents SDK, one as JSON on each line, as `span.toJSON()` gives them to a trace processor. */
import type { Span } from '../spans.ts';
import { amountOf, objectOf, textOf } from '../trace.ts';
import type { ReadSpan } from './otlp.ts';

export const isAgentsSdk = ({ object }: Record<string, unknown>): boolean =>
  object === 'trace.span' || object === 'trace';

/** @param place the file and line of the span */
export function* readAgentsSdk(value: Record<string, unknown>, place: string): Generator<ReadSpan> {
  if (value.object !== 'trace.span') return;
  const id = textOf(value.id) ?? '';
  const data = objectOf(value.span_data);
  const { type } = data;
  const usage = type === 'generation' ? objectOf(data.usage) : undefined;
  const says: Partial<Span> = {
    ...(type === 'agent' && { agent: textOf(data.name) ?? '' }),
    ...(type === 'function' && { tool: textOf(data.name) ?? '' }),
    ...(type === 'handoff' && { handsOffTo: textOf(data.to_agent) ?? '' }),
    ...(usage && { usage: { input: amountOf(usage.input_tokens), output: amountOf(usage.output_tokens) } }),
  };
  const start = timeOf(value.started_at);
  const span = {
    id,
    place: `${place}, span ${id}`,
    start,
    end: timeOf(value.ended_at) || start,
    clock: '',
    links: [],
  };
  yield {
    trace: textOf(value.trace_id) ?? '',
    id,
    parent: textOf(value.parent_id),
    span: Object.keys(says).length > 0 ? { ...span, ...says } : undefined,
  };
}

const timeOf = (value: unknown): number => (typeof value === 'string' && Date.parse(value)) || 0;
