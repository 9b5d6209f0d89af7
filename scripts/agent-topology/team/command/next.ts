/** Writes the next steps after a team was installed: for each target, the commands word for word. */
import type { ExportTarget } from '#document/kind/export.ts';
import { pluginFolder } from '../../../../build/page/export/plugin.ts';
import { hostSetup } from '../../../../build/page/runtime/setup.ts';
import type { TeamExport } from '../catalog/export.ts';
import { lockFile } from '../install/lock-file.ts';

/** The commands that start a team, by target. A program states its own commands in its first lines. */
const starts: Partial<Record<ExportTarget, (name: string) => string>> = {
  'claude-code': name => `claude "/${name} TASK"`,
  'claude-workflow': name => `claude "/${name} INPUTS"`,
  codex: name => `codex '$${name} TASK'`,
  copilot: name => `copilot --agent ${name}`,
  cursor: () => 'agent',
  'gemini-cli': name => `gemini -i "/${name} TASK"`,
  opencode: () => 'opencode',
  'docker-agent': name => `docker agent run docker-agent/${name}.yaml`,
  prompts: name => `cat prompts/${name}.md`,
};

/** The notes on what a person must know or do before or after the command, by target. */
const notes: Partial<Record<ExportTarget, (name: string) => string>> = {
  'claude-workflow': () => 'INPUTS are the inputs of the team, each as a text, a path, a branch or a commit.',
  codex: () => hostSetup.codex.first!,
  copilot: name => `Then write the task. In VS Code, choose the agent ${name} in the chat.`,
  cursor: name => `Then type /${name} and the task, as in the editor.`,
  'gemini-cli': () => hostSetup['gemini-cli'].first!,
  opencode: name => `Then type /${name} and the task.`,
  'docker-agent': name => `Before that, put the names of your models into docker-agent/${name}.yaml.`,
  prompts: () => 'Give that text and the task to a model.',
};

/**
 * Writes the next steps.
 * @param team the name of the team, with its publisher if it has one
 * @param exported the files of the team; those of a program state its commands
 */
export function nextSteps(team: string, exported: TeamExport, isPlugin: boolean): string {
  const name = team.split('/').at(-1)!;
  const { target } = exported;
  const own = exported.files.flatMap(commandsIn);
  const start = isPlugin
    ? `claude --plugin-dir ${pluginFolder}/${name} "/${name}:${name} TASK"`
    : starts[target]?.(name);
  const note = isPlugin ? undefined : notes[target]?.(name);
  const commands = start === undefined ? own : [start];
  return [
    `Next: commit the files and ${lockFile}, then run`,
    commands.map(each => `    ${each}`).join('\n'),
    ...(note ? [note] : []),
  ].join('\n\n');
}

/** Returns the commands in the first lines of a program, after a command that makes its inputs; an empty list for other files. */
function commandsIn({ path, text }: TeamExport['files'][number]): string[] {
  if (!path.endsWith('.ts')) return [];
  const lines = [...text.matchAll(/^\/\/ {5}(.*)$/gm)].map(([, line]) => line!);
  const inputs = /^\/\/ inputs\.json has (.*?)\. /m.exec(text)?.[1]?.split(', ') ?? [];
  const made = JSON.stringify(Object.fromEntries(inputs.map(each => [each, '…'])));
  return inputs.length === 0 ? lines : [`echo '${made}' > inputs.json`, ...lines];
}
