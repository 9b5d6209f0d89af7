/** Anthropic's Messages, as a stream of events. */
import type { Wire } from '../model.ts';
import { eventStream, textsIn } from './text.ts';

interface Block {
  type: string;
  content?: unknown;
}

export const anthropic: Wire = {
  isFor: path => /^\/v1\/messages(?:\?|$)/.test(path),
  read: ({ tools = [], messages = [] }) => ({
    tools: tools as { name: string }[],
    results: (messages as { content: string | Block[] }[])
      .flatMap(({ content }) => (Array.isArray(content) ? content : []))
      .flatMap(block => (block.type === 'tool_result' ? [textsIn(block.content)] : [])),
  }),
  answer(call, number, { model, stream }) {
    const block = call
      ? { type: 'tool_use', id: `toolu_${number}`, name: call.name, input: call.values }
      : { type: 'text', text: 'Done.' };
    const message = { id: `msg_${number}`, type: 'message', role: 'assistant', model, stop_sequence: null };
    const usage = { input_tokens: 1, output_tokens: 1 };
    const stop_reason = call ? 'tool_use' : 'end_turn';
    if (!stream)
      return {
        type: 'application/json',
        text: JSON.stringify({ ...message, content: [block], stop_reason, usage }),
      };
    const delta = call
      ? { type: 'input_json_delta', partial_json: JSON.stringify(call.values) }
      : { type: 'text_delta', text: 'Done.' };
    const empty = call ? { ...block, input: {} } : { type: 'text', text: '' };
    const events = [
      { type: 'message_start', message: { ...message, content: [], stop_reason: null, usage } },
      { type: 'content_block_start', index: 0, content_block: empty },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
      { type: 'message_stop' },
    ];
    return eventStream(events, ({ type }) => type);
  },
};
