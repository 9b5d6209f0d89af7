/**
 * Transcripts of Claude Code: `claude -p --output-format stream-json --verbose`, or the one object of `--output-format json`
 * (code.claude.com/docs/en/headless, /agent-sdk/typescript). The session starts agents with the tool `Agent`, formerly `Task`;
 * what happens within one carries its `parent_tool_use_id`.
 */
import { amountOf, type Fields, fieldsOf, listOf, textOf } from '../../../support/json.ts';
import { type Ended, emptyTrace, session, type Trace, type Turn } from '../trace.ts';

const starters = new Set(['Agent', 'Task']);

/**
 * The tools with which a session manages itself. Their calls are ignored, since they give no access that a formation could deny
 * to a role.
 */
const ownTools = new Set([
  ...['TodoWrite', 'TaskCreate', 'TaskUpdate', 'TaskGet', 'TaskList', 'TaskOutput', 'TaskStop', 'ToolSearch'],
  ...['EnterPlanMode', 'ExitPlanMode', 'Skill', 'StructuredOutput', 'AskUserQuestion', 'SendMessage'],
]);

/** Tells whether a value is the first line of a transcript of Claude Code. */
export const isClaude = ({ type, session_id }: Fields): boolean =>
  typeof session_id === 'string' && ['system', 'assistant', 'user', 'result'].includes(String(type));

/** Reads the lines of one transcript. The numbers of lines stand for times. The session is the first turn. */
export function readClaude(file: string, lines: readonly { value: Fields; at: number }[]): Trace {
  const trace = emptyTrace(file);
  const agents = new Map<string, Turn>();
  const begin = (agent: string, at: number): Turn => {
    const turn = { place: `${file}:${at}`, agent, start: at, end: at, clock: 'lines' };
    trace.turns.push(turn);
    return turn;
  };
  const whole = begin(session, 0);
  const endAgent = (id: unknown, at: number) => {
    const turn = agents.get(textOf(id) ?? '');
    if (turn) turn.end = at;
    return turn;
  };
  const use = ({ id, name, input }: Fields, by: Turn | undefined, at: number) => {
    const tool = textOf(name);
    if (tool === undefined || ownTools.has(tool)) return;
    if (!starters.has(tool)) {
      trace.calls.push({ tool, by, at, place: `${file}:${at}` });
      return;
    }
    const turn = begin(textOf(fieldsOf(input).subagent_type) ?? 'general-purpose', at);
    if (by && by !== whole) turn.from = [{ turn: by, waits: true }];
    agents.set(textOf(id) ?? '', turn);
  };
  for (const { value, at } of lines) {
    const { type, parent_tool_use_id: parent } = value;
    const by = textOf(parent) === undefined ? whole : endAgent(parent, at);
    whole.end = at;
    if (type === 'assistant' || type === 'user')
      for (const part of listOf(fieldsOf(value.message).content)) {
        if (part.type === 'tool_result') endAgent(part.tool_use_id, at);
        if (part.type === 'tool_use') use(part, by, at);
      }
    // An agent in the background ends after the tool that started it.
    else if (type === 'system' && value.subtype === 'task_notification') endAgent(value.tool_use_id, at);
    else if (type === 'result' && by === whole) {
      trace.total = totalOf(value);
      trace.milliseconds = amountOf(value.duration_ms);
      trace.ended = endOf(value);
    }
  }
  if (!trace.ended) trace.unclear.push({ place: file, what: 'It has no result: the session was cut off.' });
  return trace;
}

/** Returns the tokens of all models, including those of subagents. Older versions state only those of the session. */
function totalOf({ modelUsage, usage }: Fields): { input: number; output: number } {
  const models = Object.values(fieldsOf(modelUsage)).map(fieldsOf);
  const used = fieldsOf(usage);
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

const sum = (amounts: Fields, names: string[]): number =>
  names.reduce((total, name) => total + amountOf(amounts[name]), 0);

function endOf(value: Fields): Ended {
  const cost = { cost: amountOf(value.total_cost_usd) };
  if (value.is_error !== true && value.subtype === 'success') return cost;
  const errors = Array.isArray(value.errors) ? value.errors.map(String).join('; ') : '';
  const error = String(value.result ?? '') || errors || String(value.subtype);
  const status = amountOf(value.api_error_status) || Number(/API Error: (\d{3})/.exec(error)?.[1] ?? 0);
  return { ...cost, error: error.slice(0, 400), ...(status > 0 && { status }) };
}
