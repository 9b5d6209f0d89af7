/** The turns of a run as OTLP in JSON, a line for each, with the attributes that `conformance` reads. */
import { edgeKindAttribute } from '../../scripts/conformance/reader/otlp.ts';
import type { Watched } from '../../scripts/first/run/team.ts';

const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
const whole = (key: string, value: number) => ({ key, value: { intValue: String(value) } });
const nanoseconds = (milliseconds: number): string => `${BigInt(Math.round(milliseconds * 1000)) * 1000n}`;
const spanId = (turn: number, call = 0): string => (turn * 4096 + call).toString(16).padStart(16, '0');

/**
 * One line of OTLP: the turn as a span, and a span for each tool that it called.
 * @param traceId 32 hexadecimal digits, the same for all turns of a run
 */
export function spanLine(traceId: string, turn: Watched): string {
  const times = { startTimeUnixNano: nanoseconds(turn.began), endTimeUnixNano: nanoseconds(turn.ended) };
  const own = spanId(turn.turn);
  const agent = {
    traceId,
    spanId: own,
    name: `invoke_agent ${turn.role}`,
    kind: 1,
    ...times,
    attributes: [
      text('gen_ai.operation.name', 'invoke_agent'),
      text('gen_ai.agent.name', turn.role),
      whole('gen_ai.usage.input_tokens', turn.inputTokens),
      whole('gen_ai.usage.output_tokens', turn.outputTokens),
    ],
    links: turn.from.map(({ turn: sender, kind }) => ({
      traceId,
      spanId: spanId(sender),
      attributes: [text(edgeKindAttribute, kind)],
    })),
  };
  const tools = turn.tools.slice(0, 4095).map((tool, at) => ({
    ...{
      traceId,
      spanId: spanId(turn.turn, at + 1),
      parentSpanId: own,
      name: `execute_tool ${tool}`,
      kind: 1,
      ...times,
    },
    attributes: [text('gen_ai.operation.name', 'execute_tool'), text('gen_ai.tool.name', tool)],
  }));
  const scope = { name: 'agent-topology' };
  return JSON.stringify({
    resourceSpans: [{ resource: {}, scopeSpans: [{ scope, spans: [agent, ...tools] }] }],
  });
}
