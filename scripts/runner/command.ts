/** The command that executes one case: fills its placeholders, also in paths, and reads its result. */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import type { Assignment } from '#document/evaluation/assignment.ts';
import { type RunOutcome, runOutcomes } from '#document/evaluation/run-summary.ts';
import { unlessThrown } from '#document/text/unless-thrown.ts';
import type { Finished } from './process.ts';

/** The values for `{name}` in a command. Each becomes part of one argument, and no shell reads it. */
export type Placeholders = Readonly<Record<string, string>>;

/** The result of a run. */
export interface RunResult {
  outcome: RunOutcome;
  tests_ran: number;
  tests_passed: number;
  input_tokens: number | null;
  output_tokens: number | null;
  elapsed_milliseconds: number;
  /** The number of attempts, and of those that passed, for a run that is the best of several; absent for any other run. */
  best_of?: { attempts: number; passed: number };
}

const placeholder = /\{([a-z_]+(?::[a-z0-9-]+)?)\}/g;

/** The placeholders of every assignment. The placeholders for roles, `{model:ROLE}`, come with the lock. */
export const assignmentNames = [
  'case',
  'case_digest',
  'lock',
  'formation',
  'suite',
  'repetition',
] as const satisfies (keyof Assignment)[];

const noPlaceholder = (name: string, known: readonly string[]): Error =>
  new Error(`There is no {${name}}; there are ${known.map(each => `{${each}}`).join(', ')}.`);

/**
 * Checks the placeholders of a command. Call it before claiming an assignment.
 * @throws Error that names a placeholder that no assignment has
 */
export function checkPlaceholders(parts: readonly string[]): void {
  for (const [, name = ''] of parts.join(' ').matchAll(placeholder)) {
    if (name === 'model' || name.startsWith('model:') || assignmentNames.some(each => each === name))
      continue;
    throw noPlaceholder(name, [...assignmentNames, 'model', 'model:ROLE']);
  }
}

/**
 * Replaces placeholders by their values.
 * @throws Error that names a placeholder that does not exist
 */
export function fill(parts: readonly string[], values: Placeholders): string[] {
  return parts.map(part =>
    part.replace(placeholder, (_, name: string) => {
      const value = values[name];
      if (value !== undefined) return value;
      throw noPlaceholder(name, Object.keys(values));
    }),
  );
}

/**
 * Fills a path with received values. The path must stay in the folder before its first placeholder, even through links
 * (docs/runners.md#19).
 * @param template an absolute path
 * @throws Error when the path leads elsewhere
 */
export function placeOf(template: string, values: Placeholders): string {
  const at = template.search(placeholder);
  const [path] = fill([template], values) as [string];
  if (at === -1) return path;
  const folder = dirname(`${template.slice(0, at)}x`);
  const isOut =
    !isWithin(resolve(path), folder) ||
    (existsSync(path) && !isWithin(realpathSync(path), realpathSync(folder)));
  if (!isOut) return path;
  throw new Error(`${path} leads out of ${folder}. Name the folder itself, or replace the link in it.`);
}

/** Tells whether a path lies in a folder, by its text alone. */
export const isWithin = (path: string, folder: string): boolean =>
  path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/** The exit code with which a command says that its failure does not concern the case and may pass (sysexits.h). */
const tryAgain = 75;
const wrongSetting = 78;

/**
 * Returns what the exit code of a command says: `transient` or `fatal` for a failure that does not concern the case; undefined
 * for a result.
 */
export function complaintOf({ code }: Pick<Finished, 'code'>): 'transient' | 'fatal' | undefined {
  if (code === tryAgain) return 'transient';
  return code === wrongSetting ? 'fatal' : undefined;
}

const broken = {
  outcome: 'error',
  tests_ran: 0,
  tests_passed: 0,
  input_tokens: null,
  output_tokens: null,
} as const;

/**
 * Returns the result that a command reports: the last line of its output that is a JSON object with `outcome`, `tests_ran`,
 * `tests_passed`, `input_tokens`, `output_tokens`. A command that fails, or reports nothing, is an `error`.
 */
export function resultOf({ code, tail, milliseconds }: Finished): RunResult {
  return { ...(code === 0 ? (saidIn(tail) ?? broken) : broken), elapsed_milliseconds: milliseconds };
}

/** Reads a result from the last line of an output that is a JSON object; undefined if that line states no outcome. */
export function saidIn(output: string): Omit<RunResult, 'elapsed_milliseconds' | 'best_of'> | undefined {
  const said = lastObject(output);
  const outcome = runOutcomes.find(each => each === said?.outcome);
  if (!said || !outcome) return undefined;
  const whole = (name: string) => (Number.isSafeInteger(said[name]) ? (said[name] as number) : null);
  return {
    outcome,
    tests_ran: whole('tests_ran') ?? 0,
    tests_passed: whole('tests_passed') ?? 0,
    input_tokens: whole('input_tokens'),
    output_tokens: whole('output_tokens'),
  };
}

/** Returns the last line of an output that begins like a JSON object; undefined if it is not JSON. */
export function lastObject(output: string): Record<string, unknown> | undefined {
  const line = output
    .trimEnd()
    .split('\n')
    .findLast(text => text.startsWith('{'));
  return unlessThrown(() => JSON.parse(line ?? ''));
}
