/**
 * Transcripts of Codex: `codex exec --json` (developers.openai.com/codex/noninteractive; openai/codex, `exec_events.rs`). An
 * agent that it starts is named by its thread alone, so its role cannot be told.
 */
import { amountOf, listOf, objectOf, type Turn, textOf } from '../trace.ts';
import { sessionTrace, type TranscriptFormat } from './transcript.ts';

/** What items are in the tools of Codex. */
const tools: Record<string, string> = {
  command_execution: 'exec_command',
  file_change: 'apply_patch',
  web_search: 'web_search',
};

export const codex: TranscriptFormat = {
  id: 'codex',
  isFirst: ({ type }) => type === 'thread.started',
  open(file) {
    const seen = sessionTrace(file);
    const { trace } = seen;
    let isEnded = false;
    const fail = (error: unknown) => {
      isEnded = true;
      trace.ended = endOf(String(objectOf(error).message ?? 'It failed.'));
    };
    return {
      line(value, at) {
        if (value.type === 'item.completed') item(objectOf(value.item), seen.session, at);
        if (value.type === 'turn.failed') fail(value.error);
        if (value.type === 'error') fail(value);
        if (value.type !== 'turn.completed') return;
        isEnded = true;
        const { input_tokens, output_tokens } = objectOf(value.usage);
        trace.total = { input: amountOf(input_tokens), output: amountOf(output_tokens) };
        trace.ended = {};
      },
      end(last) {
        if (!isEnded) trace.unclear.push({ place: file, what: 'It has no result: the session was cut off.' });
        return seen.end(last);
      },
    };
    function item(value: Record<string, unknown>, by: Turn, at: number): void {
      const type = String(value.type);
      const tool = tools[type] ?? (type === 'mcp_tool_call' ? `${value.server}/${value.tool}` : undefined);
      if (tool !== undefined) seen.call(tool, by, at);
      const states = Object.keys(objectOf(value.agents_states));
      if (type === 'collab_tool_call' && value.tool === 'spawn_agent')
        trace.unclear.push({
          place: `${file}:${at}`,
          what: `Codex starts ${states.length || listOf(value.receiver_thread_ids).length || 1} agent without its name.`,
        });
    }
  },
};

function endOf(error: string): { error: string; status?: number } {
  const status = Number(/\b(4\d\d|5\d\d)\b/.exec(textOf(error) ?? '')?.[1] ?? 0);
  return { error: error.slice(0, 400), ...(status > 0 && { status }) };
}
