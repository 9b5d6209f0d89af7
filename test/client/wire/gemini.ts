/** Google's generateContent, as one answer or a stream of events. */
import type { Wire } from '../model.ts';
import { eventStream, textsIn } from './text.ts';

interface Part {
  functionResponse?: { response: unknown };
}

export const gemini: Wire = {
  isFor: path => /:(?:streamG|g)enerateContent(?:\?|$)/.test(path),
  read: ({ tools = [], contents = [] }) => ({
    tools: (tools as { functionDeclarations?: { name: string }[] }[]).flatMap(
      ({ functionDeclarations = [] }) => functionDeclarations,
    ),
    results: (contents as { parts?: Part[] }[])
      .flatMap(({ parts = [] }) => parts)
      .flatMap(({ functionResponse }) => (functionResponse ? [textsIn(functionResponse.response)] : [])),
  }),
  answer(calls, number, _body, path) {
    const asked = calls.map(({ name, values }, at) => {
      return { functionCall: { id: `call_${number}_${at}`, name, args: values } };
    });
    const parts = asked.length > 0 ? asked : [{ text: 'Done.' }];
    const whole = {
      candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
      modelVersion: 'scripted',
    };
    if (path.includes(':stream')) return eventStream([whole]);
    return { type: 'application/json', text: JSON.stringify(whole) };
  },
};
