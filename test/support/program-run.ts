/** Programs of teams, run as somebody would run them: by Node.js, with a server in place of OpenAI that a player answers for. */
import { spawn } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { formsOf } from '../../build/page/program/form.ts';
import { programsOf } from '../../build/page/program/index.ts';
import { takenEdges } from '../../build/page/program/plan.ts';
import type { Team } from '../../build/page/program/team.ts';
import type { ExportFile } from '../../build/page/program/write.ts';
import { readJson } from '../client/model.ts';
import { write } from './folder.ts';
import { bundledPackages, installedPackages } from './framework.ts';
import type { PlainTeam } from './team.ts';
import { inputsFor, Player, read, type Turn } from './workflow-play.ts';

interface Run {
  /** The folder in which it runs; its works stay there. */
  cwd: string;
  inputs: Record<string, unknown>;
  /** The text of the module with tools and programs. */
  own?: string;
  player: Player;
  /** Decides what the server answers instead: a status, or a text that fits no form. */
  broken?: (role: string, times: number) => number | string | undefined;
  /** Further words of the command. */
  words?: string[];
  signalAfter?: number;
  /** Whether `tsx` runs it with the packages as they are installed, as somebody would, which takes ten times as long. */
  isInstalled?: boolean;
}

interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Writes a module as it is. Returns its path. */
function writeTypeScript(cwd: string, path: string, text: string): string {
  write(cwd, path, text);
  return path;
}

/** Writes a module without its types, as Node.js runs it by itself. Returns its path. */
async function writeJavaScript(cwd: string, path: string, text: string): Promise<string> {
  const { code } = await transform(text, { loader: 'ts' });
  return writeTypeScript(cwd, path.replace(/\.ts$/, '.mjs'), code);
}

/** Runs a program to its end. */
async function runProgram(
  file: ExportFile,
  { cwd, inputs, own, player, broken, words = [], signalAfter, isInstalled = false }: Run,
): Promise<Ran> {
  const writeModule = isInstalled ? writeTypeScript : writeJavaScript;
  const program = await writeModule(cwd, file.path, file.text);
  write(cwd, 'inputs.json', JSON.stringify(inputs));
  const ownFile = own && (await writeModule(cwd, 'own.ts', own));
  try {
    symlinkSync(isInstalled ? installedPackages : bundledPackages(), join(cwd, 'node_modules'));
  } catch {
    // It is there from a run before.
  }
  let times = 0;
  let kill = () => {};
  const server = createServer(async (request, response) => {
    const body = (await readJson(request)) as Asked;
    const { prompt, schema } = askedIn(body);
    const [, role = '', copy = ''] = /You act as ([a-z0-9-]+)((?: \d+(?: of \d+)?)?)\./.exec(prompt) ?? [];
    times += 1;
    // The answer never comes, so that it is interrupted while it waits.
    if (times === signalAfter) return kill();
    const wrong = broken?.(role, times);
    if (typeof wrong === 'number') {
      response.writeHead(wrong, { 'content-type': 'application/json', 'retry-after-ms': '1' });
      return response.end(JSON.stringify({ error: { message: 'Broken.', type: 'server_error' } }));
    }
    const text = wrong ?? JSON.stringify(player.turn(role, `${role}${copy}`, prompt, schema));
    response.writeHead(200, { 'content-type': 'application/json' });
    return response.end(
      JSON.stringify((request.url ?? '').includes('/responses') ? responseOf(text) : completionOf(text)),
    );
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const loader = isInstalled ? ['--import', 'tsx'] : [];
  const args = [...loader, program, 'inputs.json', ...(ownFile ? [ownFile] : []), ...words];
  const env = {
    ...process.env,
    OPENAI_API_KEY: 'none',
    OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
    OPENAI_AGENTS_DISABLE_TRACING: '1',
    MODEL: 'openai:gpt-x',
  };
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  kill = () => child.kill('SIGINT');
  const out = { stdout: '', stderr: '' };
  child.stdout.on('data', chunk => (out.stdout += chunk));
  child.stderr.on('data', chunk => (out.stderr += chunk));
  const code = await new Promise<number | null>(done => child.on('close', done));
  server.close();
  server.closeAllConnections();
  return { code, ...out };
}

interface Asked {
  input?: string | { role?: string; content: string | { text?: string }[] }[];
  messages?: { role: string; content: string | { text?: string }[] }[];
  text?: { format?: { schema?: object } };
  response_format?: { json_schema?: { schema?: object } };
}

/** The words to a model and the form of its answer, in either protocol. */
function askedIn({ input, messages, text, response_format: format }: Asked): {
  prompt: string;
  schema: object;
} {
  const all = typeof input === 'string' ? [{ content: input }] : (input ?? messages ?? []);
  const words = ({ content }: { content: string | { text?: string }[] }) =>
    typeof content === 'string' ? content : content.map(part => part.text ?? '').join('\n');
  return {
    prompt: all.map(words).join('\n\n'),
    schema: text?.format?.schema ?? format?.json_schema?.schema ?? { type: 'object' },
  };
}

const responseOf = (text: string): object => ({
  ...{ id: 'resp_1', object: 'response', created_at: 1, model: 'm', status: 'completed' },
  output: [
    {
      ...{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed' },
      content: [{ type: 'output_text', text, annotations: [] }],
    },
  ],
  usage: {
    ...{ input_tokens: 3, output_tokens: 5, total_tokens: 8 },
    ...{ input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 0 } },
  },
});

const completionOf = (text: string): object => ({
  ...{ id: 'c1', object: 'chat.completion', created: 1, model: 'm' },
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text } }],
  usage: { prompt_tokens: 3, completion_tokens: 5, total_tokens: 8 },
});

/** The making of a tool in a framework: its import, and the call for `name`. */
const making = {
  'openai-agents': [
    "import { tool } from '@openai/agents';",
    "tool({ name, description: name, parameters: z.object({}), execute: async () => 'x' })",
  ],
  langgraph: [
    "import { tool } from 'langchain';",
    "tool(async () => 'x', { name, description: name, schema: z.object({}) })",
  ],
} as const;

type Framework = keyof typeof making;

/** The frameworks of programs. */
export const frameworks = Object.keys(making) as Framework[];

/** The text of a module with the tools and programs of a team. A program takes each of its edges the first time, as a player does. */
function ownModule(team: Team, framework: Framework): string {
  const tools = [...new Set(team.roles.flatMap(role => (role.performer === 'model' ? role.tools : [])))];
  const forms = new Map(formsOf(team).map(({ work, schema }) => [work, schema]));
  const programs = team.roles
    .filter(({ performer, interface: own }) => performer === 'program' && !own?.operation)
    .map(({ id, writes }) => {
      const player = new Player();
      const works = Object.fromEntries(writes.map(work => [work, player.value(forms.get(work) ?? {}, id)]));
      const asked = takenEdges(team).filter(({ from, isDecided }) => from === id && isDecided);
      return [id, works, [...new Set(asked.map(({ to }) => `${id}.${to}`.slice(0, 64)))]];
    });
  return `${making[framework][0]}
import { z } from 'zod';
const tools = Object.fromEntries(${JSON.stringify(tools)}.map((name: string) => [name, ${making[framework][1]}]));
const taken = new Set<string>();
const once = (key: string) => !taken.has(key) && taken.add(key) !== undefined;
type Program = [string, Record<string, unknown>, string[]];
const programs_ = ${JSON.stringify(programs)} as Program[];
const programs = Object.fromEntries(
  programs_.map(([id, works, keys]) => [id, () => ({ ...works, ...Object.fromEntries(keys.map(key => [key, once(key)])) })]),
);
${'export'} { tools, programs };
`;
}

interface TeamRun extends Ran {
  turns: readonly Turn[];
  /** How often a person was asked. */
  asked: number;
}

interface TeamOptions extends Pick<Run, 'broken' | 'signalAfter' | 'isInstalled'> {
  inputs?: Record<string, unknown>;
  /** Whether it is given no tools and programs. */
  bare?: boolean;
  /** Changes the program. */
  changed?: (text: string) => string;
}

/** Runs a team as a program of a framework to its end. Whoever is asked as a person answers in words, and it is started again. */
export async function runTeam(
  plain: PlainTeam,
  framework: Framework,
  cwd: string,
  { inputs = inputsFor(plain), bare = false, changed = text => text, ...options }: TeamOptions = {},
): Promise<TeamRun> {
  const team = read(plain);
  const [file] = programsOf(team, `${framework === 'langgraph' ? 'langgraph' : 'openai-agents'}-js`) as [
    ExportFile,
  ];
  const player = new Player();
  const personAnswers: Record<string, string[]> = {};
  for (let asked = 0; ; asked += 1) {
    const ran = await runProgram(
      { ...file, text: changed(file.text) },
      {
        ...{ cwd, player, ...options },
        inputs: { ...inputs, ...(framework === 'openai-agents' && asked > 0 && { personAnswers }) },
        ...(!bare && { own: ownModule(team, framework) }),
        words:
          framework === 'langgraph'
            ? ['--sqlite', 'run.db', ...(asked > 0 ? ['--answer', 'I said so.'] : [])]
            : [],
      },
    );
    if (ran.code !== 4 || asked > 8) return { ...ran, turns: player.turns, asked };
    const { why } = JSON.parse(ran.stdout) as { why: string };
    const { id } = team.roles.find(
      ({ performer, prompt }) => performer === 'person' && why.startsWith(prompt),
    )!;
    personAnswers[id] = [...(personAnswers[id] ?? []), 'I said so.'];
  }
}
