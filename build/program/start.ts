/** What a run needs from whoever starts it: models, tools, programs and, where a role is a person, an answer. */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { pathToFileURL } from 'node:url';
import type { Answer, Result, Team, Turn, Watched } from './team.ts';

export interface Options<Tool> {
  /** The works that no role writes, by name. */
  given?: Record<string, string>;
  /** The models by tier; otherwise MODEL_SMALL, MODEL_MEDIUM and MODEL_LARGE of the environment. */
  models?: Partial<Record<string, string>>;
  /** What each tool is that a role names. A role gets its own tools and no others. */
  tools?: Record<string, Tool[]>;
  /** What performs each role that is a program. A person is asked on the terminal, unless it is here too. */
  performers?: Record<string, (turn: Turn) => Promise<Answer>>;
  /** Is told of each turn that ended, so that a run can be traced. */
  watch?: (turn: Watched) => void;
}

/** @throws when a program, tool or model is missing: before anything is spent */
export function requireAll<Tool>(team: Team, options: Options<Tool>): void {
  const models = team.roles.filter(({ performer }) => performer === 'model');
  const programs = team.roles.filter(
    ({ id, performer }) => performer === 'program' && !options.performers?.[id],
  );
  const tools = models.flatMap(role => role.tools).filter(tool => !options.tools?.[tool]);
  const tiers = models.map(({ tier }) => tier).filter(tier => !modelOf(tier, options));
  const missing = [
    ...programs.map(({ id, prompt }) => `performers["${id}"], a function that does this: ${prompt}`),
    ...[...new Set(tools)].map(tool => `tools["${tool}"]`),
    ...[...new Set(tiers)].map(tier => `models["${tier}"], or MODEL_${tier.toUpperCase()}`),
  ];
  if (missing.length > 0) throw new Error(`${team.name} needs:\n${missing.join('\n')}`);
}

export const modelOf = <Tool>(tier: string, { models }: Options<Tool>): string =>
  models?.[tier] ?? process.env[`MODEL_${tier.toUpperCase()}`] ?? '';

/** Asks whoever sits at the terminal for what a role writes, and passes it on along its edges. */
export async function askPerson({ role, messages, works, channels }: Turn): Promise<Answer> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const texts = [
      ...messages.map(({ from, text }) => `${from}: ${text}`),
      ...Object.entries(works).map(([name, written]) => `${name}:\n${written.join('\n')}`),
    ];
    process.stderr.write(`\n${role.id}: ${role.prompt}\n\n${texts.join('\n\n')}\n`);
    const written: Answer['works'] = [];
    for (const name of role.writes) written.push({ name, text: await terminal.question(`${name}: `) });
    const text = `${role.id} has answered.`;
    return { works: written, messages: channels.map(to => ({ to, text })), stop: null };
  } finally {
    terminal.close();
  }
}

/** Whether a module is the program that was started, also through a link. */
function isStarted(module: string): boolean {
  const [, path = ''] = process.argv;
  return existsSync(path) && module === pathToFileURL(realpathSync(path)).href;
}

/**
 * Runs a team from the command line: the task, then `WORK=FILE` for each work that is given. What it lacks is said in words.
 * @param module the address of the program; nothing happens when it is imported
 */
export async function fromTerminal(
  run: (task: string, options: Options<never>) => Promise<Result>,
  module: string,
): Promise<void> {
  if (!isStarted(module)) return;
  try {
    const [task = '', ...files] = process.argv.slice(2);
    const given = files.map(each => {
      const [name = '', ...path] = each.split('=');
      return [name, readFileSync(path.join('='), 'utf8')];
    });
    const { ending, works } = await run(task, { given: Object.fromEntries(given) });
    process.stderr.write(`${JSON.stringify(ending)}\n`);
    process.stdout.write(`${JSON.stringify(works, null, 2)}\n`);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
