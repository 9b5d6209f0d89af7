/** A run from a terminal: its words and flags, and persons who answer there. */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { wordsOf } from '../verb/command.ts';
import type { Options } from './start.ts';
import type { Answer, Result, Team, Turn } from './team.ts';

/** One reader for all persons: what one of them does not read is left for the next one. */
let terminal: { reader: Interface; lines: AsyncIterator<string> } | undefined;
let asked: Promise<unknown> = Promise.resolve();

async function nextLine(what: string): Promise<string> {
  if (!terminal) {
    const reader = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
    terminal = { reader, lines: reader[Symbol.asyncIterator]() };
  }
  process.stderr.write(what);
  const { value, done } = await terminal.lines.next();
  if (done)
    throw new Error(`The terminal was closed while a person was asked for ${what.trim() || 'an answer'}`);
  return value;
}

/** Lines up to one that is a full stop alone. */
async function textFrom(what: string): Promise<string> {
  const lines: string[] = [];
  for (let line = await nextLine(what); line !== '.'; line = await nextLine('')) lines.push(line);
  return lines.join('\n');
}

/** Asks whoever sits at the terminal for what a role writes and who gets it. One person is asked at a time. */
export function askPerson(team: Team, turn: Turn): Promise<Answer> {
  const answer = asked.then(() => personAnswer(team, turn));
  asked = answer.catch(() => {});
  return answer;
}

async function personAnswer(team: Team, { role, messages, works, channels, faults }: Turn): Promise<Answer> {
  const texts = [
    ...messages.map(({ from, text }) => `${from}: ${text}`),
    ...Object.entries(works).map(([name, written]) => `${name}:\n${written.join('\n')}`),
    ...faults.map(fault => `Your last answer was refused: ${fault}`),
  ];
  process.stderr.write(`\n${role.id}: ${role.prompt}\n\n${texts.join('\n\n')}\n\n`);
  const written: Answer['works'] = [];
  for (const name of role.writes) {
    const form = team.forms.find(({ work }) => work === name);
    const shape = form?.schema ?? (form?.headings ? `headings ${form.headings.join(', ')}` : '');
    const what = `${name}${shape && ` (${shape})`}; end with a line that is a full stop alone:\n`;
    written.push({ name, text: await textFrom(what) });
  }
  const chosen = await numbersFrom('Pass it on to', channels, channels.length > 1);
  const [stop] = role.stops ? await numbersFrom('End the run because', team.stops, true) : [];
  const to = chosen.length > 0 ? chosen.map(number => channels[number - 1]!) : channels;
  return {
    works: written,
    messages: to.map(each => ({ to: each, text: `${role.id} has answered.` })),
    stop: stop ?? null,
  };
}

/** The numbers of what a person chooses from a list; none where there is nothing to choose. */
async function numbersFrom(what: string, choices: readonly string[], isOpen: boolean): Promise<number[]> {
  if (!isOpen || choices.length === 0) return [];
  const lines = choices.map((choice, at) => `${at + 1}. ${choice}\n`).join('');
  const line = await nextLine(`${lines}${what} (numbers, or nothing): `);
  return line.split(/\D+/).flatMap(word => (choices[Number(word) - 1] ? [Number(word)] : []));
}

/** Whether a module is the program that was started, also through a link. */
function isStarted(module: string): boolean {
  const [, path = ''] = process.argv;
  return existsSync(path) && module === pathToFileURL(realpathSync(path)).href;
}

/** A word `NAME=REST` in two. */
function pairIn(word: string): [string, string] {
  const at = word.indexOf('=');
  if (at < 1) throw new Error(`Write ${JSON.stringify(word)} as NAME=VALUE.`);
  return [word.slice(0, at), word.slice(at + 1)];
}

/** The default exports of modules, by name. */
async function modulesOf<Exported>(words: readonly string[] = []): Promise<Record<string, Exported>> {
  const loaded: [string, Exported][] = [];
  for (const [name, file] of words.map(pairIn)) {
    const module = (await import(pathToFileURL(resolve(file)).href)) as { default?: Exported };
    if (typeof module.default !== 'function')
      throw new Error(`${file} has no function as its default export.`);
    loaded.push([name, module.default]);
  }
  return Object.fromEntries(loaded);
}

const flags = {
  folder: { type: 'string' },
  command: { type: 'string', multiple: true },
  shell: { type: 'boolean' },
  site: { type: 'string', multiple: true },
  program: { type: 'string', multiple: true },
  tool: { type: 'string', multiple: true },
} as const;

/** The task and the options that the words after the program name. */
async function wordsIn(words: string[]): Promise<{ task: string; options: Options<never> }> {
  const { values, positionals } = parseArgs({ args: words, options: flags, allowPositionals: true });
  const [task, ...files] = positionals;
  if (!task) throw new Error("Say the task first: 'the task' WORK=FILE …");
  const given = files.map(pairIn).map(([name, path]) => {
    if (!existsSync(path)) throw new Error(`There is no file ${path}: write the work ${name} into it.`);
    return [name, readFileSync(path, 'utf8')] as const;
  });
  const commands = (values.command ?? []).map(pairIn).map(([name, line]) => [name, wordsOf(line)] as const);
  const options: Options<never> = {
    given: Object.fromEntries(given),
    place: {
      folder: realpathSync(values.folder ?? '.'),
      commands: Object.fromEntries(commands),
      shell: values.shell ?? false,
      sites: values.site ?? [],
    },
    performers: await modulesOf(values.program),
    connections: await modulesOf(values.tool),
    say: line => process.stderr.write(`${line}\n`),
  };
  return { task, options };
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
    const { task, options } = await wordsIn(process.argv.slice(2));
    const { ending, works } = await run(task, options);
    process.stderr.write(`${JSON.stringify(ending)}\n`);
    process.stdout.write(`${JSON.stringify(works, null, 2)}\n`);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  } finally {
    terminal?.reader.close();
  }
}
