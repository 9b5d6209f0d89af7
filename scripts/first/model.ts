/** Asks a real model, behind any service that implements the chat completions of OpenAI. */
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { Defect } from './defect/defect.ts';
import { inputOf, instructionsOf, type Model } from './play.ts';
import { failuresOf } from './sandbox.ts';

interface Settings {
  /** The address of the service, such as `https://api.openai.com/v1`. */
  baseUrl: string;
  key: string;
  /** The exact pin of the model. */
  model: string;
}

interface ChatMessage {
  role: string;
  content?: string | null;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
}

interface Completion {
  choices?: { message: ChatMessage }[];
  usage?: { prompt_tokens?: number; completion_tokens?: number };
}

/**
 * The parameters of the tool for roles that may run tests. Roles need no tool for files, since the program is among the works.
 */
const parameters = z.object({ program: z.string(), tests: z.string() });
const runTests = {
  type: 'function',
  function: {
    name: 'run_tests',
    description:
      'Runs the tests of the repository, and those that you write one a line, on a text of program.js; empty: as it is.',
    parameters: z.toJSONSchema(parameters),
  },
};

/** Makes the model for these settings. The key is sent to `baseUrl` and nowhere else. */
export const openModel = (settings: Settings): Model => ({
  async answer(question, count) {
    const tools = question.role.tools.includes('run-tests') ? { tools: [runTests] } : {};
    const messages: ChatMessage[] = [
      { role: 'system', content: instructionsOf(question) },
      { role: 'user', content: inputOf(question) },
    ];
    for (;;) {
      const left = Math.max(1, question.deadline - Date.now());
      const { choices, usage } = await complete(settings, { messages, ...tools }, left);
      count(usage?.prompt_tokens ?? 0, usage?.completion_tokens ?? 0);
      const message = choices?.[0]?.message;
      const calls = message?.tool_calls ?? [];
      if (message === undefined || calls.length === 0) return message?.content ?? '';
      messages.push(message);
      for (const { id, function: called } of calls)
        messages.push({
          role: 'tool',
          tool_call_id: id,
          content: await tested(called.arguments, question.defect),
        });
    }
  },
});

async function tested(given: string, defect: Defect): Promise<string> {
  try {
    const { program, tests } = parameters.parse(JSON.parse(given));
    const all = [...defect.shown, ...tests.split('\n').filter(line => line.trim() !== '')];
    const failures = await failuresOf(program.trim() === '' ? defect.code : program, all);
    return all
      .map((test, at) => `${failures[at] === '' ? 'ok' : `FAILED (${failures[at]})`}: ${test}`)
      .join('\n');
  } catch (error) {
    return `The arguments cannot be read: ${(error as Error).message}`;
  }
}

const tries = 5;

/**
 * Requests a completion, again while the model is busy.
 * @throws Error when the service refuses, or does not answer
 */
async function complete(
  { baseUrl, key, model }: Settings,
  question: object,
  milliseconds: number,
): Promise<Completion> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(`${baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ model, ...question }),
      signal: AbortSignal.timeout(milliseconds),
      redirect: 'error',
    }).catch(error => error as Error);
    if (!(answer instanceof Error) && answer.ok) return (await answer.json()) as Completion;
    const status = answer instanceof Error ? answer.message : String(answer.status);
    const mayPass = answer instanceof Error || answer.status === 429 || answer.status >= 500;
    if (!mayPass || attempt === tries)
      throw new Error(
        `The model at ${baseUrl} does not answer (${status}). Check the address, the key and the model.`,
      );
    await wait(500 * 2 ** attempt);
  }
}
