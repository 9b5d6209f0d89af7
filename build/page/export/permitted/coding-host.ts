/** The settings that files for coding hosts may make: the tools and the model of each agent, and which agents it may start. */
import { z } from 'zod';
import { codexAgent as codexAgentText, geminiCommand } from '../../program/write.ts';
import { agentsOf, inert, prose, someOf } from './field.ts';
import type { Permitted } from './form.ts';
import { frontMatterOf, tomlOf } from './read.ts';

/**
 * The form of the file of an agent of Claude Code. Its list of tools is required, since an agent
 * without one has all tools of the host.
 */
export const claudeAgent: Permitted['forms'][number] = {
  path: '.claude/agents/TEAM-ROLE.md',
  says:
    '`name`, `description`, `tools` (must be there: `Bash`, `Edit`, `Glob`, `Grep`, `Read`, `WebFetch`, `WebSearch`, `Write`), ' +
    '`isolation: "worktree"`, `model` (`haiku`, `sonnet`, `opus`), `maxTurns`',
  read: frontMatterOf,
  prose: ['name', 'description', 'body'],
  fields: (_team, name) =>
    z.strictObject({
      ...{ name: z.literal(name), description: prose, body: prose },
      isolation: z.literal('worktree').optional(),
      model: z.enum(['haiku', 'sonnet', 'opus']).optional(),
      tools: someOf(['Bash', 'Edit', 'Glob', 'Grep', 'Read', 'WebFetch', 'WebSearch', 'Write']),
      maxTurns: z.int().min(1).max(1_000_000).optional(),
    }),
};

const claudeCode: Permitted = {
  versions: ['Claude Code 2.1'],
  forms: [
    claudeAgent,
    {
      path: '.claude/commands/TEAM.md',
      says:
        '`description`, `argument-hint`, `disable-model-invocation: true`; it runs no shell and includes ' +
        'no file',
      read: frontMatterOf,
      prose: ['description', 'argument-hint', 'body'],
      fields: () =>
        z.strictObject({
          description: prose,
          'argument-hint': z.literal('[task]'),
          'disable-model-invocation': z.literal(true),
          body: inert('Claude Code', 'command'),
        }),
    },
  ],
};

/**
 * Returns the schema of the file of an agent of Codex. The bound of an agent is its sandbox: if it never asks for approval, it
 * may neither write nor run programs.
 */
const codexAgent = (name: string) =>
  z
    .strictObject({
      name: z.literal(name),
      description: prose,
      developer_instructions: prose,
      sandbox_mode: z.enum(['read-only', 'workspace-write']),
      approval_policy: z.literal('never').optional(),
      web_search: z.enum(['live', 'disabled']),
      features: z.strictObject({
        shell_tool: z.boolean(),
        unified_exec: z.boolean(),
        view_image: z.boolean(),
        apps: z.literal(false),
      }),
    })
    .refine(
      ({ approval_policy, sandbox_mode, features }) =>
        approval_policy === undefined ||
        (sandbox_mode === 'read-only' && !features.shell_tool && !features.unified_exec),
      { path: ['approval_policy'], message: 'expected none where the shell is on or files may be written' },
    );

const codex: Permitted = {
  versions: ['Codex CLI 0.169'],
  forms: [
    {
      path: '.codex/agents/TEAM-ROLE.toml',
      says:
        '`name`, `description`, `developer_instructions`, `sandbox_mode` (`read-only`, ' +
        '`workspace-write`), `web_search`, `features` (`apps` is off); `approval_policy = "never"` only ' +
        'where the role neither writes nor has a shell',
      read: text =>
        tomlOf(text, values => codexAgentText(values as unknown as Parameters<typeof codexAgentText>[0])),
      prose: ['name', 'description', 'developer_instructions'],
      fields: (_team, name) => codexAgent(name),
    },
    {
      path: '.codex/config.toml',
      says: '`agents.max_threads`, `agents.max_depth = 1`',
      isShared: true,
      read: text => tomlOf(text),
      prose: [],
      fields: () =>
        z.strictObject({
          agents: z.strictObject({
            max_threads: z.int().min(1).max(1000).optional(),
            max_depth: z.literal(1).optional(),
          }),
        }),
    },
    {
      path: '.agents/skills/TEAM/SKILL.md',
      says: '`name`, `description`',
      read: frontMatterOf,
      prose: ['name', 'description', 'body'],
      fields: team =>
        z.strictObject({ name: z.literal(team), description: prose, body: inert('Claude Code', 'skill') }),
    },
  ],
};

const copilotTools: [string, ...string[]] = ['edit', 'execute', 'read', 'search', 'web'];

/**
 * The files for Copilot. The file of an agent must list the agents that it may start, since without a list it could start all.
 */
const copilot: Permitted = {
  versions: ['VS Code 1.120'],
  forms: [
    {
      path: '.github/agents/TEAM-ROLE.agent.md',
      says:
        '`name`, `description`, `tools` (`edit`, `execute`, `read`, `search`, `web`), `agents: []`, ' +
        '`user-invocable: false`, `handoffs` to its team that are not sent by themselves',
      read: frontMatterOf,
      prose: ['name', 'description', 'body'],
      fields: (team, name) =>
        z.strictObject({
          name: z.literal(name),
          description: prose,
          tools: someOf(copilotTools),
          agents: z.tuple([]),
          'user-invocable': z.literal(false),
          handoffs: z
            .array(
              z.strictObject({
                label: prose,
                agent: agentsOf(team).element,
                prompt: prose,
                send: z.literal(false),
              }),
            )
            .optional(),
          body: prose,
        }),
    },
    {
      path: '.github/agents/TEAM.agent.md',
      says:
        '`name`, `description`, `tools` (`agent`, and of the list above those that its programs need), `agents` of ' +
        'its team, `disable-model-invocation: true`',
      read: frontMatterOf,
      prose: ['name', 'description', 'body'],
      fields: team =>
        z.strictObject({
          name: z.literal(team),
          description: prose,
          tools: someOf(['agent', ...copilotTools]),
          agents: agentsOf(team),
          'disable-model-invocation': z.literal(true),
          body: prose,
        }),
    },
  ],
};

const geminiCli: Permitted = {
  versions: ['Gemini CLI 0.61'],
  forms: [
    {
      path: '.gemini/agents/TEAM-ROLE.md',
      says:
        '`kind: "local"`, `name`, `description`, `tools` (files, search, web, shell), `max_turns`, ' +
        '`timeout_mins`',
      read: frontMatterOf,
      prose: ['name', 'description', 'body'],
      fields: (_team, name) =>
        z.strictObject({
          kind: z.literal('local'),
          name: z.literal(name),
          description: prose,
          tools: someOf([
            ...(['glob', 'google_web_search', 'grep_search', 'list_directory', 'read_file'] as const),
            ...['read_many_files', 'replace', 'run_shell_command', 'web_fetch', 'write_file'],
          ]),
          max_turns: z.int().min(1).max(1_000_000),
          timeout_mins: z.int().min(1).max(1_000_000),
          body: prose,
        }),
    },
    {
      path: '.gemini/commands/TEAM.toml',
      says: '`description`, `prompt`; it runs no shell and includes no file',
      read: text =>
        tomlOf(text, ({ description, prompt }) => geminiCommand(String(description), String(prompt))),
      prose: ['description', 'prompt'],
      fields: () => z.strictObject({ description: prose, prompt: inert('Gemini CLI', 'command') }),
    },
  ],
};

/**
 * Returns the schema of the rules of OpenCode that deny every tool except the allowed ones. The last rule that matches
 * counts, so the first rule must deny all.
 */
const denyingOthers = (allowed: z.ZodType) =>
  z
    .record(z.string(), z.union([z.enum(['allow', 'deny']), z.record(z.string(), z.enum(['allow', 'deny']))]))
    .refine(rules => Object.keys(rules)[0] === '*' && rules['*'] === 'deny', 'expected "*": "deny" first')
    .refine(({ '*': _, ...rules }) => allowed.safeParse(rules).success, 'expected tools of the list alone');

const allow = z.literal('allow');
const maybe = allow.optional();
const opencodeTools = z.strictObject({
  ...{ bash: maybe, edit: maybe, glob: maybe, grep: maybe },
  ...{ read: maybe, webfetch: maybe, websearch: maybe, write: maybe },
});

const opencode: Permitted = {
  versions: ['OpenCode 1.18'],
  forms: [
    {
      path: '.opencode/agent/TEAM-ROLE.md',
      says:
        '`description`, `mode`, `permission` that denies all and then allows tools for files, web and ' +
        'shell',
      read: frontMatterOf,
      prose: ['description', 'body'],
      fields: () =>
        z.strictObject({
          description: prose,
          mode: z.literal('subagent'),
          permission: denyingOthers(opencodeTools),
          body: prose,
        }),
    },
    {
      path: '.opencode/agent/TEAM.md',
      says:
        '`description`, `mode`, `permission` that denies all and then allows `question`, the agents of its team, ' +
        'and tools of the list above that its programs need',
      read: frontMatterOf,
      prose: ['description', 'body'],
      fields: team =>
        z.strictObject({
          description: prose,
          mode: z.literal('primary'),
          permission: denyingOthers(
            z.strictObject({
              ...opencodeTools.shape,
              question: allow,
              task: denyingOthers(z.record(agentsOf(team).element, allow)),
            }),
          ),
          body: prose,
        }),
    },
    {
      path: '.opencode/command/TEAM.md',
      says: '`description`, `agent`',
      read: frontMatterOf,
      prose: ['description'],
      fields: team =>
        z.strictObject({ description: prose, agent: z.literal(team), body: z.literal('$ARGUMENTS\n') }),
    },
  ],
};

/** The permitted files of coding hosts, by target. */
export const codingHosts = {
  'claude-code': claudeCode,
  codex,
  copilot,
  'gemini-cli': geminiCli,
  opencode,
};
