/** A server that speaks both model protocols of OpenAI, chat completions and responses, and lets a script play every model. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What a model is asked. */
export interface Asked {
  model: string;
  instructions: string;
  input: string;
  /** The names of the tools that it is offered. */
  tools: string[];
}

/** What it says, and what that costs. */
export interface Said {
  text: string;
  inputTokens: number;
  outputTokens: number;
}

interface Body {
  model: string;
  instructions?: string;
  input?: unknown;
  messages?: { role: string; content: unknown }[];
  tools?: { name?: string; function?: { name: string } }[];
}

export interface ModelServer {
  url: string;
  /** Plays every model from now on. */
  play: (asked: Asked) => Said;
  /** The most requests that were open at once since this was last set to 0. */
  most: number;
  close(): void;
}

/** Starts the server on a free port. Each answer waits a little, so that requests that may overlap do. */
export async function startModelServer(): Promise<ModelServer> {
  let open = 0;
  const server = createServer(async (request, response) => {
    open += 1;
    served.most = Math.max(served.most, open);
    const body = (await readJson(request)) as Body;
    await new Promise(resolve => setImmediate(resolve));
    const answer = request.url?.endsWith('/responses') ? asResponse : asCompletion;
    const said = served.play(askedIn(body));
    open -= 1;
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer(body.model, said)));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const served: ModelServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    play: () => {
      throw new Error('Nobody plays.');
    },
    most: 0,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return served;
}

const readJson = async (request: IncomingMessage): Promise<unknown> => JSON.parse(await text(request));

function askedIn({ model, instructions, input, messages = [], tools = [] }: Body): Asked {
  // A client of responses may give the instructions among the input.
  const said = Array.isArray(input) ? (input as { role: string; content: unknown }[]) : messages;
  const system = said.find(({ role }) => role === 'system' || role === 'developer');
  return {
    model,
    instructions: instructions ?? textOf(system?.content),
    input: typeof input === 'string' ? input : textOf(said.filter(each => each !== system)),
    tools: tools.map(tool => tool.function?.name ?? tool.name ?? ''),
  };
}

/** All text in a message, however deep its parts are. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) return content.map(textOf).join('\n');
  if (typeof content !== 'object' || content === null) return '';
  return 'content' in content ? textOf(content.content) : textOf('text' in content ? content.text : '');
}

const asCompletion = (model: string, { text: content, inputTokens, outputTokens }: Said) => ({
  ...{ id: 'completion', object: 'chat.completion', created: 0, model },
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
  usage: {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  },
});

const asResponse = (model: string, { text: content, inputTokens, outputTokens }: Said) => ({
  ...{ id: 'response', object: 'response', created_at: 0, status: 'completed', model, error: null },
  output: [
    {
      ...{ id: 'message', type: 'message', role: 'assistant', status: 'completed' },
      content: [{ type: 'output_text', text: content, annotations: [] }],
    },
  ],
  usage: {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 0 },
  },
});
