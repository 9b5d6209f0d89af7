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
  answer(calls, number, { model, stream }) {
    const common = { id: `chatcmpl-${number}`, created: 1, model };
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const finish_reason = calls.length > 0 ? 'tool_calls' : 'stop';
    const asked = calls.map(({ name, values }, index) => {
      const of = { index, id: `call_${number}_${index}`, type: 'function' };
      return { ...of, function: { name, arguments: JSON.stringify(values) } };
    });
    const message = { role: 'assistant', content: asked.length > 0 ? null : 'Done.' };
    const tool_calls = asked.length > 0 ? asked : undefined;
    if (!stream) {
      const choice = { index: 0, message: { ...message, tool_calls }, finish_reason };
      const whole = { ...common, object: 'chat.completion', choices: [choice], usage };
      return { type: 'application/json', text: JSON.stringify(whole) };
    }
    const chunk = (choice: object, more = {}) => {
      return { ...common, object: 'chat.completion.chunk', choices: [{ index: 0, ...choice }], ...more };
    };
    const delta = { ...message, tool_calls };
    return eventStream([
      chunk({ delta, finish_reason: null }),
      chunk({ delta: {}, finish_reason }, { usage }),
      '[DONE]',
    ]);
  },
};
