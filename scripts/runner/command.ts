/** The command that executes one case: its placeholders, and how its result is read. */
import { spawn } from 'node:child_process';
import type { Assignment } from '#document/kind/assignment.ts';
import { type RunOutcome, runOutcomes } from '#document/kind/run-summary.ts';

/** What may be in a command as `{name}`; each becomes part of one argument, and no shell ever reads it. */
type Placeholders = Readonly<Record<string, string>>;

/** The result of a run. */
export interface RunResult {
  outcome: RunOutcome;
  tests_ran: number;
  tests_passed: number;
  input_tokens: number | null;
  output_tokens: number | null;
  elapsed_milliseconds: number;
}

const placeholder = /\{([a-z_]+(?::[a-z0-9-]+)?)\}/g;

/** The placeholders of every assignment. Those of the roles of a lock, `{model:ROLE}`, come with its text. */
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
 * Checks a command. Call it before claiming an assignment.
 * @throws Error that names a placeholder which no assignment has
 */
export function checkPlaceholders(parts: readonly string[]): void {
  for (const [, name = ''] of parts.join(' ').matchAll(placeholder)) {
    if (name.startsWith('model:') || assignmentNames.some(each => each === name)) continue;
    throw noPlaceholder(name, [...assignmentNames, 'model:ROLE']);
  }
}

/**
 * Replaces placeholders by values.
 * @throws Error that names a placeholder which does not exist
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
 * Runs a command. The last line of its output that is a JSON object gives the result: `outcome`, `tests_ran`,
 * `tests_passed`, `input_tokens`, `output_tokens`. A command that fails, or says nothing, is an `error`.
 * @throws Error when the command cannot be started: that says nothing about the case and would happen for all of them
 */
export function execute(parts: readonly string[], signal: AbortSignal): Promise<RunResult> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const [program = '', ...options] = parts;
    const child = spawn(program, options, { stdio: ['ignore', 'pipe', 'inherit'], signal });
    let output = '';
    child.stdout.on('data', chunk => {
      // Keep only the end, so that a verbose command cannot fill the memory.
      output = (output + String(chunk)).slice(-65_536);
    });
    child.once('error', error => {
      if (child.pid !== undefined) return;
      reject(
        new Error(`The command ${program} cannot be started (${(error as NodeJS.ErrnoException).code}).`),
      );
    });
    child.once('close', code =>
      resolve({ ...resultOf(code, output), elapsed_milliseconds: Math.round(performance.now() - begun) }),
    );
  });
}

const broken = {
  outcome: 'error',
  tests_ran: 0,
  tests_passed: 0,
  input_tokens: null,
  output_tokens: null,
} as const;

function resultOf(code: number | null, output: string): Omit<RunResult, 'elapsed_milliseconds'> {
  const line = output
    .trimEnd()
    .split('\n')
    .findLast(text => text.startsWith('{'));
  if (code !== 0 || line === undefined) return broken;
  try {
    const said = JSON.parse(line) as Record<string, unknown>;
    const whole = (name: string) => (Number.isSafeInteger(said[name]) ? (said[name] as number) : null);
    const outcome = runOutcomes.find(each => each === said.outcome);
    if (!outcome) return broken;
    return {
      outcome,
      tests_ran: whole('tests_ran') ?? 0,
      tests_passed: whole('tests_passed') ?? 0,
      input_tokens: whole('input_tokens'),
      output_tokens: whole('output_tokens'),
    };
  } catch {
    return broken;
  }
}
