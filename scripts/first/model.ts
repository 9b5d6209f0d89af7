/** A real model, behind any service that speaks the chat completions of OpenAI. */
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { Defect } from './defect/defect.ts';
import { applyDiff } from './patch.ts';
import type { Model } from './play.ts';
import { type Run, Unreadable } from './run/flow.ts';
import { answerOf, inputOf, instructionsOf } from './run/prompt.ts';
import type { Answer, Turn } from './run/team.ts';
import type { Sandbox } from './sandbox.ts';
import { repositoryOf } from './suite.ts';

interface Settings {
  /** Such as `https://api.openai.com/v1`. */
  baseUrl: string;
  key: string;
  /** An exact pin. */
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

/** The tools of a role that may read files or run tests; everything else that starters name maps to one of the two. */
const tools = {
  read_files: { description: 'Shows every file of the repository.', parameters: z.object({}) },
  run_tests: {
    description:
      'Runs the tests of the repository, and those that you write one a line, on a copy with your patch.',
    parameters: z.object({ patch: z.string(), tests: z.string() }),
  },
};

/** Makes the model of these settings. The key is sent to `baseUrl` and nowhere else. */
export function openModel(settings: Settings, sandbox: Sandbox): Model {
  return { answer: (run, turn, defect) => converse(settings, sandbox, run, turn, defect) };
}

async function converse(
  settings: Settings,
  sandbox: Sandbox,
  run: Run,
  turn: Turn,
  defect: Defect,
): Promise<Answer> {
  const offered = offeredTo(turn);
  const messages: ChatMessage[] = [
    { role: 'system', content: instructionsOf(run.team, turn) },
    { role: 'user', content: inputOf(turn) },
  ];
  for (;;) {
    run.spend();
    const { choices, usage } = await complete(settings, messages, offered, run.left());
    run.count(turn, usage?.prompt_tokens ?? 0, usage?.completion_tokens ?? 0);
    const message = choices?.[0]?.message;
    if (message === undefined) throw new Unreadable('The model gave no answer.');
    const calls = message.tool_calls ?? [];
    if (calls.length === 0) return readAnswer(turn, message.content ?? '');
    messages.push(message);
    for (const { id, function: called } of calls)
      messages.push({ role: 'tool', tool_call_id: id, content: await use(called, defect, sandbox) });
  }
}

function offeredTo({ role }: Turn): string[] {
  const runs = role.tools.includes('run-tests');
  return role.tools.length === 0 ? [] : runs ? Object.keys(tools) : ['read_files'];
}

async function use(
  { name, arguments: given }: { name: string; arguments: string },
  defect: Defect,
  sandbox: Sandbox,
): Promise<string> {
  if (name === 'read_files') return repositoryOf(defect);
  if (name !== 'run_tests') return `There is no tool ${name}.`;
  try {
    const { patch, tests } = tools.run_tests.parameters.parse(JSON.parse(given));
    const code = patch.trim() === '' ? defect.code : applyDiff(defect.code, patch);
    if (code === undefined)
      return 'The patch does not apply: its context or removed lines are not in program.js.';
    const all = [...defect.shown, ...tests.split('\n').filter(line => line.trim() !== '')];
    const failures = await sandbox.run(code, all);
    return all
      .map((test, index) => `${failures[index] === '' ? 'ok' : `FAILED (${failures[index]})`}: ${test}`)
      .join('\n');
  } catch (error) {
    return `The arguments cannot be read: ${(error as Error).message}`;
  }
}

const tries = 5;

/** @throws Error when the service refuses, or stays away */
async function complete(
  { baseUrl, key, model }: Settings,
  messages: readonly ChatMessage[],
  offered: readonly string[],
  leftMilliseconds: number,
): Promise<Completion> {
  const shapes = offered.map(name => {
    const { description, parameters } = tools[name as keyof typeof tools];
    return { type: 'function', function: { name, description, parameters: z.toJSONSchema(parameters) } };
  });
  const body = JSON.stringify({ model, messages, ...(shapes.length > 0 && { tools: shapes }) });
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  for (let attempt = 1; ; attempt += 1) {
    const signal = AbortSignal.timeout(leftMilliseconds);
    const answer = await fetch(`${baseUrl}/chat/completions`, {
      method: 'POST',
      headers,
      body,
      signal,
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

/** The JSON in an answer, which may be in a fenced block or have words around it. */
function readAnswer(turn: Turn, text: string): Answer {
  try {
    return answerOf(turn).parse(JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)));
  } catch (error) {
    throw new Unreadable(`Your answer is not the JSON that was asked for: ${String(error).slice(0, 500)}`);
  }
}
