/** Copilot CLI, from the registry, with a provider of our own. It reads the agents of a project that are made for Copilot. */
import type { Runtime } from './runtime.ts';

export const copilot: Runtime = {
  target: 'copilot',
  name: 'Copilot CLI',
  package: '@github/copilot',
  command: 'copilot',
  own: [],
  offered: {
    read: ['view'],
    search: ['grep', 'glob'],
    edit: ['create', 'edit'],
    execute: ['bash', 'read_bash', 'stop_bash', 'list_bash', 'write_bash'],
    web: ['web_fetch', 'web_search'],
  },
  // Without its provider's network it has no tools of the web.
  unmeasured: ['web'],
  start: ({ model }, team) => ({
    args: ['-p', 'Try it.', '--agent', team.name, '--allow-all-tools', '--no-color'],
    env: {
      ...{ COPILOT_PROVIDER_BASE_URL: `${model}/v1`, COPILOT_PROVIDER_TYPE: 'openai' },
      ...{ COPILOT_PROVIDER_API_KEY: 'none', COPILOT_MODEL: 'scripted', COPILOT_OFFLINE: 'true' },
      COPILOT_AUTO_UPDATE: 'false',
    },
  }),
  starts: (agent_type, prompt) => {
    const values = { name: 'role', description: 'A role', prompt, agent_type, mode: 'sync' };
    return { name: 'task', values };
  },
  other: 'general-purpose',
  tries({ inside, outside, commands, address }) {
    return [
      { name: 'create', values: { path: inside, file_text: 'written\n' } },
      { name: 'create', values: { path: outside, file_text: 'written\n' } },
      ...commands.map(command => ({ name: 'bash', values: { command, description: 'Probe', mode: 'sync' } })),
      { name: 'web_fetch', values: { url: address } },
    ];
  },
};
