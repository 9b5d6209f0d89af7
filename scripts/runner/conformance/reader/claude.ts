/**
 * Transcripts of Claude Code: `claude -p --output-format stream-json --verbose`, or the one object of `--output-format json`
 * (code.claude.com/docs/en/headless, /agent-sdk/typescript). The session starts agents with the tool `Agent`, formerly `Task`;
 * what happens within one carries its `parent_tool_use_id`.
 */
import {
  amountOf,
  type Ended,
  emptyTrace,
  listOf,
  objectOf,
  session,
  type Trace,
  type Turn,
  textOf,
} from '../trace.ts';

const starters = new Set(['Agent', 'Task']);

/** Tools with which a session manages itself: they reach nothing that a role could be denied. */
const ownTools = new Set([
  ...['TodoWrite', 'TaskCreate', 'TaskUpdate', 'TaskGet', 'TaskList', 'TaskOutput', 'TaskStop', 'ToolSearch'],
  ...['EnterPlanMode', 'ExitPlanMode', 'Skill', 'StructuredOutput', 'AskUserQuestion', 'SendMessage'],
]);

/** Whether a value is the first line of such a transcript. */
export const isClaude = ({ type, session_id }: Record<string, unknown>): boolean =>
  typeof session_id === 'string' && ['system', 'assistant', 'user', 'result'].includes(String(type));

/** Reads the lines of one transcript. */
export interface TranscriptReader {
  line(value: Record<string, unknown>, at: number): void;
  /** @param last the number of the last line */
  end(last: number): Trace;
}

export const readClaude = (file: string): TranscriptReader => new ClaudeReader(file);

/** The session is the first turn. Line numbers stand for times. */
class ClaudeReader implements TranscriptReader {
  readonly #trace: Trace;
  readonly #session: Turn;
  readonly #agents = new Map<string, Turn>();

  constructor(file: string) {
    this.#trace = emptyTrace(file);
    this.#session = this.#begin(session, 0);
  }

  #begin(agent: string, at: number): Turn {
    const turn = { place: `${this.#trace.name}:${at}`, agent, start: at, end: at, clock: 'lines' };
    this.#trace.turns.push(turn);
    return turn;
  }

  line(value: Record<string, unknown>, at: number): void {
    const parent = textOf(value.parent_tool_use_id);
    const by = parent === undefined ? this.#session : this.#agents.get(parent);
    if (by && parent !== undefined) by.end = at;
    if (value.type === 'assistant' || value.type === 'user')
      for (const part of listOf(objectOf(value.message).content)) this.#part(part, by, at);
    else if (value.type === 'system') this.#notice(value, at);
    else if (value.type === 'result' && parent === undefined) this.#result(value);
  }

  end(last: number): Trace {
    this.#session.end = last;
    const { name, ended, unclear } = this.#trace;
    if (!ended) unclear.push({ place: name, what: 'It has no result: the session was cut off.' });
    return this.#trace;
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
      const place = `${this.#trace.name}:${at}`;
      if (!ownTools.has(tool)) this.#trace.calls.push({ tool, by, at, place });
      return;
    }
    const turn = this.#begin(textOf(objectOf(input).subagent_type) ?? 'general-purpose', at);
    if (by && by !== this.#session) turn.from = [{ turn: by, waits: true }];
    this.#agents.set(textOf(id) ?? '', turn);
  }

  /** An agent in the background ends after the tool that started it. */
  #notice({ tool_use_id, subtype }: Record<string, unknown>, at: number): void {
    const turn = this.#agents.get(textOf(tool_use_id) ?? '');
    if (turn && subtype === 'task_notification') turn.end = at;
  }

  #result(value: Record<string, unknown>): void {
    this.#trace.total = totalOf(value);
    this.#trace.milliseconds = amountOf(value.duration_ms);
    this.#trace.ended = endOf(value);
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
