/**
 * Every export read by the program that it is for. The tools are installed in a temporary folder. Teams of different names share a
 * project, so a project holds one version of each name.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { parse as parseYaml } from 'yaml';
import { targets } from '../../build/export/index.ts';
import { readTeam, type Team } from '../../build/export/team.ts';
import type { Tools } from '../../build/export/tool.ts';
import { plainTeams } from '../support/team.ts';
import type { Campaign } from './campaign.ts';

const run = promisify(execFile);
const most = { maxBuffer: 64 * 1024 * 1024, timeout: 300_000 };

/** What a foreign tool is, and how it judges the files of one team in a folder; it throws, or says what it found. */
interface Judge {
  target: string;
  packages: string[];
  /** @returns what is wrong; empty when the tool is content */
  judge(folder: string, tools: string): Promise<string[]>;
}

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);
const bin = (tools: string, name: string) => join(tools, 'node_modules/.bin', name);

const judges: Judge[] = [
  {
    target: 'claude-code',
    packages: ['@anthropic-ai/claude-code'],
    async judge(folder, tools) {
      const plugin = join(folder, 'plugin');
      cpSync(join(folder, '.claude'), plugin, { recursive: true });
      mkdirSync(join(plugin, '.claude-plugin'));
      const manifest = {
        name: 'teams',
        version: '1.0.0',
        description: 'Teams.',
        author: { name: 'catalog' },
      };
      writeFileSync(join(plugin, '.claude-plugin/plugin.json'), JSON.stringify(manifest));
      await run(bin(tools, 'claude'), ['plugin', 'validate', '--strict', plugin], most);
      // It says what it loaded before it asks a model, which refuses it.
      const model = createServer((_, response) => response.writeHead(401).end('{}')).listen(0, '127.0.0.1');
      await once(model, 'listening');
      const { port } = model.address() as AddressInfo;
      const env = {
        ...process.env,
        HOME: folder,
        ANTHROPIC_API_KEY: 'none',
        ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
      };
      const args = ['-p', '--output-format', 'stream-json', '--verbose', 'x'];
      const started = run(bin(tools, 'claude'), args, { ...most, cwd: folder, env, timeout: 20_000 });
      started.child.stdin?.end();
      const { stdout } = await started.catch((error: { stdout: string }) => error);
      model.close();
      const first = JSON.parse(stdout.split('\n')[0] || '{}') as { agents?: string[] };
      const expected = namesIn(join(folder, '.claude/agents')).map(file => file.replace(/\.md$/, ''));
      return expected.filter(agent => !first.agents?.includes(agent)).map(agent => `${agent} is not loaded`);
    },
  },
  {
    target: 'codex',
    packages: ['@openai/codex'],
    async judge(folder, tools) {
      const home = join(folder, 'home');
      mkdirSync(home);
      await run('git', ['init', '-q', folder]);
      writeFileSync(join(home, 'config.toml'), `[projects."${folder}"]\ntrust_level = "trusted"\n`);
      const setting = { ...most, cwd: folder, env: { ...process.env, CODEX_HOME: home } };
      const { stdout: input } = await run(bin(tools, 'codex'), ['debug', 'prompt-input', 'x'], setting);
      const doctor = await run(bin(tools, 'codex'), ['doctor', '--summary'], setting).catch(
        (error: { stdout: string }) => error,
      );
      const names = [
        ...namesIn(join(folder, '.codex/agents')).map(file => file.replace(/\.toml$/, '')),
        ...namesIn(join(folder, '.agents/skills')),
      ];
      const missing = names.filter(name => !input.includes(name)).map(name => `${name} is not offered`);
      return /✓ config +loaded/.test(doctor.stdout)
        ? missing
        : [...missing, 'doctor: the configuration is not whole'];
    },
  },
  {
    target: 'copilot',
    packages: ['rulesync@17.0.0'],
    async judge(folder, tools) {
      const cli = join(tools, 'node_modules/rulesync/dist/cli/index.js');
      const args = [
        '-y',
        '-p',
        'node@22',
        '--',
        'node',
        cli,
        'import',
        '--targets',
        'copilot',
        '--features',
        'subagents',
      ];
      await run('npx', args, { ...most, cwd: folder });
      const files = namesIn(join(folder, '.github/agents'));
      const read = namesIn(join(folder, '.rulesync/subagents'));
      return files.length === read.length ? [] : [`${read.length} of ${files.length} agents are read`];
    },
  },
  {
    target: 'gemini-cli',
    packages: ['@google/gemini-cli-core'],
    async judge(folder, tools) {
      const loader = join(tools, 'node_modules/@google/gemini-cli-core/dist/src/agents/agentLoader.js');
      const { loadAgentsFromDirectory } = await import(loader);
      const agents = join(folder, '.gemini/agents');
      const loaded = await loadAgentsFromDirectory(agents);
      const faults = loaded.errors.map((error: Error) => error.message);
      return loaded.agents.length === namesIn(agents).length
        ? faults
        : [...faults, 'not every agent is loaded'];
    },
  },
  {
    target: 'opencode',
    packages: ['opencode-ai'],
    async judge(folder, tools) {
      await run('git', ['init', '-q', folder]);
      const env = { ...process.env, HOME: folder };
      const { stdout } = await run(bin(tools, 'opencode'), ['agent', 'list'], { ...most, cwd: folder, env });
      const names = namesIn(join(folder, '.opencode/agent')).map(file => file.replace(/\.md$/, ''));
      return names.filter(name => !stdout.includes(`${name} (`)).map(name => `${name} is not listed`);
    },
  },
];

/** Lets a tool read every project. @returns how many versions it read */
async function judgeAll(
  judge: Judge,
  projects: readonly Team[][],
  work: string,
  say: (text: string) => void,
): Promise<number> {
  const tools = join(work, 'tools', judge.target);
  mkdirSync(tools, { recursive: true });
  writeFileSync(join(tools, 'package.json'), '{"private": true}');
  const install = ['install', '--no-audit', '--no-fund', ...judge.packages];
  await run('npm', install, { ...most, cwd: tools, timeout: 600_000 });
  const target = targets.find(({ id }) => id === judge.target)!;
  for (const [at, teams] of projects.entries()) {
    const folder = join(work, judge.target, String(at));
    for (const { path, text } of teams.flatMap(team => target.files(team, vocabulary()))) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const faults = await judge.judge(folder, tools);
    if (faults.length > 0) throw new Error(`${judge.target}: ${faults.join('; ')}`);
    say(`${judge.target}: project ${at + 1} of ${projects.length}`);
  }
  return projects.flat().length;
}

/** The first version of every name, the second of every name that has one, and so on. */
function projectsOf(teams: readonly Team[]): Team[][] {
  const projects: Team[][] = [];
  for (const team of teams) {
    const at = projects.findIndex(project => project.every(({ name }) => name !== team.name));
    if (at < 0) projects.push([team]);
    else projects[at]!.push(team);
  }
  return projects;
}

function vocabulary(): Tools {
  const text = readFileSync(join(import.meta.dirname, '../../content/tools.md'), 'utf8');
  const { tools } = parseYaml(text.split('---\n')[1]!) as { tools: { id: string }[] };
  return new Map(tools.map(tool => [tool.id, tool])) as unknown as Tools;
}

export const campaign: Campaign = {
  description: 'every export is read by the foreign tool that it is for, which is installed for that',
  rounds: 100,
  async run({ rounds, say }) {
    const work = mkdtempSync(join(tmpdir(), 'exports-'));
    const teams = plainTeams('all').map(({ text, file }) => readTeam(text, `/${file}`));
    const projects = projectsOf(teams).slice(0, rounds);
    const counts: Record<string, number> = {};
    try {
      for (const judge of judges) counts[judge.target] = await judgeAll(judge, projects, work, say);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
    return counts;
  },
};
