/** Every export of every team has the format of its target, by the schema that its makers publish. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { targets } from '../../../../build/page/export/index.ts';
import { readTeam } from '../../../../build/page/program/team.ts';
import type { ExportFile } from '../../../../build/page/program/write.ts';
import { dockerAgentCheck } from '../../../support/export-format.ts';
import { plainTeams } from '../../../support/team.ts';

const teams = plainTeams('all').map(({ text, file }) => readTeam(text, `/${file}`));
const filesOf = (id: string): ExportFile[] => {
  const target = targets.find(each => each.id === id)!;
  return teams.flatMap(team => target.files(team, new Map()));
};
const frontMatter = (text: string) => parseYaml(text.split('---\n')[1]!);

test('of Docker Agent: every file fits its schema, and names nothing that is not there', () => {
  const check = dockerAgentCheck();
  for (const { path, text } of filesOf('docker-agent')) assert.deepEqual(check(text), [], path);
});

/** As code.visualstudio.com/docs/agents/reference/custom-agent-file-reference has it. */
const copilotAgent = z.strictObject({
  ...{ name: z.string(), description: z.string().max(1024), tools: z.array(z.string()) },
  ...{ agents: z.array(z.string()), 'user-invocable': z.boolean().optional() },
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
