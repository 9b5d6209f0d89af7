/**
 * Transcripts of opencode: `opencode run --format json` (anomalyco/opencode, `cli/cmd/run.ts`). Its tool `task` starts an agent;
 * what happens within that is not in the transcript.
 */
import { amountOf, objectOf, textOf } from '../trace.ts';
import { sessionTrace, type TranscriptFormat } from './transcript.ts';

export const opencode: TranscriptFormat = {
  id: 'opencode',
  isFirst: ({ type, sessionID }) => typeof sessionID === 'string' && typeof type === 'string',
  open(file) {
    const seen = sessionTrace(file);
    const { trace } = seen;
    const total = { input: 0, output: 0 };
    let cost = 0;
    let error: { error: string; status?: number } | undefined;
    return {
      line(value, at) {
        const part = objectOf(value.part);
        if (value.type === 'tool_use') {
          const tool = textOf(part.tool) ?? '';
          const agent = textOf(objectOf(objectOf(part.state).input).subagent_type);
          if (tool === 'task' && agent !== undefined) seen.turn(agent, at);
          else if (tool !== 'todowrite' && tool !== 'todoread') seen.call(tool, seen.session, at);
        }
        if (value.type === 'step_finish') {
          const { input, output, reasoning, cache } = objectOf(part.tokens);
          const { read, write } = objectOf(cache);
          total.input += amountOf(input) + amountOf(read) + amountOf(write);
          total.output += amountOf(output) + amountOf(reasoning);
          cost += amountOf(part.cost);
        }
        if (value.type === 'error') error = errorOf(objectOf(value.error));
      },
      end(last) {
        trace.total = total;
        trace.ended = { cost, ...error };
        return seen.end(last);
      },
    };
  },
};

function errorOf({ name, data }: Record<string, unknown>): { error: string; status?: number } {
  const { message, statusCode } = objectOf(data);
  const status = amountOf(statusCode);
  return { error: String(message ?? name ?? 'It failed.').slice(0, 400), ...(status > 0 && { status }) };
}
