/** OpenAI's Responses, as a stream of events. */
import type { Wire } from '../model.ts';
import { eventStream, textsIn } from './text.ts';

interface Item {
  type: string;
  output?: unknown;
}
interface Tool {
  type: string;
  name: string;
  tools?: Tool[];
}

export const responses: Wire = {
  isFor: path => /\/responses(?:\?|$)/.test(path),
  read: ({ tools = [], input = [] }) => ({
    // A server's tools may stand in a namespace of their own.
    tools: (tools as Tool[]).flatMap(tool => tool.tools ?? [tool]),
    results: (Array.isArray(input) ? (input as Item[]) : []).flatMap(item =>
      item.type === 'function_call_output' ? [textsIn(item.output)] : [],
    ),
  }),
  answer(call, number, { model, tools = [] }) {
    const id = `resp_${number}`;
    const namespace = (tools as Tool[]).find(tool =>
      tool.tools?.some(({ name }) => name === call?.name),
    )?.name;
    const item = call
      ? {
          ...{ type: 'function_call', id: `fc_${number}`, call_id: `call_${number}`, status: 'completed' },
          ...{ name: call.name, arguments: JSON.stringify(call.values), ...(namespace && { namespace }) },
        }
      : {
          ...{ type: 'message', id: `msg_${number}`, role: 'assistant', status: 'completed' },
          content: [{ type: 'output_text', text: 'Done.', annotations: [] }],
        };
    const usage = {
      ...{ input_tokens: 1, output_tokens: 1, total_tokens: 2 },
      ...{ input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 0 } },
    };
    const response = {
      id,
      object: 'response',
      created_at: 1,
      model,
      status: 'in_progress',
      output: [] as object[],
    };
    const events = [
      { type: 'response.created', response },
      { type: 'response.output_item.added', output_index: 0, item },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: { ...response, status: 'completed', output: [item], usage } },
    ];
    return eventStream(events, ({ type }) => type);
  },
};
