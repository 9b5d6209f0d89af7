/** Every export of every team has the format of its target, by the schema or compiler that its makers publish. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import Ajv from 'ajv';
import Ajv2020 from 'ajv/dist/2020.js';
import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { targets } from '../../../build/export/index.ts';
import type { ExportFile } from '../../../build/export/target.ts';
import { readTeam } from '../../../build/export/team.ts';
import { plainTeams } from '../../support/team.ts';

const root = join(import.meta.dirname, '../../..');
const teams = plainTeams('all').map(({ text, file }) => readTeam(text, `/${file}`));
const filesOf = (id: string, of = teams): ExportFile[] => {
  const target = targets.find(each => each.id === id)!;
  return of.flatMap(team => target.files(team, new Map()));
};
const schemaOf = (name: string) =>
  JSON.parse(readFileSync(join(root, 'test/fixture/export', `${name}.schema.json`), 'utf8'));
const frontMatter = (text: string) => parseYaml(text.split('---\n')[1]!);

/** `agentspec_version` is a field of the whole file, which the schema of its component does not know. */
test('of Open Agent Spec: every component fits its schema', () => {
  const ajv = new Ajv2020.default({ strict: false, validateFormats: false });
  ajv.addSchema(schemaOf('agent-spec-26.2.0'), 'spec');
  const fits = (value: { component_type: string }) => {
    const check = ajv.getSchema(`spec#/$defs/Base${value.component_type}`)!;
    assert.ok(check(value), JSON.stringify(check.errors?.slice(0, 2)));
  };
  const version = ajv.getSchema('spec#/$defs/AgentSpecVersionEnum')!;
  for (const { text } of filesOf('agent-spec')) {
    const { agentspec_version, ...component } = JSON.parse(text);
    assert.ok(version(agentspec_version));
    fits(component);
    const inner = component.$referenced_components as Record<string, { component_type: string }>;
    for (const each of Object.values(inner)) fits(each);
    const named = [...text.matchAll(/"\$component_ref": "([^"]+)"/g)].map(([, id]) => id!);
    for (const id of named) assert.ok(id in inner, id);
  }
});

test('of Docker Agent: every file fits its schema, and begins with the entry role', () => {
  const check = new Ajv.default({ strict: false, validateFormats: false }).compile(
    schemaOf('docker-agent-7'),
  );
  for (const { path, text } of filesOf('docker-agent')) {
    const file = parseYaml(text);
    assert.ok(check(file), `${path}: ${JSON.stringify(check.errors?.slice(0, 2))}`);
    const { agents } = file as { agents: Record<string, { sub_agents?: string[]; handoffs?: string[] }> };
    assert.ok(agents.root);
    for (const { sub_agents = [], handoffs = [] } of Object.values(agents))
      for (const other of [...sub_agents, ...handoffs]) assert.ok(agents[other], `${path} ${other}`);
  }
});

/** As code.visualstudio.com/docs/agents/reference/custom-agent-file-reference has it. */
const copilotAgent = z.strictObject({
  name: z.string(),
  description: z.string().max(1024),
  tools: z.array(z.string()),
  agents: z.array(z.string()),
  'user-invocable': z.boolean().optional(),
  'disable-model-invocation': z.boolean().optional(),
  handoffs: z
    .array(z.strictObject({ label: z.string(), agent: z.string(), prompt: z.string(), send: z.boolean() }))
    .optional(),
});

test('of Copilot: every agent has the fields of its reference, and names agents that are there', () => {
  const files = filesOf('copilot');
  const names = new Set(files.map(({ text }) => frontMatter(text).name));
  for (const { text } of files) {
    const { agents, handoffs = [] } = copilotAgent.parse(frontMatter(text));
    for (const name of [...agents, ...handoffs.map(({ agent }) => agent)]) assert.ok(names.has(name), name);
  }
});

test('of Codex: every agent has what Codex demands of its file', () => {
  for (const { path, text } of filesOf('codex').filter(file => file.path.startsWith('.codex/agents/'))) {
    const { name, description, developer_instructions: told } = parseToml(text) as Record<string, string>;
    assert.equal(`.codex/agents/${name}.toml`, path);
    assert.ok(description && told);
  }
});

test('a role without tools never has those of its host', () => {
  const [claude, gemini, copilot] = ['claude-code', 'gemini-cli', 'copilot'].map(id =>
    filesOf(id).filter(({ path }) => /agents\//.test(path)),
  );
  // Without a vocabulary no role has any.
  for (const { text } of [...claude!, ...gemini!]) assert.deepEqual(frontMatter(text).tools, []);
  for (const { text } of copilot!)
    assert.ok(frontMatter(text).tools.every((tool: string) => tool === 'agent'));
  for (const { text } of filesOf('opencode').filter(({ path }) => path.includes('/agent/'))) {
    const { permission } = frontMatter(text);
    assert.deepEqual([Object.keys(permission)[0], permission['*']], ['*', 'deny']);
  }
  for (const { path, text } of filesOf('codex').filter(file => file.path.startsWith('.codex/agents/'))) {
    const { features, sandbox_mode, web_search } = parseToml(text) as Record<string, Record<string, boolean>>;
    assert.ok(
      Object.values(features!).every(on => !on),
      path,
    );
    assert.deepEqual([sandbox_mode, web_search], ['read-only', 'disabled']);
  }
});

test('programs pass the type checker', async () => {
  const folder = join(root, 'node_modules/.cache', `typed-${process.pid}`);
  const newest = plainTeams('newest').map(({ file }) => `/${file}`);
  const current = teams.filter(({ source }) => newest.includes(source));
  for (const { path, text } of ['openai-agents-js', 'langgraph-js'].flatMap(id => filesOf(id, current))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const config = { extends: '../../../tsconfig.json', include: ['**/*.ts'], exclude: [] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  try {
    const [tsc, args] = [join(root, 'node_modules/.bin/tsc'), ['--noEmit', '-p', folder]];
    await promisify(execFile)(tsc, args).catch(error => assert.fail(error.stdout));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
