/** The output of Claude Code, compared with a formation. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkLines, ruleOf } from '../../../support/conformance.ts';

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
      ...{ type: 'result', subtype: 'success', is_error: false, session_id, duration_ms: 5000 },
      total_cost_usd: 0.5,
      modelUsage: { m: usage },
    },
  ];
}

describe('a transcript of Claude Code', () => {
  test('whose session starts agents in an order that the edges allow conforms', () => {
    const order: [string, string?][] = [
      ['repair-lead'],
      ['repair-worker', 'Bash'],
      ['repair-reviewer', 'Read'],
      ['repair-worker'],
      ['repair-reviewer'],
      ['repair-lead'],
    ];
    const run = checkLines([claudeLines(order)]);
    assert.deepEqual([run.deviations, run.unclear], [[], []]);
    assert.deepEqual(run.counts, { turns: 6, messages: 0, tools: 3, input_tokens: 1000, output_tokens: 10 });
  });

  test('tells who cannot have been called, and whose tool it is not', () => {
    const early = checkLines([
      claudeLines([['repair-lead'], ['repair-reviewer', 'Bash'], ['repair-worker']]),
    ]);
    assert.deepEqual(ruleOf(early), ['nobody_called', 'undeclared_tool']);
    const first = checkLines([claudeLines([['repair-worker']])]);
    assert.deepEqual(ruleOf(first), ['entry_role', 'never_acts', 'never_acts']);
  });

  test('that was cut off is not judged', () => {
    const lines = claudeLines([['repair-lead']]).slice(0, -1);
    const run = checkLines([[...lines, '{"type":"resu']]);
    assert.deepEqual(
      run.unclear.map(({ what }) => what.split(':')[0]),
      ['It has no result', 'The line is not JSON'],
    );
  });
});
