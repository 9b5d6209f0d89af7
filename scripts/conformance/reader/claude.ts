/**
 * Transcripts of Claude Code: `claude -p --output-format stream-json --verbose`, or the one object of `--output-format json`
 * (code.claude.com/docs/en/headless, /agent-sdk/typescript). The session starts agents with the tool `Agent`, formerly `Task`;
 * what happens within one carries its `parent_tool_use_id`.
 */
import { amountOf, type Ended, listOf, objectOf, type Turn, textOf } from '../trace.ts';
import { sessionTrace, type TranscriptFormat, type TranscriptReader } from './transcript.ts';

const starters = new Set(['Agent', 'Task']);

/** Tools with which a session manages itself: they reach nothing that a role could be denied. */
export const ownTools = new Set([
  ...['TodoWrite', 'TaskCreate', 'TaskUpdate', 'TaskGet', 'TaskList', 'TaskOutput', 'TaskStop', 'ToolSearch'],
  ...['EnterPlanMode', 'ExitPlanMode', 'Skill', 'StructuredOutput', 'AskUserQuestion', 'SendMessage'],
]);

export const claude: TranscriptFormat = {
  id: 'claude',
  isFirst: ({ type, session_id }) =>
    typeof session_id === 'string' && ['system', 'assistant', 'user', 'result'].includes(String(type)),
  open: file => new ClaudeReader(file),
};

class ClaudeReader implements TranscriptReader {
  readonly #seen;
  readonly #agents = new Map<string, Turn>();
  #isEnded = false;

  constructor(file: string) {
    this.#seen = sessionTrace(file);
  }

  line(value: Record<string, unknown>, at: number): void {
    const parent = textOf(value.parent_tool_use_id);
    const by = parent === undefined ? this.#seen.session : this.#agents.get(parent);
    if (by && parent !== undefined) by.end = at;
    if (value.type === 'assistant' || value.type === 'user')
      for (const part of listOf(objectOf(value.message).content)) this.#part(part, by, at);
    else if (value.type === 'system') this.#notice(value, at);
    else if (value.type === 'result' && parent === undefined) this.#result(value);
  }

  end(last: number) {
    const trace = this.#seen.end(last);
    if (!this.#isEnded)
      trace.unclear.push({ place: trace.name, what: 'It has no result: the session was cut off.' });
    return trace;
  }

  #part(
    { type, id, name, input, tool_use_id }: Record<string, unknown>,
    by: Turn | undefined,
    at: number,
  ): void {
    const ended = type === 'tool_result' ? this.#agents.get(textOf(tool_use_id) ?? '') : undefined;
    if (ended) ended.end = at;
    const tool = textOf(name);
    if (type !== 'tool_use' || tool === undefined) return;
    if (!starters.has(tool)) {
      if (!ownTools.has(tool)) this.#seen.call(tool, by, at);
      return;
    }
    const turn = this.#seen.turn(textOf(objectOf(input).subagent_type) ?? 'general-purpose', at);
    if (by && by !== this.#seen.session) turn.from = [{ turn: by, waits: true }];
    this.#agents.set(textOf(id) ?? '', turn);
  }

  /** An agent in the background ends after the tool that started it. */
  #notice({ tool_use_id, subtype }: Record<string, unknown>, at: number): void {
    const turn = this.#agents.get(textOf(tool_use_id) ?? '');
    if (turn && subtype === 'task_notification') turn.end = at;
  }

  #result(value: Record<string, unknown>): void {
    const { trace } = this.#seen;
    this.#isEnded = true;
    trace.total = totalOf(value);
    trace.milliseconds = amountOf(value.duration_ms);
    trace.ended = endOf(value);
  }
}

/** All models together, subagents included; older versions state the session alone. */
function totalOf({ modelUsage, usage }: Record<string, unknown>): { input: number; output: number } {
  const models = Object.values(objectOf(modelUsage)).map(objectOf);
  const used = objectOf(usage);
  if (models.length === 0)
    return {
      input: sum(used, ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens']),
      output: sum(used, ['output_tokens']),
    };
  const add = (names: string[]) => models.reduce((total, model) => total + sum(model, names), 0);
  return {
    input: add(['inputTokens', 'cacheReadInputTokens', 'cacheCreationInputTokens']),
    output: add(['outputTokens']),
  };
}

const sum = (amounts: Record<string, unknown>, names: string[]): number =>
  names.reduce((total, name) => total + amountOf(amounts[name]), 0);

function endOf(value: Record<string, unknown>): Ended {
  const cost = { cost: amountOf(value.total_cost_usd) };
  if (value.is_error !== true && value.subtype === 'success') return cost;
  const errors = Array.isArray(value.errors) ? value.errors.map(String).join('; ') : '';
  const error = String(value.result ?? '') || errors || String(value.subtype);
  const status = amountOf(value.api_error_status) || Number(/API Error: (\d{3})/.exec(error)?.[1] ?? 0);
  return { ...cost, error: error.slice(0, 400), ...(status > 0 && { status }) };
}
