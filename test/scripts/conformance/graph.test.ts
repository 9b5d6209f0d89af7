/** Graphs of LangGraph, held against a formation from what Phoenix, OpenTelemetry and LangSmith export. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { TraceError } from '../../../scripts/conformance/trace.ts';
import { checkLines, ruleOf } from '../../support/conformance.ts';
import {
  langsmithRuns,
  langsmithTree,
  otlp,
  phoenixOtlp,
  phoenixPage,
  phoenixSpans,
  type Step,
} from '../../support/graph-trace.ts';

const model: Step = { name: 'ChatOpenAI', kind: 'LLM' };
const tool = (name: string): Step => ({ name, kind: 'TOOL' });
const node = (name: string, ...within: Step[]): Step => ({ name, kind: 'CHAIN', node: name, within });
/** An agent that LangChain made: a graph of its own, whose nodes are steps of it. */
const made = (name: string, ...tools: string[]): Step =>
  node(name, {
    name: 'LangGraph',
    kind: 'CHAIN',
    within: [node('model', model), ...tools.map(each => node('tools', tool(each))), node('model', model)],
  });
const graph = (...within: Step[]): Step => ({ name: 'LangGraph', kind: 'CHAIN', within });

const good = graph(
  node('__start__'),
  made('lead'),
  made('worker', 'bash'),
  made('reviewer', 'read-files'),
  made('lead'),
);

/** The lines of a file in each form. */
const forms: Record<string, (root: Step) => object[]> = {
  'OTLP of OpenInference': root => [otlp(root)],
  'OTLP that Phoenix downloads': root => [phoenixOtlp(root)],
  'a page of the API of Phoenix': root => [phoenixPage(root)],
  'spans that Phoenix downloads': phoenixSpans,
  'runs of LangSmith': langsmithRuns,
  'an answer of the API of LangSmith': root => [{ runs: langsmithRuns(root), cursors: { next: null } }],
  'a tree of LangSmith': root => [langsmithTree(root)],
};

for (const [form, linesOf] of Object.entries(forms))
  describe(form, () => {
    test('shows that a graph followed its team, with what its agents called and used', async () => {
      const run = await checkLines([linesOf(good)], { bash: 'run-tests' });
      assert.deepEqual([run.deviations, run.unclear], [[], []]);
      const expected = { turns: 4, messages: 0, tools: 2, input_tokens: 800, output_tokens: 80 };
      assert.deepEqual(run.counts, expected);
    });

    test('shows a node that is no role, a tool that is not its own, and a role that never acts', async () => {
      const run = await checkLines([
        linesOf(graph(made('lead'), made('worker', 'read-files'), node('publisher', model))),
      ]);
      assert.deepEqual(ruleOf(run), ['undeclared_role', 'undeclared_tool', 'never_acts']);
      assert.equal(run.deviations[0]!.seen, 'an agent `publisher`');
      assert.equal(run.deviations[1]!.seen, '`worker` calls `read-files`');
      assert.equal(run.deviations[2]!.seen, '`reviewer` never acts');
    });

    test('shows a role that another role runs within itself', async () => {
      const within = graph(node('lead', model, made('worker')), made('reviewer'), node('lead', model));
      const run = await checkLines([linesOf(within)]);
      assert.deepEqual([run.deviations, run.unclear, run.counts.messages], [[], [], 1]);
      const wrong = await checkLines([linesOf(graph(node('lead', made('reviewer')), made('worker')))]);
      assert.ok(ruleOf(wrong).includes('undeclared_edge'), String(ruleOf(wrong)));
    });
  });

test('agents that `create_agent` named, and spans of the kind AGENT, are agents', async () => {
  const named = (name: string): Step => ({
    name,
    kind: 'CHAIN',
    maker: name,
    within: [node('model', model)],
  });
  const chain: Step = {
    name: 'main',
    kind: 'CHAIN',
    within: ['lead', 'worker', 'reviewer', 'lead'].map(named),
  };
  for (const lines of [[otlp(chain)], langsmithRuns(chain)]) {
    const run = await checkLines([lines]);
    assert.deepEqual([run.deviations, run.unclear, run.counts.turns], [[], [], 4]);
  }
  const agent = (name: string): Step => ({ name, kind: 'AGENT', within: [model] });
  const agents: Step = { name: 'main', kind: 'CHAIN', within: ['lead', 'worker', 'reviewer'].map(agent) };
  assert.equal((await checkLines([[otlp(agents)]])).verdict, 'conforms');
  // In a graph, instrumentation calls every chain an agent that has the word in its name.
  const chatty = graph(node('lead', { name: 'call_agent', kind: 'AGENT' }), made('worker'), made('reviewer'));
  assert.deepEqual((await checkLines([[otlp(chatty)]])).deviations, []);
});

test('what is not understood is said, and never an empty answer', async () => {
  const calls = await checkLines([[otlp({ name: 'main', kind: 'CHAIN', within: [model, tool('bash')] })]]);
  assert.equal(calls.verdict, 'cannot_tell');
  assert.match(calls.unclear[0]!.what, /^None of its 3 spans is that of an agent\. An agent is a span/);
  assert.match(
    calls.unclear[1]!.what,
    /^`bash` is called within no role, so nobody can tell whose tool that is\.$/,
  );
  const flat = graph(
    node('lead', model),
    node('worker', model),
    node('tools', tool('bash')),
    node('reviewer'),
  );
  const served = await checkLines([[otlp(flat)]], { tools: '-' });
  assert.deepEqual([served.deviations, served.unclear.length, served.verdict], [[], 1, 'cannot_tell']);
  const silent = {
    resourceSpans: [{ scopeSpans: [{ spans: [{ traceId: 't', spanId: 's', name: 'GET /' }] }] }],
  };
  assert.match((await checkLines([[silent]])).unclear[0]!.what, /None of its 1 spans is that of an agent/);
  const strange = await checkLines([[{ hello: 1, world: 2 }, { hello: 2 }]]);
  assert.equal(strange.verdict, 'cannot_tell');
  assert.match(
    strange.unclear[0]!.what,
    /^2 values are of no known format\. The first has the fields hello, world\.$/,
  );
  const runs = langsmithRuns(good);
  const open = runs.map((run, at) => (at === 0 ? { ...run, end_time: null, status: 'pending' } : run));
  const pending = await checkLines([open], { bash: 'run-tests' });
  assert.deepEqual([pending.verdict, pending.unclear.length], ['cannot_tell', 1]);
  assert.match(
    pending.unclear[0]!.what,
    /^The run `LangGraph` has no end: it was exported before it ended\.$/,
  );
});

test('parents are also told by `dotted_order`', async () => {
  const runs = langsmithRuns(good).map(({ parent_run_id: _, ...run }) => run);
  const run = await checkLines([runs], { bash: 'run-tests' });
  assert.deepEqual([run.deviations, run.unclear, run.counts.turns], [[], [], 4]);
});

test('runs that are nested without end are refused', async () => {
  let deep: Record<string, unknown> = { id: 'x', run_type: 'chain', start_time: '2026-03-02T10:00:00' };
  for (let at = 0; at < 1500; at += 1)
    deep = { id: `r${at}`, run_type: 'chain', trace_id: 't', child_runs: [deep] };
  await assert.rejects(checkLines([[deep]]), { name: 'TraceError', message: /nested more than 1000 deep/ });
});

test('values of any shape are read or refused, and never crash the reader', async () => {
  const hostile = fc.jsonValue({ maxDepth: 3 });
  const keys = fc.constantFrom(
    ...[
      'id',
      'run_type',
      'trace_id',
      'child_runs',
      'extra',
      'dotted_order',
      'name',
      'start_time',
      'runs',
      'data',
    ],
    ...[
      'context',
      'span_id',
      'attributes',
      'resource_spans',
      'scope_spans',
      'spans',
      'links',
      'outputs',
      'parent_id',
    ],
  );
  const objects = fc.dictionary(
    keys,
    fc.oneof(hostile, fc.array(fc.dictionary(keys, hostile), { maxLength: 3 })),
  );
  const property = fc.asyncProperty(fc.array(objects, { minLength: 1, maxLength: 4 }), async lines => {
    const run = await checkLines([lines]).catch((error: Error) => error);
    if (run instanceof Error) assert.ok(run instanceof TraceError, run.stack);
    else assert.ok(run.verdict !== 'conforms' || run.counts.turns > 0);
  });
  await fc.assert(property, { seed: 34, numRuns: 200 });
});
