/** Claude Code, from the registry. The session may do everything, so that what a role may not do is the work of its file alone. */
import type { Runtime } from './runtime.ts';

export const claudeCode: Runtime = {
  target: 'claude-code',
  name: 'Claude Code',
  package: '@anthropic-ai/claude-code',
  command: 'claude',
  own: [],
  start: ({ model }, team) => ({
    args: ['-p', `/${team.name} Try it.`, '--dangerously-skip-permissions'],
    env: {
      ...{
        ANTHROPIC_BASE_URL: model,
        ANTHROPIC_API_KEY: 'none',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      },
      // Else it offers tools one by one, and starts agents in the background.
      ...{ ENABLE_TOOL_SEARCH: 'false', CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1' },
      // The superuser of a container may skip permissions only where it says that it is one.
      IS_SANDBOX: '1',
    },
  }),
  starts: (subagent_type, prompt) => {
    return { name: 'Agent', values: { description: 'A role', prompt, subagent_type } };
  },
  other: 'general-purpose',
  tries({ inside, outside, commands, address }) {
    return [
      { name: 'Write', values: { file_path: inside, content: 'written\n' } },
      { name: 'Write', values: { file_path: outside, content: 'written\n' } },
      ...commands.map(command => ({ name: 'Bash', values: { command, description: 'Probe' } })),
      { name: 'WebFetch', values: { url: address, prompt: 'Read it.' } },
    ];
  },
};
