/**
 * Stands in for a command-line agent. It prints what that prints, in its format, for the task on its standard input:
 * `fake-agent.mjs FORMAT FOLDER`. The folder holds what it was asked and how often; a task that names an error gets it once.
 */
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const [format, folder] = process.argv.slice(2);
const task = await text(process.stdin);
appendFileSync(join(folder, 'asked.txt'), `${task.trim()}\n`);
const [, wanted] = /error (\d+)/.exec(task) ?? [];
const told = join(folder, `told-${task.trim().replace(/\W/g, '-')}`);
const status = wanted && (wanted === '401' || !existsSync(told)) ? Number(wanted) : undefined;
writeFileSync(told, '');
if (task.includes('slowly')) await new Promise(resolve => setTimeout(resolve, 60_000));
writeFileSync('answer.txt', task);

const print = value => process.stdout.write(`${JSON.stringify(value)}\n`);
const session_id = 's';
const formats = {
  claude() {
    const message = { content: [{ type: 'tool_use', id: 't', name: 'run-tests', input: {} }] };
    print({ type: 'system', subtype: 'init', session_id });
    print({ type: 'assistant', session_id, parent_tool_use_id: null, message });
    const usage = {
      inputTokens: 100,
      outputTokens: 20,
      cacheReadInputTokens: 800,
      cacheCreationInputTokens: 80,
    };
    const end = {
      type: 'result',
      session_id,
      duration_ms: 10,
      total_cost_usd: 0.25,
      modelUsage: { m: usage },
    };
    if (status)
      print({ ...end, subtype: 'success', is_error: true, result: `API Error: ${status} {"type":"error"}` });
    else print({ ...end, subtype: 'success', is_error: false, result: 'Done.' });
  },
  codex() {
    print({ type: 'thread.started', thread_id: 't' });
    print({ type: 'turn.started' });
    const message = `unexpected status ${status}: busy`;
    if (status) {
      print({ type: 'error', message });
      print({ type: 'turn.failed', error: { message } });
      return;
    }
    print({
      type: 'item.completed',
      item: { id: 'i', type: 'command_execution', command: 'ls', status: 'completed' },
    });
    print({
      type: 'turn.completed',
      usage: { input_tokens: 980, cached_input_tokens: 800, output_tokens: 20 },
    });
  },
  gemini() {
    print({ type: 'init', session_id, model: 'm' });
    const stats = { input_tokens: 980, output_tokens: 20, duration_ms: 5 };
    if (status)
      print({
        type: 'result',
        status: 'error',
        error: { type: 'ApiError', message: `status ${status}` },
        stats,
      });
    else print({ type: 'result', status: 'success', stats });
  },
  opencode() {
    const data = { message: 'busy', statusCode: status };
    if (status) print({ type: 'error', sessionID: 's', error: { name: 'APIError', data } });
    const tokens = { input: 100, output: 15, reasoning: 5, cache: { read: 800, write: 80 } };
    print({ type: 'step_finish', sessionID: 's', part: { cost: 0.25, tokens } });
  },
};
formats[format]();
process.exitCode = status ? 1 : 0;
