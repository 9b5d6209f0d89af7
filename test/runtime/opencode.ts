/** OpenCode, from the registry, with a provider of our own. A session that nobody watches grants what no rule denies. */
import type { Runtime } from './runtime.ts';

export const opencode: Runtime = {
  target: 'opencode',
  name: 'OpenCode',
  package: 'opencode-ai',
  command: 'opencode',
  // It takes calls that a model wrote wrongly.
  own: ['invalid'],
  start: ({ model }, team) => ({
    args: ['run', '--command', team.name, 'Try it.'],
    env: {
      ...{ OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' },
      // Else it downloads plugins of its own.
      ...{ OPENCODE_PURE: '1', OPENCODE_DISABLE_DEFAULT_PLUGINS: '1', OPENCODE_DISABLE_LSP_DOWNLOAD: '1' },
    },
    settings: {
      '.config/opencode/opencode.json': JSON.stringify({
        autoupdate: false,
        share: 'disabled',
        model: 'scripted/scripted',
        small_model: 'scripted/scripted',
        provider: {
          scripted: {
            npm: '@ai-sdk/openai-compatible',
            name: 'scripted',
            options: { baseURL: `${model}/v1`, apiKey: 'none' },
            models: { scripted: { name: 'scripted', tool_call: true } },
          },
        },
      }),
    },
  }),
  starts: (subagent_type, prompt) => {
    return { name: 'task', values: { description: 'A role', prompt, subagent_type } };
  },
  other: 'general',
  tries({ inside, outside, commands, address }) {
    return [
      { name: 'write', values: { filePath: inside, content: 'written\n' } },
      { name: 'write', values: { filePath: outside, content: 'written\n' } },
      ...commands.map(command => ({ name: 'bash', values: { command, description: 'Probe' } })),
      { name: 'webfetch', values: { url: address, format: 'text' } },
    ];
  },
};
