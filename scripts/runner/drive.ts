/**
 * Runs the program of an exported team for a runner, in a process of its own: the task is its standard input. It prints each turn
 * as a line of OTLP, then its result. The works that no role writes are read from `given/NAME.md`, and those that it delivers
 * are written to `works/NAME.md`.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import type { Options } from '../../build/program/start.ts';
import type { Result } from '../../build/program/team.ts';
import { spanLine } from './spans.ts';

type Run = (task: string, options: Options<{ name: string }>) => Promise<Result>;

/**
 * @param file the program of the team
 * @param extra a module that exports `tools`, `performers` or `models`, as the program takes them
 */
export async function drive(file: string, extra: string | undefined): Promise<void> {
  // Whoever started it has gone, and nobody would take the result.
  process.stdout.on('error', () => process.exit(1));
  const print = (line: object | string) =>
    void process.stdout.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
  try {
    const { run } = (await load(file)) as { run: Run };
    const own = extra === undefined ? {} : ((await load(extra)) as Partial<Options<{ name: string }>>);
    const { tools = {}, performers, models } = own;
    const slugOf = (name: string) =>
      Object.entries(tools).find(([, list]) => list.some(tool => tool.name === name))?.[0] ?? name;
    const trace = randomBytes(16).toString('hex');
    const result = await run(await text(process.stdin), {
      given: givenIn('given'),
      tools,
      ...(performers && { performers }),
      ...(models && { models }),
      watch: turn => print(spanLine(trace, { ...turn, tools: turn.tools.map(slugOf) })),
    });
    deliver('works', result.works);
    print({ type: 'team_result', ending: result.ending, spent: result.spent });
  } catch (error) {
    const { message, status } = error as Error & { status?: number };
    print({
      type: 'team_error',
      message: message + hintOn(message),
      ...(typeof status === 'number' && { status }),
    });
    process.exitCode = 1;
  }
}

/** What to do about an error that its message does not say. */
function hintOn(message: string): string {
  if (/top-level await/i.test(message))
    return ' Rename the program to .mts, or put it below a package.json with `"type": "module"`.';
  return message.startsWith('Unknown file extension ".ts"')
    ? '. Use Node.js 22.18 or later, or install tsx and set NODE_OPTIONS="--import tsx".'
    : '';
}

const load = (file: string): Promise<unknown> => import(pathToFileURL(resolve(file)).href);

function givenIn(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {};
  const files = readdirSync(folder).filter(name => name.endsWith('.md'));
  return Object.fromEntries(files.map(name => [name.slice(0, -3), readFileSync(join(folder, name), 'utf8')]));
}

function deliver(folder: string, works: Result['works']): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, texts] of Object.entries(works))
    writeFileSync(join(folder, `${name}.md`), texts.at(-1) ?? '');
}
