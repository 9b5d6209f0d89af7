/**
 * Codex, from the registry, in a project that it trusts. The session may write in the project and asks nobody, as a person would let a
 * team work, so that what a role may not do is the work of its file alone.
 */
import { agentName, agentsOf } from '../../build/page/export/host.ts';
import type { Runtime } from './runtime.ts';

/** A model finds the tools for agents by a search; their namespace is what it finds. */
const agents = { namespace: 'multi_agent_v1' };

const quote = (text: string): string => JSON.stringify(text);

export const codex: Runtime = {
  target: 'codex',
  name: 'Codex CLI',
  package: '@openai/codex',
  command: 'codex',
  own: [],
  start: ({ model, work, home }, team) => ({
    args: ['exec', '--skip-git-repo-check', '--sandbox', 'workspace-write', `$${team.name} Try it.`],
    // It makes no helper for its sandbox below a folder for temporary files.
    env: { CODEX_HOME: `${home}/.codex`, TMPDIR: `${home}/tmp` },
    settings: {
      '.codex/config.toml': [
        ...['model = "gpt-5.5"', 'model_provider = "scripted"', 'approval_policy = "never"'],
        ...['web_search = "live"', '[model_providers.scripted]', 'name = "scripted"'],
        `base_url = ${quote(`${model}/v1`)}`,
        'wire_api = "responses"',
        `[projects.${quote(work)}]`,
        'trust_level = "trusted"',
        '',
      ].join('\n'),
    },
  }),
  untrusted: start => {
    const { '.codex/config.toml': config = '' } = start.settings ?? {};
    return { ...start, settings: { '.codex/config.toml': config.replace('"trusted"', '"untrusted"') } };
  },
  starts: (agent_type, message) => ({ ...agents, name: 'spawn_agent', values: { agent_type, message } }),
  other: 'default',
  // One after the other: at most as many as the team allows are open at once.
  session({ starts }, team, { results }) {
    const role = agentsOf(team)[Math.floor(results.length / 3)];
    if (!role) return [];
    const step = results.length % 3;
    const begun = results.at(-step) ?? '';
    const id = /"agent_id":\s*"([^"]+)"/.exec(begun)?.[1] ?? 'none';
    if (step === 0) return [starts(agentName(team, role), 'Begin.')];
    if (step === 1) return [{ ...agents, name: 'wait_agent', values: { targets: [id], timeout_ms: 60_000 } }];
    return [{ ...agents, name: 'close_agent', values: { target: id } }];
  },
  tries({ inside, outside, commands }) {
    const patch = (path: string) => `*** Begin Patch\n*** Add File: ${path}\n+written\n*** End Patch\n`;
    return [
      { name: 'apply_patch', values: patch(inside) },
      { name: 'apply_patch', values: patch(outside) },
      ...commands.map(cmd => ({ name: 'exec_command', values: { cmd } })),
    ];
  },
};
