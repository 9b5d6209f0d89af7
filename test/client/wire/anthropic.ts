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
  answer(calls, number, { model, stream }) {
    const blocks = calls.map(({ name, values }, at) => {
      return { type: 'tool_use', id: `toolu_${number}_${at}`, name, input: values };
    });
    const content = blocks.length > 0 ? blocks : [{ type: 'text', text: 'Done.' }];
    const message = { id: `msg_${number}`, type: 'message', role: 'assistant', model, stop_sequence: null };
    const usage = { input_tokens: 1, output_tokens: 1 };
    const stop_reason = blocks.length > 0 ? 'tool_use' : 'end_turn';
    if (!stream)
      return { type: 'application/json', text: JSON.stringify({ ...message, content, stop_reason, usage }) };
    const events = [
      { type: 'message_start', message: { ...message, content: [], stop_reason: null, usage } },
      ...content.flatMap((block, index) => [
        {
          type: 'content_block_start',
          index,
          content_block: 'input' in block ? { ...block, input: {} } : { type: 'text', text: '' },
        },
        {
          type: 'content_block_delta',
          index,
          delta:
            'input' in block
              ? { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }
              : { type: 'text_delta', text: 'Done.' },
        },
        { type: 'content_block_stop', index },
      ]),
      { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
      { type: 'message_stop' },
    ];
    return eventStream(events, ({ type }) => type);
  },
};
