/** Spans, as tracers of agents write them, held against a formation. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as read } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { context, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BasicTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { checkLines, ruleOf } from '../../../support/conformance.ts';

/** Sends the calls of agents with the OpenTelemetry SDK; returns the requests that a collector gets. */
async function otelLines(calls: [string, string?][][]): Promise<string[]> {
  const lines: string[] = [];
  const collector = createServer(async (request, response) => {
    lines.push(await read(request));
    response.setHeader('content-type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`;
  const provider = new BasicTracerProvider({
    spanProcessors: [new SimpleSpanProcessor(new OTLPTraceExporter({ url }))],
  });
  const tracer = provider.getTracer('agents');
  const root = tracer.startSpan('invoke_workflow repair');
  for (const chain of calls) {
    let around = trace.setSpan(context.active(), root);
    const open = chain.map(([agent, tool]) => {
      const attributes = {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.agent.name': agent,
        'gen_ai.usage.input_tokens': 10,
      };
      const span = tracer.startSpan(`invoke_agent ${agent}`, { attributes }, around);
      around = trace.setSpan(around, span);
      if (tool !== undefined)
        tracer
          .startSpan(
            `execute_tool ${tool}`,
            { attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': tool } },
            around,
          )
          .end();
      return span;
    });
    for (const span of open.reverse()) span.end();
  }
  root.end();
  await provider.forceFlush();
  await provider.shutdown();
  collector.closeAllConnections();
  collector.close();
  return lines;
}

describe('spans of OpenTelemetry', () => {
  test('of agents that call each other along declared edges conform, split over files too', async () => {
    const lines = await otelLines([[['Lead'], ['repair-worker', 'run-tests'], ['reviewer', 'read_file']]]);
    const run = checkLines([lines.slice(0, 2), lines.slice(2)]);
    assert.deepEqual([run.verdict, run.deviations, run.unclear], ['conforms', [], []]);
    assert.deepEqual(run.counts, { turns: 3, messages: 2, tools: 2, input_tokens: 10, output_tokens: 0 });
  });

  test('that lack a part are not judged, and one part again changes nothing', async () => {
    const lines = await otelLines([[['lead'], ['worker'], ['reviewer']]]);
    const whole = checkLines([[...lines, ...lines]]);
    assert.equal(whole.verdict, 'conforms');
    const part = checkLines([lines.filter(line => !line.includes('invoke_agent lead'))]);
    assert.equal(part.verdict, 'cannot_tell');
  });

  test('tell an edge, an agent and tools that are not declared, each with its span', async () => {
    const lines = await otelLines([[['lead', 'run-tests'], ['reviewer', 'bash'], ['helper']]]);
    const run = checkLines([lines]);
    assert.deepEqual(ruleOf(run), [
      'undeclared_role',
      'undeclared_edge',
      'undeclared_tool',
      'undeclared_tool',
      'never_acts',
    ]);
    assert.match(run.deviations[1]!.place, /^\S+trace-0\.jsonl:\d, span [0-9a-f]{16}$/);
    assert.equal(run.deviations[1]!.seen, '`lead` gives work to `reviewer`');
    assert.equal(run.deviations[1]!.declared, 'from `lead`: delegates worker');
    const renamed = checkLines([lines], { helper: '-', bash: 'read-files' });
    assert.deepEqual(ruleOf(renamed), ['undeclared_edge', 'undeclared_tool', 'never_acts']);
  });

  test('that begin in the same millisecond may have come in any order', async () => {
    const lines = await otelLines([[['lead'], ['worker', 'run-tests']], [['reviewer']]]);
    const rounded = lines.map(line =>
      line.replace(/"startTimeUnixNano":"\d+"/g, '"startTimeUnixNano":"1795908727680000000"'),
    );
    for (const each of [rounded, rounded.toReversed()]) {
      const run = checkLines([each]);
      assert.deepEqual([run.verdict, run.deviations], ['conforms', []]);
    }
    const [, , lead, reviewer, root] = rounded;
    assert.deepEqual(ruleOf(checkLines([[lead!, reviewer!, root!]])).slice(0, 1), ['nobody_called']);
  });

  test('with a tool that nobody knows ask which one it is', async () => {
    const lines = await otelLines([[['lead'], ['worker', 'pytest']], [['reviewer']]]);
    const run = checkLines([lines]);
    assert.equal(run.verdict, 'cannot_tell');
    assert.match(run.unclear[0]!.what, /--name 'pytest=TOOL'/);
    assert.equal(checkLines([lines], { pytest: 'run-tests' }).verdict, 'conforms');
  });
});
