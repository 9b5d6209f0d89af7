/** OpenAI's Responses, as a stream of events. */
import type { Call, Wire } from '../model.ts';
import { eventStream, textsIn } from './text.ts';

interface Item {
  type: string;
  output?: unknown;
}
interface Tool {
  type: string;
  /** A tool that the provider runs has a type alone. */
  name?: string;
  tools?: Tool[];
}

export const responses: Wire = {
  isFor: path => /\/responses(?:\?|$)/.test(path),
  read: ({ tools = [], input = [] }) => ({
    // A server's tools may stand in a namespace of their own.
    tools: (tools as Tool[])
      .flatMap(tool => tool.tools ?? [tool])
      .map(({ name, type }) => ({ name: name ?? type })),
    results: (Array.isArray(input) ? (input as Item[]) : []).flatMap(item =>
      /^(?:function|custom_tool)_call_output$/.test(item.type) ? [textsIn(item.output)] : [],
    ),
  }),
  answer(calls, number, { model, tools = [] }) {
    const id = `resp_${number}`;
    const items: object[] = calls.map((call, at) => itemOf(call, `${number}_${at}`, tools as Tool[]));
    if (items.length === 0)
      items.push({
        ...{ type: 'message', id: `msg_${number}`, role: 'assistant', status: 'completed' },
        content: [{ type: 'output_text', text: 'Done.', annotations: [] }],
      });
    const usage = {
      ...{ input_tokens: 1, output_tokens: 1, total_tokens: 2 },
      ...{ input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 0 } },
    };
    const response = {
      ...{ id, object: 'response', created_at: 1, model, status: 'in_progress' },
      output: [] as object[],
    };
    const events = [
      { type: 'response.created', response },
      ...items.flatMap((item, output_index) => [
        { type: 'response.output_item.added', output_index, item },
        { type: 'response.output_item.done', output_index, item },
      ]),
      { type: 'response.completed', response: { ...response, status: 'completed', output: items, usage } },
    ];
    return eventStream(events, ({ type }) => type);
  },
};

/** A call as an item of the output, with the namespace of its tool. */
function itemOf({ name, values, ...call }: Call, id: string, tools: readonly Tool[]): object {
  const of = { call_id: `call_${id}`, status: 'completed', name };
  if (typeof values === 'string') return { type: 'custom_tool_call', id: `ctc_${id}`, ...of, input: values };
  const namespace =
    call.namespace ?? tools.find(tool => tool.tools?.some(inner => inner.name === name))?.name;
  const asked = { type: 'function_call', id: `fc_${id}`, ...of, arguments: JSON.stringify(values) };
  return namespace ? { ...asked, namespace } : asked;
}
