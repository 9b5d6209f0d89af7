/** Programs of others that read the files of exports, and what each must say of them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { asPlugin, pluginFolder } from '../../build/page/export/plugin.ts';
import { type Team, teamName } from '../../build/page/program/team.ts';
import type { ExportFile } from '../../build/page/program/write.ts';
import { environment, finish } from '../client/client.ts';
import { write } from './folder.ts';

/** Teams of different names in one folder, each with its files. */
export interface Project {
  folder: string;
  teams: readonly { team: Team; files: readonly ExportFile[] }[];
}

export interface Judge {
  target: string;
  /** The proof that it gives, in the words of the table. */
  proof: string;
  /** Where it is installed; judges of the same packages share a folder. */
  folder: string;
  /** Packages of npm; the version of the first is that of the judge. */
  packages: readonly string[];
  /** @returns what is wrong; empty when nothing is */
  judge(project: Project, root: string): Promise<string[]>;
}

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder).sort() : []);
const withoutEnding = (name: string): string => name.replace(/\.[^.]+$/, '');
const bin = (root: string, folder: string, name: string) => join(root, folder, 'node_modules/.bin', name);

const missing = (names: readonly string[], found: string | readonly string[], what: string): string[] =>
  names.filter(name => !found.includes(name)).map(name => `${name} is not ${what}`);

/** Runs a tool and returns its output. @throws Error with the end of it unless it ends well */
async function saidBy(command: string, args: readonly string[], cwd: string, env: Record<string, string>) {
  const { code, output } = await finish(command, args, { cwd, env });
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${output.trim().slice(-400)}`);
  return output;
}

const claude = {
  target: 'claude-code',
  folder: 'claude-code',
  packages: ['@anthropic-ai/claude-code'],
} as const;

/** Returns the agents and commands that Claude Code loads: it lists them before it asks a model, which refuses it. */
async function claudeSession(args: readonly string[], cwd: string, root: string) {
  const model = createServer((_, response) => response.writeHead(401).end('{}')).listen(0, '127.0.0.1');
  await once(model, 'listening');
  const { port } = model.address() as AddressInfo;
  const env = environment(root, {
    HOME: join(cwd, 'home'),
    ANTHROPIC_API_KEY: 'none',
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
  });
  const words = ['-p', '--output-format', 'stream-json', '--verbose', ...args, '--', 'x'];
  const child = spawn(bin(root, 'claude-code', 'claude'), words, {
    ...{ cwd, env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const deadline = setTimeout(() => child.kill('SIGKILL'), 120_000);
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const said = line.startsWith('{') ? JSON.parse(line) : {};
      if (said.subtype === 'init') return said as { agents: string[]; slash_commands: string[] };
    }
    throw new Error('Claude Code ended without saying what it loaded.');
  } finally {
    clearTimeout(deadline);
    child.kill('SIGKILL');
    model.close();
  }
}

const claudeCode: Judge = {
  ...claude,
  proof: 'a session of Claude Code loads every agent and command',
  async judge({ folder }, root) {
    const { agents, slash_commands } = await claudeSession([], folder, root);
    const of = (kind: string) => namesIn(join(folder, '.claude', kind)).map(withoutEnding);
    return [
      ...missing(of('agents'), agents, 'loaded'),
      ...missing(of('commands'), slash_commands, 'a command'),
    ];
  },
};

/** Each team as a plugin of its own, as `agent-topology add --plugin` writes it. */
const claudePlugin: Judge = {
  ...claude,
  proof: '`claude plugin validate --strict`; a session loads every agent of every plugin',
  async judge({ folder, teams }, root) {
    const expected: string[] = [];
    for (const { team, files } of teams) {
      const given = files.map(file => ({ ...file, digest: '' }));
      const { version, description, source } = team;
      const of = { team: teamName(team), version, description, source, catalog: 'http://catalog.test' };
      for (const { path, text } of asPlugin(given, of)) write(folder, path, text);
      const plugin = join(pluginFolder, team.name);
      await saidBy(
        bin(root, 'claude-code', 'claude'),
        ['plugin', 'validate', '--strict', plugin],
        folder,
        environment(root),
      );
      const agents = namesIn(join(folder, plugin, 'agents')).map(withoutEnding);
      expected.push(...agents.map(agent => `${team.name}:${agent}`));
    }
    const plugins = teams.flatMap(({ team }) => ['--plugin-dir', join(pluginFolder, team.name)]);
    const { agents } = await claudeSession(plugins, folder, root);
    return missing(expected, agents, 'loaded');
  },
};

const codex: Judge = {
  target: 'codex',
  proof:
    '`codex doctor` finds the configuration loaded; `codex debug prompt-input` offers every agent and skill',
  folder: 'codex',
  packages: ['@openai/codex'],
  async judge({ folder }, root) {
    const home = join(folder, 'home');
    const env = environment(root, { CODEX_HOME: home });
    await saidBy('git', ['init', '-q', '.'], folder, env);
    write(home, 'config.toml', `[projects."${folder}"]\ntrust_level = "trusted"\n`);
    const command = bin(root, 'codex', 'codex');
    const input = await saidBy(command, ['debug', 'prompt-input', 'x'], folder, env);
    // Without a login its own check of the account fails.
    const { output } = await finish(command, ['doctor', '--summary'], { cwd: folder, env });
    const names = [
      ...namesIn(join(folder, '.codex/agents')).map(withoutEnding),
      ...namesIn(join(folder, '.agents/skills')),
    ];
    const loaded = /✓ config +loaded/.test(output) ? [] : ['doctor: the configuration is not loaded'];
    return [...missing(names, input, 'offered'), ...loaded];
  },
};

const copilot: Judge = {
  target: 'copilot',
  proof: '`rulesync import` reads every agent',
  folder: 'rulesync',
  packages: ['rulesync'],
  async judge({ folder }, root) {
    const args = ['import', '--targets', 'copilot', '--features', 'subagents'];
    await saidBy(bin(root, 'rulesync', 'rulesync'), args, folder, environment(root));
    const read = namesIn(join(folder, '.rulesync/subagents')).map(withoutEnding);
    const agents = namesIn(join(folder, '.github/agents')).map(name => name.replace(/(\.agent)?\.md$/, ''));
    return missing(agents, read, 'read');
  },
};

const geminiCli: Judge = {
  target: 'gemini-cli',
  proof: 'the loader of `@google/gemini-cli-core` loads every agent',
  folder: 'gemini-core',
  packages: ['@google/gemini-cli-core'],
  async judge({ folder }, root) {
    const core = join(root, 'gemini-core/node_modules/@google/gemini-cli-core');
    const program = [
      `import { loadAgentsFromDirectory } from '${core}/dist/src/agents/agentLoader.js';`,
      "const { agents, errors } = await loadAgentsFromDirectory('.gemini/agents');",
      'console.log(JSON.stringify({ names: agents.map(({ name }) => name), errors: errors.map(String) }));',
      'process.exit();',
    ].join('\n');
    write(folder, 'load.mjs', program);
    const output = await saidBy('node', ['load.mjs'], folder, environment(root));
    const { names, errors } = JSON.parse(output.split('\n').find(line => line.startsWith('{"names"'))!);
    const agents = namesIn(join(folder, '.gemini/agents')).map(withoutEnding);
    return [...errors, ...missing(agents, names, 'loaded')];
  },
};

const opencode: Judge = {
  target: 'opencode',
  proof: '`opencode agent list` lists every agent',
  folder: 'opencode',
  packages: ['opencode-ai'],
  async judge({ folder }, root) {
    const env = environment(root, { HOME: join(folder, 'home') });
    await saidBy('git', ['init', '-q', '.'], folder, env);
    // It ends before a pipe has taken all that it writes; a file has.
    const script = '"$0" agent list > agents.txt';
    await saidBy('sh', ['-c', script, bin(root, 'opencode', 'opencode')], folder, env);
    const output = readFileSync(join(folder, 'agents.txt'), 'utf8');
    const listed = [...output.matchAll(/^(\S+) \((?:primary|subagent|all)\)/gm)].map(([, name]) => name!);
    return missing(namesIn(join(folder, '.opencode/agent')).map(withoutEnding), listed, 'listed');
  },
};

export const judges: readonly Judge[] = [claudeCode, claudePlugin, codex, copilot, geminiCli, opencode];
