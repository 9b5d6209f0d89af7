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
  answer(call, number, _body, path) {
    const part = call
      ? { functionCall: { id: `call_${number}`, name: call.name, args: call.values } }
      : { text: 'Done.' };
    const whole = {
      candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
      modelVersion: 'scripted',
    };
    if (path.includes(':stream')) return eventStream([whole]);
    return { type: 'application/json', text: JSON.stringify(whole) };
  },
};
