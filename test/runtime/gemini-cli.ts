/** Gemini CLI, from the registry, in a trusted folder whose agents were acknowledged, with every call approved. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '#document/text/digest.ts';
import type { Place, Runtime } from './runtime.ts';

/** Returns the file that Gemini CLI writes when a person acknowledges the agents of a project: each with its digest, as JSON. */
function acknowledged({ work }: Place): string {
  const folder = join(work, '.gemini/agents');
  const agents = readdirSync(folder).map(name => [
    name.replace(/\.md$/, ''),
    sha256Hex(readFileSync(join(folder, name))),
  ]);
  return JSON.stringify({ [work]: Object.fromEntries(agents) });
}

export const geminiCli: Runtime = {
  target: 'gemini-cli',
  name: 'Gemini CLI',
  package: '@google/gemini-cli',
  command: 'gemini',
  // By which an agent hands back its result.
  own: ['complete_task'],
  start: (place, team) => ({
    args: ['-p', `/${team.name} Try it.`, '-m', 'gemini-2.5-flash', '--yolo', '--skip-trust'],
    env: { GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: place.model, GEMINI_CLI_TRUST_WORKSPACE: 'true' },
    settings: {
      '.gemini/acknowledgments/agents.json': acknowledged(place),
      '.gemini/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' } },
        telemetry: { enabled: false },
        privacy: { usageStatisticsEnabled: false },
        general: { disableAutoUpdate: true, enableAutoUpdate: false },
      }),
    },
  }),
  untrusted: start => {
    const { '.gemini/acknowledgments/agents.json': _, ...settings } = start.settings ?? {};
    return { ...start, settings };
  },
  starts: (agent_name, prompt) => ({ name: 'invoke_agent', values: { agent_name, prompt } }),
  other: 'generalist',
  ends: { name: 'complete_task', values: { result: 'Done.' } },
  tries({ inside, outside, commands, address }) {
    return [
      { name: 'write_file', values: { file_path: inside, content: 'written\n' } },
      { name: 'write_file', values: { file_path: outside, content: 'written\n' } },
      ...commands.map(command => ({ name: 'run_shell_command', values: { command } })),
      { name: 'web_fetch', values: { prompt: `Read ${address}` } },
    ];
  },
};
