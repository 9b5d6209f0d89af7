/** The workflow of a team, run by the real Claude Code: a scripted model plays the session, which starts it, and every role. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { claudeWorkflow } from '../../build/page/export/claude-workflow.ts';
import { environment } from '../client/client.ts';
import { type Call, readJson, send } from '../client/model.ts';
import { anthropic } from '../client/wire/anthropic.ts';
import { write } from '../support/folder.ts';
import { type PlainTeam, tools } from '../support/team.ts';
import type { Result } from '../support/workflow.ts';
import { inputsFor, Player, read, type Turn } from '../support/workflow-play.ts';

interface Request {
  system?: unknown;
  messages?: unknown[];
  tools?: { name: string; input_schema: unknown }[];
}

interface Ran {
  result: Result | undefined;
  turns: readonly Turn[];
  /** The offers and texts to an agent that its file does not state. */
  strange: string[];
  output: string;
}

/** How long a run may take. */
const seconds = 120;

/** Runs a team from its command to its end, in an empty project with git, and an empty home. */
export async function runInClaudeCode(
  team: PlainTeam,
  { root, folder }: { root: string; folder: string },
): Promise<Ran> {
  const run = mkdtempSync(join(root, 'run-'));
  const [work, home] = [join(run, 'work'), join(run, 'home')];
  for (const each of [work, home]) mkdirSync(each);
  const files = claudeWorkflow.files(read(team), tools);
  for (const { path, text } of files) write(work, path, text);
  const git = 'git init -q && git add -A && git -c user.name=a -c user.email=a@b.test commit -qm a';
  spawnSync('sh', ['-c', git], { cwd: work });
  const playing = playerOf(team, files);
  const server = createServer(async (request, response) => {
    const body = (await readJson(request)) as Request;
    const path = request.url ?? '';
    const isModel = request.method === 'POST' && anthropic.isFor(path);
    if (!isModel) return send(response, { type: 'application/json', text: '{"data":[]}' });
    playing.asked += 1;
    const { type, text } = anthropic.answer(playing.next(body), playing.asked, { ...body }, path);
    return send(response, { type, text });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const args = ['-p', `/${team.name} Do it.`, '--dangerously-skip-permissions'];
  const child = spawn(join(root, folder, 'node_modules/.bin/claude'), args, {
    cwd: work,
    env: environment(root, {
      ...{ HOME: home, ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`, ANTHROPIC_API_KEY: 'none' },
      ...{ CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', ENABLE_TOOL_SEARCH: 'false', IS_SANDBOX: '1' },
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk));
  const deadline = setTimeout(() => child.kill('SIGKILL'), seconds * 1000);
  await new Promise(resolve => child.on('close', resolve));
  clearTimeout(deadline);
  server.close();
  server.closeAllConnections();
  rmSync(run, { recursive: true, force: true });
  return { result: playing.result, turns: playing.player.turns, strange: playing.strange, output };
}

/** Plays the session, which starts the workflow and asks persons, and the agents of all roles. */
function playerOf(team: PlainTeam, files: readonly { path: string; text: string }[]) {
  const answers: Record<string, string[]> = {};
  const persons = read(team).roles.filter(({ performer }) => performer === 'person');
  const args = () => ({
    ...inputsFor(team),
    ...(Object.keys(answers).length > 0 && { personAnswers: answers }),
  });
  return {
    asked: 0,
    player: new Player(),
    result: undefined as Result | undefined,
    strange: [] as string[],
    next({ system, messages = [], tools: offered = [] }: Request): Call[] {
      const all = JSON.stringify(messages);
      const last = JSON.stringify(messages.at(-1));
      const form = offered.find(({ name }) => name === 'StructuredOutput');
      if (form) return last.includes('tool_result') ? [] : [this.answer(messages, system, offered, form)];
      if (!all.includes('tool_result')) return [start({ name: team.name, args: args() })];
      const text = last.replaceAll('\\"', '"');
      const [, json] = /<result>(\{[\s\S]*\})<\/result>/.exec(plain(messages.at(-1))) ?? [];
      if (json === undefined || !text.includes('task-notification')) return [];
      this.result = JSON.parse(json) as Result;
      const { ended, why } = this.result;
      if (ended !== 'waits') return [];
      const { id } = persons.find(({ prompt }) => why!.startsWith(prompt))!;
      answers[id] = [...(answers[id] ?? []), `${id} said so.`];
      const words = messages.map(plain).join('\n');
      const scriptPath = /Script file: (\S+\.js)/.exec(words)?.[1];
      const resumeFromRunId = /Run ID: (wf_[0-9a-f-]+)/.exec(words)?.[1];
      return [start({ scriptPath, resumeFromRunId, args: args() })];
    },
    answer(
      messages: unknown[],
      system: unknown,
      offered: { name: string }[],
      form: { input_schema: unknown },
    ): Call {
      const words = taskIn(messages.map(plain).join('\n'));
      const [, role = '', copy = ''] = /You act as ([a-z0-9-]+)((?: \d+(?: of \d+)?)?)\./.exec(words) ?? [];
      const file = files.find(({ path }) => path.endsWith(`/${team.name}-${role}.md`))!;
      const named: string[] = JSON.parse(/^tools: (.*)$/m.exec(file.text)![1]!);
      const more = offered.filter(({ name }) => name !== 'StructuredOutput' && !named.includes(name));
      if (more.length > 0) this.strange.push(`${role} is offered ${more.map(({ name }) => name).join(', ')}`);
      const body = file.text.split('\n---\n').slice(1).join('\n---\n').trim();
      if (!plain({ content: system }).includes(body)) this.strange.push(`${role} is not told its file`);
      return {
        name: 'StructuredOutput',
        values: this.player.turn(role, `${role}${copy}`, words, form.input_schema as object),
      };
    },
  };
}

/** The words of the script for an agent: Claude Code indents each of their lines, and none of its own. */
const taskIn = (words: string): string =>
  (/You act as (?:.*\n(?: {2}.*(?:\n|$)|\s*\n)*)/.exec(words)?.[0] ?? '').replaceAll(/^ {2}/gm, '');

const start = (values: Record<string, unknown>): Call => ({ name: 'Workflow', values });

/** All text of a message. */
function plain(message: unknown): string {
  if (typeof message === 'string') return message;
  if (Array.isArray(message)) return message.map(plain).join('\n');
  if (typeof message !== 'object' || message === null) return '';
  return 'content' in message ? plain(message.content) : plain('text' in message ? message.text : '');
}
