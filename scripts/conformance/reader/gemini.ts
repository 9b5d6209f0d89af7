/**
 * Transcripts of Gemini CLI: `gemini --output-format stream-json`, or the one object of `--output-format json`
 * (google-gemini/gemini-cli, `packages/core/src/output/types.ts`). A subagent is a tool of its own name.
 */
import { amountOf, objectOf, textOf } from '../trace.ts';
import { sessionTrace, type TranscriptFormat } from './transcript.ts';

export const gemini: TranscriptFormat = {
  id: 'gemini',
  isFirst: ({ type, session_id, stats, response }) =>
    (type === 'init' && typeof session_id === 'string') ||
    (stats !== undefined && typeof response === 'string'),
  open(file) {
    const seen = sessionTrace(file);
    const { trace } = seen;
    return {
      line(value, at) {
        if (value.type === 'tool_use') seen.call(textOf(value.tool_name) ?? '', seen.session, at);
        if (value.type !== 'result' && value.stats === undefined && value.error === undefined) return;
        const { message, code } = objectOf(value.error);
        if (value.type === 'error') return;
        const stats = objectOf(value.stats);
        trace.total = totalOf(stats);
        if (stats.duration_ms !== undefined) trace.milliseconds = amountOf(stats.duration_ms);
        trace.ended =
          message === undefined ? {} : { error: String(message).slice(0, 400), ...statusOf(code, message) };
      },
      end(last) {
        if (!trace.ended)
          trace.unclear.push({ place: file, what: 'It has no result: the session was cut off.' });
        return seen.end(last);
      },
    };
  },
};

/** The stream sums up its models; the one object states each. */
function totalOf(stats: Record<string, unknown>): { input: number; output: number } {
  if (stats.input_tokens !== undefined)
    return { input: amountOf(stats.input_tokens), output: amountOf(stats.output_tokens) };
  const tokens = Object.values(objectOf(stats.models)).map(model => objectOf(objectOf(model).tokens));
  return {
    input: tokens.reduce((sum, each) => sum + amountOf(each.prompt), 0),
    output: tokens.reduce((sum, each) => sum + amountOf(each.candidates) + amountOf(each.thoughts), 0),
  };
}

function statusOf(code: unknown, message: unknown): { status?: number } {
  const status = amountOf(code) || Number(/\b(4\d\d|5\d\d)\b/.exec(String(message))?.[1] ?? 0);
  return status >= 400 ? { status } : {};
}
