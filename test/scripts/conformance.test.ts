/** Traces and transcripts, as programs write them, held against a formation. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, ftruncateSync, openSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text as read } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import {
  setTraceProcessors,
  setTracingDisabled,
  withAgentSpan,
  withFunctionSpan,
  withHandoffSpan,
  withTrace,
} from '@openai/agents';
import { context, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BasicTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { check as checkTrace, type Verdict } from '../../scripts/conformance/check.ts';
import { declaredBy } from '../../scripts/conformance/declared.ts';
import { ownToolNames, teamOf } from '../../scripts/conformance/formation.ts';
import { readTraces } from '../../scripts/conformance/read.ts';
import { temporaryFolder } from '../support/folder.ts';
import { program, run } from '../support/program.ts';

const entry = 'scripts/conformance.ts';
const folder = temporaryFolder();

const text = `---
schema: formation.formation/v0.1
kind: formation
title: Repair
description: A lead, a worker and a reviewer.
name: repair
publisher: acme
version: 1.0.0
goal: Fix one defect.
task_classes: [coding.bug_fix]
patterns: [verifier-gate]
entry_role: lead
roles:
  - {id: lead, purpose: Leads., model_tier: medium, tools: [], reads: [report], writes: [plan]}
  - {id: worker, purpose: Works., model_tier: medium, tools: [run-tests], reads: [plan, review], writes: [patch]}
  - {id: reviewer, purpose: Reviews., model_tier: medium, tools: [read-files], reads: [patch], writes: [review]}
edges:
  - {from: lead, to: worker, kind: delegates}
  - {from: worker, to: reviewer, kind: hands_off}
  - {from: reviewer, to: worker, kind: reviews}
  - {from: reviewer, to: lead, kind: reports}
budget: {max_agents: 3, max_rounds: 2, input_tokens: 10000, output_tokens: 1000, elapsed_milliseconds: 600000}
stop_conditions: [The review accepts.]
checks: [All tests pass.]
falsified_if: One agent fixes as many.
cautions: []
sources: []
---

## Instructions

### lead

Lead.

### worker

Work.

### reviewer

Review.
`;
const formation = join(folder, 'repair.md');
writeFileSync(formation, text);
const team = teamOf(text, formation);

/** Checks lines as files; each list is a file. @param names what agents and tools are called in the formation */
async function check(
  files: (readonly (object | string)[])[],
  names: Record<string, string> = {},
): Promise<Verdict> {
  const paths = files.map((lines, at) => {
    const path = join(folder, `trace-${at}.jsonl`);
    writeFileSync(
      path,
      lines.map(line => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
    );
    return path;
  });
  const [trace] = await readTraces(paths);
  return checkTrace(declaredBy(team, ownToolNames(), new Map(Object.entries(names))), trace!);
}

const ruleOf = ({ deviations }: Verdict) => deviations.map(({ rule }) => rule);

/** What the OpenTelemetry SDK sends for agents that call each other. */
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
    const run = await check([lines.slice(0, 2), lines.slice(2)]);
    assert.deepEqual([run.verdict, run.deviations, run.unclear], ['conforms', [], []]);
    assert.deepEqual(run.counts, { turns: 3, messages: 2, tools: 2, input_tokens: 10, output_tokens: 0 });
  });

  test('that lack a part are not judged, and one part again changes nothing', async () => {
    const lines = await otelLines([[['lead'], ['worker'], ['reviewer']]]);
    const whole = await check([[...lines, ...lines]]);
    assert.equal(whole.verdict, 'conforms');
    const part = await check([lines.filter(line => !line.includes('invoke_agent lead'))]);
    assert.equal(part.verdict, 'cannot_tell');
  });

  test('tell an edge, an agent and tools that are not declared, each with its span', async () => {
    const lines = await otelLines([[['lead', 'run-tests'], ['reviewer', 'bash'], ['helper']]]);
    const run = await check([lines]);
    assert.deepEqual(ruleOf(run), [
      'undeclared_role',
      'undeclared_edge',
      'undeclared_tool',
      'undeclared_tool',
    ]);
    assert.match(run.deviations[1]!.place, /^\S+trace-0\.jsonl:\d, span [0-9a-f]{16}$/);
    assert.equal(run.deviations[1]!.seen, '`lead` gives work to `reviewer`');
    assert.equal(run.deviations[1]!.declared, 'from `lead`: delegates worker');
    const renamed = await check([lines], { helper: '-', bash: 'read-files' });
    assert.deepEqual(ruleOf(renamed), ['undeclared_edge', 'undeclared_tool']);
  });

  test('with a tool that nobody knows ask which one it is', async () => {
    const lines = await otelLines([[['lead'], ['worker', 'pytest']]]);
    const run = await check([lines]);
    assert.equal(run.verdict, 'cannot_tell');
    assert.match(run.unclear[0]!.what, /--name 'pytest=TOOL'/);
    assert.equal((await check([lines], { pytest: 'run-tests' })).verdict, 'conforms');
  });
});

test('spans of the OpenAI Agents SDK show handoffs and tools', async () => {
  const lines: object[] = [];
  const none = async () => undefined;
  setTracingDisabled(false);
  setTraceProcessors([
    {
      onTraceStart: none,
      onTraceEnd: none,
      onSpanStart: none,
      onSpanEnd: async span => void lines.push(span.toJSON() as object),
      shutdown: none,
      forceFlush: none,
    },
  ]);
  const handOff = (from: string, to: string, tool?: string) =>
    withAgentSpan(
      async () => {
        // Times have whole milliseconds.
        await wait(2);
        if (tool) await withFunctionSpan(none, { data: { name: tool, input: '', output: '' } });
        await withHandoffSpan(none, { data: { from_agent: from, to_agent: to } });
      },
      { data: { name: from } },
    );
  await withTrace('repair', async () => {
    await handOff('lead', 'worker');
    await handOff('worker', 'reviewer', 'shell');
    await handOff('reviewer', 'lead', 'shell');
    await withAgentSpan(none, { data: { name: 'lead' } });
  });
  const run = await check([lines.reverse()]);
  assert.deepEqual(ruleOf(run), ['undeclared_tool']);
  assert.match(run.deviations[0]!.seen, /`reviewer` calls `shell`/);
  assert.deepEqual(run.counts, { turns: 4, messages: 3, tools: 2, input_tokens: 0, output_tokens: 0 });
});

/** A session of Claude Code that starts agents one after another. */
function claudeLines(agents: [string, string?][]): object[] {
  const session_id = 's';
  const said = (content: object, parent: string | null = null) => ({
    type: 'assistant',
    session_id,
    parent_tool_use_id: parent,
    message: { content: [content] },
  });
  const started = agents.flatMap(([subagent_type, tool], at) => [
    said({ type: 'tool_use', id: `a${at}`, name: 'Agent', input: { subagent_type } }),
    ...(tool ? [said({ type: 'tool_use', id: `t${at}`, name: tool, input: {} }, `a${at}`)] : []),
    {
      type: 'user',
      session_id,
      parent_tool_use_id: null,
      message: { content: [{ type: 'tool_result', tool_use_id: `a${at}` }] },
    },
  ]);
  const usage = {
    inputTokens: 100,
    outputTokens: 10,
    cacheReadInputTokens: 900,
    cacheCreationInputTokens: 0,
  };
  return [
    { type: 'system', subtype: 'init', session_id },
    said({ type: 'tool_use', id: 'x', name: 'Read', input: {} }),
    ...started,
    {
      type: 'result',
      subtype: 'success',
      is_error: false,
      session_id,
      duration_ms: 5000,
      total_cost_usd: 0.5,
      modelUsage: { m: usage },
    },
  ];
}

describe('a transcript of Claude Code', () => {
  test('whose session starts agents in an order that the edges allow conforms', async () => {
    const order: [string, string?][] = [
      ['repair-lead'],
      ['repair-worker', 'Bash'],
      ['repair-reviewer', 'Read'],
      ['repair-worker'],
      ['repair-reviewer'],
      ['repair-lead'],
    ];
    const run = await check([claudeLines(order)]);
    assert.deepEqual([run.deviations, run.unclear], [[], []]);
    assert.deepEqual(run.counts, { turns: 6, messages: 0, tools: 3, input_tokens: 1000, output_tokens: 10 });
  });

  test('tells who cannot have been called, who came once too often, and whose tool it is not', async () => {
    const early = await check([
      claudeLines([['repair-lead'], ['repair-reviewer', 'Bash'], ['repair-worker']]),
    ]);
    assert.deepEqual(ruleOf(early), ['nobody_called', 'undeclared_tool']);
    const first = await check([claudeLines([['repair-worker']])]);
    assert.deepEqual(ruleOf(first), ['entry_role']);
    const round: [string][] = [['repair-worker'], ['repair-reviewer']];
    const often = await check([claudeLines([['repair-lead'], ...round, ...round, ...round])]);
    assert.deepEqual(ruleOf(often), ['rounds']);
    assert.match(often.deviations[0]!.declared, /`max_rounds` 2/);
  });

  test('that was cut off is not judged', async () => {
    const lines = claudeLines([['repair-lead']]).slice(0, -1);
    const run = await check([[...lines, '{"type":"resu']]);
    assert.deepEqual(
      run.unclear.map(({ what }) => what.split(':')[0]),
      ['It has no result', 'The line is not JSON'],
    );
  });
});

describe('transcripts of others', () => {
  test('of Codex tell the tools of a session, and that its agents have no names', async () => {
    const item = (value: object) => ({ type: 'item.completed', item: { id: 'i', ...value } });
    const run = await check([
      [
        { type: 'thread.started', thread_id: 't' },
        item({ type: 'command_execution', command: 'ls', status: 'completed' }),
        item({
          type: 'collab_tool_call',
          tool: 'spawn_agent',
          sender_thread_id: 't',
          receiver_thread_ids: ['u'],
        }),
        { type: 'turn.completed', usage: { input_tokens: 20000, cached_input_tokens: 5, output_tokens: 7 } },
      ],
    ]);
    assert.deepEqual(ruleOf(run), ['tokens']);
    assert.match(run.unclear[0]!.what, /without its name/);
  });

  test('of Gemini CLI and opencode tell agents and tokens', async () => {
    const gemini = await check([
      [
        { type: 'init', session_id: 's', model: 'm' },
        { type: 'tool_use', tool_name: 'repair-reviewer', tool_id: '1', parameters: {} },
        { type: 'result', status: 'success', stats: { input_tokens: 5, output_tokens: 6, duration_ms: 1 } },
      ],
    ]);
    assert.deepEqual([ruleOf(gemini), gemini.counts.input_tokens], [['entry_role'], 5]);
    const part = (tool: string, input: object) => ({
      type: 'tool_use',
      sessionID: 's',
      part: { tool, state: { input } },
    });
    const opencode = await check([
      [
        part('task', { subagent_type: 'repair-lead' }),
        part('task', { subagent_type: 'repair-worker' }),
        {
          type: 'step_finish',
          sessionID: 's',
          part: { cost: 0.1, tokens: { input: 3, output: 4, reasoning: 1, cache: { read: 2, write: 0 } } },
        },
      ],
    ]);
    assert.deepEqual(
      [opencode.verdict, opencode.counts.input_tokens, opencode.counts.output_tokens],
      ['conforms', 5, 5],
    );
  });
});

describe('a hostile trace', () => {
  const span = (spanId: string, parentSpanId: string, name = 'invoke_agent lead') => ({
    traceId: 't',
    spanId,
    parentSpanId,
    name,
  });
  const batch = (spans: object[]) => ({ resourceSpans: [{ scopeSpans: [{ spans }] }] });

  test('with spans that are parents of each other ends, and is not judged', async () => {
    const run = await check([[batch([span('a', 'b'), span('b', 'a'), span('c', 'c', 'execute_tool x')])]]);
    assert.equal(run.verdict, 'cannot_tell');
    assert.match(run.unclear[0]!.what, /parents of each other/);
  });

  test('that nests deeply, or has values of strange types, is read to its end', async () => {
    const deep = Array.from({ length: 20_000 }, (_, at) => span(`s${at + 1}`, at === 0 ? '' : `s${at}`));
    const strange = {
      resourceSpans: [
        { scopeSpans: [{ spans: [null, 7, { attributes: { a: 1 }, links: 'x', name: 3 }] }, 'x'] },
        null,
      ],
    };
    const nested = `{"resourceSpans":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const run = await check([[strange, nested, batch(deep)]]);
    assert.deepEqual([run.verdict, run.counts.turns], ['conforms', 1]);
  });

  test('with one line of a gigabyte is refused in little memory', async () => {
    const file = join(folder, 'long.jsonl');
    const open = openSync(file, 'w');
    ftruncateSync(open, 1024 ** 3);
    closeSync(open);
    const args = ['--max-old-space-size=128', await program(entry), file, '--formation', formation];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    assert.equal(status, 2);
    assert.match(stderr, /^error: \S+long\.jsonl:1: the line is longer than 33554432 bytes\. [^\n]+\n$/);
  });
});

test('a wrong file, formation or option ends with what to do', async () => {
  const file = join(folder, 'prose.txt');
  writeFileSync(file, 'Nothing.\n');
  const stderrOf = async (words: string[]) => {
    const { code, stderr } = await run(entry, words);
    assert.equal(code, 2);
    return stderr;
  };
  assert.match(
    await stderrOf([file, '--formation', formation]),
    /no spans and no transcript of a known agent/,
  );
  assert.match(
    await stderrOf([file, '--formation', 'no-such-team']),
    /is no file, and there is no such team/,
  );
  assert.match(await stderrOf([file, '--formation', file]), /prose\.txt is no document/);
  assert.match(
    await stderrOf([join(folder, 'none'), '--formation', 'solo-coder']),
    /cannot be read \(ENOENT\)/,
  );
  assert.match(await stderrOf([file, '--formation', formation, '--name', 'x']), /Expected SEEN=DECLARED/);
});
