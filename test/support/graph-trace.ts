/**
 * Traces of a graph of LangGraph in the forms in which tools export them: OTLP in JSON as Phoenix downloads it (github.com/Arize-ai/phoenix:
 * `resource_spans` in snake case), pages and spans of its REST API (`/v1/projects/{project}/spans/otlpv1` and `/spans`), and runs of
 * LangSmith (docs.langchain.com/langsmith/run-data-format). Metadata is what LangGraph gives to each run of a node.
 */

/** What runs: a graph, a node of it, a tool or a call of a model, and what runs within. */
export interface Step {
  name: string;
  kind: 'CHAIN' | 'AGENT' | 'TOOL' | 'LLM';
  /** The node in which it runs; that of the step around it when absent. */
  node?: string;
  /** The name given to `create_agent`. */
  maker?: string;
  within?: Step[];
}

interface Placed extends Step {
  id: string;
  parent: string | undefined;
  start: number;
  end: number;
}

const begun = Date.parse('2026-03-02T10:00:00Z');

/** All steps with ids and times, in the order in which they begin. */
function placed(root: Step): Placed[] {
  const all: Placed[] = [];
  let clock = begun;
  const place = (step: Step, parent: string | undefined, node?: string, maker?: string): Placed => {
    clock += 10;
    const id = (all.length + 1).toString(16).padStart(16, '0');
    const around = { node: step.node ?? node, maker: step.maker ?? maker };
    const own: Placed = {
      ...step,
      ...(around.node !== undefined && { node: around.node }),
      ...(around.maker !== undefined && { maker: around.maker }),
      ...{ id, parent, start: clock, end: 0 },
    };
    all.push(own);
    for (const inner of step.within ?? []) place(inner, id, around.node, around.maker);
    clock += 10;
    own.end = clock;
    return own;
  };
  place(root, undefined);
  return all;
}

const metadataOf = ({ node, maker }: Placed): Record<string, unknown> => ({
  ...(node !== undefined && {
    langgraph_step: 1,
    langgraph_node: node,
    langgraph_triggers: [`branch:to:${node}`],
    langgraph_path: ['__pregel_pull', node],
    langgraph_checkpoint_ns: `${node}:b43d5300-228d-6e29-4b2f-7994f7924340`,
  }),
  ...(maker !== undefined && { lc_agent_name: maker }),
});

const traceId = '0af7651916cd43dd8448eb211c80319c';

function attributesOf(step: Placed): Record<string, string | number> {
  const metadata = metadataOf(step);
  return {
    'openinference.span.kind': step.kind,
    'input.value': '{"messages": []}',
    ...(step.kind === 'TOOL' && { 'tool.name': step.name }),
    ...(step.kind === 'LLM' && {
      'llm.model_name': 'gpt-4o-mini',
      'llm.token_count.prompt': 100,
      'llm.token_count.completion': 10,
      'llm.token_count.total': 110,
    }),
    ...(Object.keys(metadata).length > 0 && { metadata: JSON.stringify(metadata) }),
  };
}

const snake = (step: Placed): object => ({
  trace_id: traceId,
  span_id: step.id,
  ...(step.parent !== undefined && { parent_span_id: step.parent }),
  name: step.name,
  kind: 'SPAN_KIND_INTERNAL',
  start_time_unix_nano: String(BigInt(step.start) * 1_000_000n),
  end_time_unix_nano: String(BigInt(step.end) * 1_000_000n),
  attributes: Object.entries(attributesOf(step)).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { int_value: value } : { string_value: value },
  })),
  status: { code: 1 },
});

/** As Phoenix downloads a trace. */
export const phoenixOtlp = (root: Step): object => ({
  resource_spans: [{ scope_spans: [{ spans: placed(root).map(snake) }] }],
});

/** As `GET /v1/projects/{project}/spans/otlpv1` answers. */
export const phoenixPage = (root: Step): object => ({ data: placed(root).map(snake), next_cursor: null });

/** As Phoenix downloads spans line by line. */
export const phoenixSpans = (root: Step): object[] =>
  placed(root).map(step => ({
    name: step.name,
    context: { trace_id: traceId, span_id: step.id },
    parent_id: step.parent ?? null,
    span_kind: step.kind,
    start_time: new Date(step.start).toISOString(),
    end_time: new Date(step.end).toISOString(),
    status_code: 'OK',
    attributes: attributesOf(step),
  }));

/** As an exporter of OpenTelemetry writes them, with the instrumentation of OpenInference. */
export const otlp = (root: Step): object => ({
  resourceSpans: [
    {
      resource: { attributes: [] },
      scopeSpans: [
        {
          scope: { name: 'openinference.instrumentation.langchain' },
          spans: placed(root).map(step => ({
            traceId,
            spanId: step.id,
            ...(step.parent !== undefined && { parentSpanId: step.parent }),
            name: step.name,
            startTimeUnixNano: String(BigInt(step.start) * 1_000_000n),
            endTimeUnixNano: String(BigInt(step.end) * 1_000_000n),
            attributes: Object.entries(attributesOf(step)).map(([key, value]) => ({
              key,
              value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
            })),
          })),
        },
      ],
    },
  ],
});

const runTypes = { CHAIN: 'chain', AGENT: 'chain', TOOL: 'tool', LLM: 'llm' } as const;
const uuidOf = (id: string): string => `${'0'.repeat(8)}-0000-4000-8000-${id.slice(-12)}`;
const timeOf = (at: number): string => new Date(at).toISOString().replace('Z', '000');

/** The runs of a trace, flat, as LangSmith's API lists them. */
export function langsmithRuns(root: Step): Record<string, unknown>[] {
  const steps = placed(root);
  const orders = new Map<string, string>();
  return steps.map(step => {
    const own = `${timeOf(step.start).replaceAll(/[-:.]/g, '')}Z${uuidOf(step.id)}`;
    const order = step.parent === undefined ? own : `${orders.get(step.parent)}.${own}`;
    orders.set(step.id, order);
    return {
      id: uuidOf(step.id),
      name: step.name,
      run_type: runTypes[step.kind],
      start_time: timeOf(step.start),
      end_time: timeOf(step.end),
      status: 'success',
      error: null,
      extra: { metadata: metadataOf(step), runtime: {} },
      inputs: {},
      outputs: {},
      tags: [],
      trace_id: uuidOf(steps[0]!.id),
      parent_run_id: step.parent === undefined ? null : uuidOf(step.parent),
      dotted_order: order,
      session_id: '1c0c2b1e-0000-4000-8000-000000000000',
      ...(step.kind === 'LLM' && { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 }),
    };
  });
}

/** The same as one root run with `child_runs`, as `read_run(load_child_runs=True)` gives it. */
export function langsmithTree(root: Step): Record<string, unknown> {
  const runs = langsmithRuns(root).map(run => ({ ...run, child_runs: [] as object[] }));
  const byId = new Map(runs.map(run => [(run as Record<string, unknown>).id, run]));
  for (const run of runs) byId.get((run as Record<string, unknown>).parent_run_id)?.child_runs.push(run);
  return runs[0]!;
}
