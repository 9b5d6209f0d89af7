/** A third-party client: what is installed for it, and how it is put through the steps. */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { write } from '../support/folder.ts';
import { type Model, openModel } from './model.ts';

/** The columns of the table, in their order. */
export const columns = ['lists', 'calls', 'null', 'ticket', 'report', 'resources'] as const;
type Column = (typeof columns)[number];

export type Row = Partial<Record<Column, string>>;

interface Setting {
  /** Where clients are installed, each in a folder of its own. */
  root: string;
  /** The endpoint for this client. */
  endpoint: string;
  /** The methods that it called so far. */
  methods: readonly string[];
}

export interface Client {
  name: string;
  /** Its folder, which clients of the same packages share. */
  folder: string;
  /** Packages of npm, or of PyPI for a Python client; the version of the first is that of the client. */
  packages: readonly string[];
  python?: true;
  /** The gaps of the client, as its own defect or by design, by column. */
  defects?: Row;
  run(setting: Setting): Promise<Row>;
}

const maxMilliseconds = 240_000;

interface Finished {
  code: number | null;
  output: string;
}

/** The environment in which everything of others runs: nothing of this process but a path that begins with a newer Node.js. */
export function environment(
  root: string,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const path = [join(root, 'node/node_modules/node/bin'), process.env.PATH].join(delimiter);
  return { PATH: path, HOME: join(root, 'home'), TERM: 'dumb', LANG: 'C.UTF-8', ...more };
}

/** Runs a command to its end, or until it takes too long. */
export function finish(
  command: string,
  args: readonly string[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Promise<Finished> {
  return new Promise(resolve => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk));
    const deadline = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), maxMilliseconds);
    child.on('error', error => resolve({ code: null, output: String(error) }));
    child.on('close', code => {
      clearTimeout(deadline);
      resolve({ code, output });
    });
  });
}

/** Installs the newest version of a client, with a newer Node.js where it is written in JavaScript. */
export async function install({ folder, packages, python }: Client, root: string): Promise<void> {
  const cwd = join(root, folder);
  mkdirSync(cwd, { recursive: true });
  mkdirSync(join(root, 'home'), { recursive: true });
  write(cwd, 'package.json', '{"private": true, "type": "module"}\n');
  const newest = packages.map(each => (/.@/.test(each) ? each : `${each}@latest`));
  const script = python
    ? `python3 -m venv venv && venv/bin/pip install --quiet --upgrade ${packages.join(' ')}`
    : `npm install --no-audit --no-fund --loglevel=error ${newest.join(' ')}`;
  // Downloads need the settings of whoever runs this, such as a proxy.
  const env = { ...process.env, PATH: environment(root).PATH } as Record<string, string>;
  const { code, output } = await finish('sh', ['-c', script], { cwd, env });
  if (code !== 0) throw new Error(output.trim().split('\n').slice(0, 3).join(' '));
}

/** The name of the first package, without a version. */
export const packageName = ([first = '']: readonly string[]): string => first.replace(/(?<=.)@.*$/, '');

/** The version that is installed. */
export async function versionOf({ folder, packages, python }: Client, root: string): Promise<string> {
  const cwd = join(root, folder);
  if (!python)
    return JSON.parse(readFileSync(join(cwd, 'node_modules', packageName(packages), 'package.json'), 'utf8'))
      .version;
  const args = ['-c', `import importlib.metadata as m; print(m.version("${packages[0]}"))`];
  return (await finish('venv/bin/python', args, { cwd, env: environment(root) })).output.trim();
}

/** A client that a program in `program/` drives, which goes through the steps itself. */
export function driven(client: Omit<Client, 'run'> & { program: string; args?: readonly string[] }): Client {
  const { program, args = [], ...rest } = client;
  return {
    ...rest,
    async run({ root, endpoint }) {
      const cwd = join(root, client.folder);
      // Imports are resolved from where a program lies.
      cpSync(join(import.meta.dirname, 'program'), cwd, { recursive: true });
      const command = client.python ? 'venv/bin/python' : 'node';
      const { output } = await finish(command, [program, endpoint, ...args], { cwd, env: environment(root) });
      const line = output.split('\n').find(each => each.startsWith('{"lists"'));
      return line ? JSON.parse(line) : { lists: `no: ${output.trim().split('\n').at(-1)?.slice(0, 160)}` };
    },
  };
}

/** How an agent is started: its files by their paths in the folder that it works in, its command and its environment. */
interface Start {
  files: Readonly<Record<string, unknown>>;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
}

/** An agent on the command line with a scripted model. */
export function agent(
  client: Omit<Client, 'run'> & {
    command: string;
    start(endpoint: string, model: string, work: string): Start;
  },
): Client {
  const { command, start, ...rest } = client;
  return {
    ...rest,
    async run(setting) {
      const model = await openModel();
      try {
        return await runAgent(setting, model);
      } finally {
        model.close();
      }
    },
  };

  async function runAgent({ root, endpoint, methods }: Setting, model: Model): Promise<Row> {
    const work = join(root, client.folder, 'work');
    const { files, args, env } = start(endpoint, model.address, work);
    for (const [name, content] of Object.entries(files))
      write(work, name, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
    const { output } = await finish(join(root, client.folder, 'node_modules/.bin', command), args, {
      cwd: work,
      env: environment(root, { HOME: work, ...env }),
    });
    if (Object.keys(model.outcome).length === 0)
      return { lists: `no: ${output.trim().split('\n').slice(-3).join(' ').slice(0, 200)}` };
    return { resources: methods.includes('resources/list') ? 'yes' : '–', ...model.outcome };
  }
}
