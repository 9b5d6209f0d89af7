/** OpenAI's Chat Completions, which many other providers speak, as a stream of events. */
import type { Wire } from '../model.ts';
import { eventStream, textsIn } from './text.ts';

export const chat: Wire = {
  isFor: path => /\/chat\/completions(?:\?|$)/.test(path),
  read: ({ tools = [], messages = [] }) => ({
    tools: (tools as { function: { name: string } }[]).map(tool => tool.function),
    results: (messages as { role: string; content: unknown }[]).flatMap(({ role, content }) =>
      role === 'tool' ? [textsIn(content)] : [],
    ),
  }),
  answer(call, number, { model, stream }) {
    const common = { id: `chatcmpl-${number}`, created: 1, model };
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const finish_reason = call ? 'tool_calls' : 'stop';
    const asked = call && {
      ...{ id: `call_${number}`, type: 'function' },
      function: { name: call.name, arguments: JSON.stringify(call.values) },
    };
    const message = { role: 'assistant', content: call ? null : 'Done.' };
    if (!stream) {
      const choice = {
        index: 0,
        message: { ...message, ...(asked && { tool_calls: [asked] }) },
        finish_reason,
      };
      const whole = { ...common, object: 'chat.completion', choices: [choice], usage };
      return { type: 'application/json', text: JSON.stringify(whole) };
    }
    const chunk = (choice: object, more = {}) => {
      return { ...common, object: 'chat.completion.chunk', choices: [{ index: 0, ...choice }], ...more };
    };
    const delta = { ...message, ...(asked && { tool_calls: [{ index: 0, ...asked }] }) };
    return eventStream([
      chunk({ delta, finish_reason: null }),
      chunk({ delta: {}, finish_reason }, { usage }),
      '[DONE]',
    ]);
  },
};
