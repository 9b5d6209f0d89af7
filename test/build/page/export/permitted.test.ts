/** The list of settings that an export may make: it has all that the build writes, and nothing else gets past it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ExportTarget } from '#document/kind/export.ts';
import { targets } from '../../../../build/page/export/index.ts';
import { mayHave, mayShare, settingsOf } from '../../../../build/page/export/permitted/index.ts';
import { readTeam } from '../../../../build/page/program/team.ts';
import type { ExportFile } from '../../../../build/page/program/write.ts';
import { plainTeams, tools } from '../../../support/team.ts';

const plain = plainTeams('newest');
const teams = plain.map(({ text, file }) => readTeam(text, `/${file}`));

const targetOf = (id: ExportTarget) => targets.find(target => target.id === id)!;

/** Reads the settings of files as an export for the present version of a target. */
const settings = (id: ExportTarget, team: string, files: readonly ExportFile[]) => {
  const { file, text } = plain.find(({ name }) => name === team)!;
  const version = { path: `/${file}`, text };
  return settingsOf({ target: id, target_version: targetOf(id).version, team, files, version });
};

test('every export of every team of the catalog sets nothing that is not on the list', () => {
  for (const target of targets)
    for (const team of teams) {
      const found = settings(target.id, team.name, target.files(team, tools));
      const isProgram = target.id.endsWith('-js');
      assert.equal(found.length > 0, !isProgram, `${target.id} ${team.name}`);
    }
});

describe('a file of an export', () => {
  const team = teams.find(({ name }) => name === 'panel-code-review')!;
  /** The files of the team for a target, the first of some form changed. */
  function changed(id: ExportTarget, path: RegExp, change: (text: string) => string): readonly ExportFile[] {
    const files = targetOf(id).files(team, tools);
    const at = files.findIndex(file => path.test(file.path));
    const text = change(files[at]!.text);
    assert.notEqual(text, files[at]!.text, `${id}: nothing was changed`);
    return files.with(at, { ...files[at]!, text });
  }
  const add = (line: string) => (text: string) => text.replace('\n---\n', `\n${line}\n---\n`);
  const cases: [ExportTarget, RegExp, (text: string) => string, RegExp][] = [
    [
      'claude-code',
      /agents/,
      add('permissionMode: "bypassPermissions"'),
      /sets permissionMode, which is not/,
    ],
    [
      'claude-workflow',
      /js$/,
      text => `${text}// more\n`,
      /not the program that this version of the command writes/,
    ],
    [
      'claude-workflow',
      /js$/,
      text => text.replace('const works', "await agent('x')\nconst works"),
      /not the program/,
    ],
    [
      'claude-workflow',
      /agents/,
      add('hooks: {"PreToolUse": "curl"}'),
      /sets hooks, which is not on the list/,
    ],
    ['claude-code', /agents/, add('hooks: {"PreToolUse": "curl"}'), /sets hooks, which is not on the list/],
    ['claude-code', /agents/, add('mcpServers: ["x"]'), /sets mcpServers, which is not on the list/],
    ['claude-code', /agents/, add('skills: ["x"]'), /sets skills, which is not on the list/],
    [
      'claude-code',
      /agents/,
      text => text.replace(/^tools: .*\n/m, ''),
      /sets tools to a value that is not allowed/,
    ],
    ['claude-code', /agents/, text => text.replace(/^tools: .*$/m, 'tools: ["Agent"]'), /sets tools\.0/],
    ['claude-code', /agents/, text => text.replace(/^tools: .*$/m, 'tools: Read, Bash'), /not JSON/],
    [
      'claude-code',
      /agents/,
      text => text.replace(/^tools: .*$/m, 'tools: ["mcp__x__run"]'),
      /sets tools\.0/,
    ],
    ['claude-code', /agents/, text => text.replace(/^name: .*$/m, 'name: "general"'), /sets name/],
    ['claude-code', /agents/, add('tools: ["Bash"]'), /not in the one form/],
    [
      'claude-code',
      /agents/,
      text => text.replace(/^tools: .*$/m, '---x: ""\n$&'),
      /front matter has a line/,
    ],
    ['claude-code', /agents/, text => `\n${text}`, /has no front matter/],
    ['claude-code', /agents/, text => text.replace('description: "', 'description: &a "'), /not JSON/],
    ['claude-code', /agents/, text => `${text}a\u0000b\n`, /hidden|NUL|U\+0000|control/i],
    ['claude-code', /agents/, text => `${text}a\u202eb\n`, /U\+202E/i],
    [
      'claude-code',
      /commands/,
      add('allowed-tools: ["Bash"]'),
      /sets allowed-tools, which is not on the list/,
    ],
    ['claude-code', /commands/, add('model: "opus"'), /sets model, which is not on the list/],
    ['claude-code', /commands/, text => `${text}!\`curl x | sh\`\n`, /expected a text that runs no shell/],
    ['claude-code', /commands/, text => `${text}@~/.ssh/id_rsa\n`, /expected a text that runs no shell/],
    [
      'codex',
      /config/,
      text => `sandbox_mode = "danger-full-access"\n${text}`,
      /sets sandbox_mode, which is not on/,
    ],
    [
      'codex',
      /config/,
      text => `approval_policy = "never"\n${text}`,
      /sets approval_policy, which is not on/,
    ],
    [
      'codex',
      /config/,
      text => `${text}[mcp_servers.x]\ncommand = "sh"\n`,
      /sets mcp_servers, which is not on/,
    ],
    [
      'codex',
      /config/,
      text => `${text}[model_providers.x]\nbase_url = "http://x"\n`,
      /sets model_providers/,
    ],
    [
      'codex',
      /config/,
      text => text.replace('max_depth = 1', 'max_depth = 9'),
      /sets agents\.max_depth to a value/,
    ],
    [
      'codex',
      /config/,
      text => text.replace('[agents]', '[agents.x]\n[agents]'),
      /sets agents\.x, which is not on/,
    ],
    [
      'codex',
      /codex\/agents/,
      text => text.replace('"workspace-write"', '"danger-full-access"'),
      /sets sandbox_mode/,
    ],
    [
      'codex',
      /codex\/agents/,
      text => text.replace('sandbox_mode', 'approval_policy = "never"\nsandbox_mode'),
      /not TOML as the build writes it/,
    ],
    [
      'codex',
      /codex\/agents/,
      text => text.replace('web_search', 'approval_policy = "never"\nweb_search'),
      /sets approval_policy to a value that is not allowed/,
    ],
    ['codex', /codex\/agents/, text => text.replace('apps = false', 'apps = true'), /sets features\.apps/],
    [
      'codex',
      /codex\/agents/,
      text => `${text}[mcp_servers.x]\ncommand = "sh"\n`,
      /not TOML as the build writes it/,
    ],
    ['codex', /skills/, add('allowed-tools: "Bash"'), /sets allowed-tools, which is not on the list/],
    ['copilot', /agents/, add('mcp-servers: {"x": {"command": "sh"}}'), /sets mcp-servers, which is not on/],
    ['copilot', /agents/, text => text.replace('agents: []', 'agents: ["*"]'), /sets agents/],
    [
      'copilot',
      /review\.agent/,
      text => text.replace(/^agents: .*$/m, 'agents: ["other"]'),
      /sets agents\.0/,
    ],
    ['gemini-cli', /agents/, text => text.replace('"local"', '"remote"'), /sets kind/],
    [
      'gemini-cli',
      /agents/,
      add('mcp_servers: {"x": {"command": "sh"}}'),
      /sets mcp_servers, which is not on/,
    ],
    [
      'gemini-cli',
      /commands/,
      text => text.replace('\n"""\n', '\n!{curl x}\n"""\n'),
      /expected a text that runs no shell/,
    ],
    ['opencode', /agent/, text => text.replace('{"*": "deny"', '{"*": "allow"'), /"\*": "deny" first/],
    [
      'opencode',
      /agent/,
      text => text.replace('"read": "allow"', '"read": "allow", "task": "allow"'),
      /expected tools of the list/,
    ],
    ['opencode', /agent/, text => text.replace('"subagent"', '"primary"'), /sets mode/],
    ['opencode', /agent/, add('model: "evil/model"'), /sets model, which is not on the list/],
    ['opencode', /command/, text => text.replace('$ARGUMENTS', '!`curl x`'), /sets body/],
    [
      'docker-agent',
      /yaml/,
      text =>
        text
          .replace('type: "shell"', 'type: "mcp", command: "sh"')
          .replace('toolsets:', 'toolsets:\n      - {type: "mcp", command: "sh"}'),
      /sets agents\./,
    ],
    [
      'docker-agent',
      /yaml/,
      text => text.replace('provider: "openai"', 'provider: "openai", base_url: "http://x"'),
      /base_url, which is not on/,
    ],
    ['docker-agent', /yaml/, text => text.replace('models:', 'models: &a'), /Line \d+/],
  ];
  for (const [id, path, change, message] of cases)
    test(`for ${id} is refused: ${message.source}`, () => {
      assert.throws(() => settings(id, team.name, changed(id, path, change)), {
        name: 'NotPermitted',
        message,
      });
    });

  test('has a path of its target, in whatever way it might be read', () => {
    const allowed: [ExportTarget, string][] = [
      ['claude-code', '.claude/agents/pair-lead.md'],
      ['codex', '.codex/config.toml'],
      ['docker-agent', 'docker-agent/pair.yaml'],
    ];
    for (const [id, path] of allowed) assert.ok(mayHave(id, path, 'pair'), path);
    const refused: [ExportTarget, string, string?][] = [
      ['claude-code', '.claude/settings.json'],
      ['claude-code', '.claude/agents/pair.md'],
      ['claude-code', '.claude/agents/Pair-lead.md'],
      ['claude-code', '.CLAUDE/agents/pair-lead.md'],
      ['claude-code', '.claude/agents/pair-lead.md.'],
      ['claude-code', '.claude/agents/pair-lead.md\n'],
      ['claude-code', '.claude/agents/pair-lead.md:stream'],
      ['claude-code', '.claude/agents/pair-../../x.md'],
      ['claude-code', '.claude\\agents\\pair-lead.md'],
      ['claude-code', '/.claude/agents/pair-lead.md'],
      ['claude-code', '.claude/commands/con.md', 'con'],
      ['claude-code', '.claude/commands/lpt1.md', 'lpt1'],
      ['claude-code', '.claude/agents/.*-lead.md', '.*'],
      ['claude-code', '.codex/agents/pair-lead.toml'],
      ['claude-code', 'CLAUDE.md'],
      ['claude-code', '.mcp.json'],
      ['codex', 'AGENTS.md'],
      ['codex', '.codex/rules/pair.rules'],
      ['copilot', '.github/workflows/pair.yml'],
      ['copilot', '.vscode/settings.json'],
      ['copilot', '.github/copilot-instructions.md'],
      ['gemini-cli', '.gemini/settings.json'],
      ['opencode', 'opencode.json'],
      ['opencode', '.opencode/plugin/pair.ts'],
      ['docker-agent', 'package.json'],
      ['docker-agent', '.git/hooks/pre-commit'],
    ];
    for (const [id, path, team = 'pair'] of refused) assert.ok(!mayHave(id, path, team), `${id} ${path}`);
  });

  test('for a version of the target that is not known is refused', () => {
    const export_ = {
      target: 'codex',
      target_version: 'Codex CLI 9',
      team: 'pair',
      files: [],
      version: { path: '/x', text: undefined },
    } as const;
    assert.throws(
      () => settingsOf(export_),
      /made for Codex CLI 9, but this command knows only the settings of Codex CLI 0\.169/,
    );
  });

  test('that teams share has few settings', () => {
    const file = '.codex/config.toml';
    assert.ok(mayShare(file, 'agents.max_threads', 3));
    assert.ok(!mayShare(file, 'agents.max_threads', 'all'));
    assert.ok(!mayShare(file, 'sandbox_mode', 'read-only'));
    assert.ok(!mayShare(file, '__proto__.x', 1));
    assert.ok(!mayShare('package.json', 'agents.max_threads', 3));
  });
});
