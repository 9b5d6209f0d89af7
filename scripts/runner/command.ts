/** The command that executes one case: its placeholders, and how its result is read. */
import { spawn } from 'node:child_process';
import { type RunOutcome, runOutcomes } from '#document/kind/run-summary.ts';

/** What may stand in a command as `{name}`; each becomes part of one argument, and no shell ever reads it. */
export type Placeholders = Readonly<Record<string, string>>;

/** What a run came to. */
export interface RunResult {
  outcome: RunOutcome;
  tests_ran: number;
  tests_passed: number;
  input_tokens: number | null;
  output_tokens: number | null;
  elapsed_milliseconds: number;
}

/**
 * Puts values in the place of `{case}`, `{case_digest}`, `{lock}`, `{formation}`, `{suite}`, `{repetition}` and
 * `{model:ROLE}`.
 * @throws Error that names a placeholder which does not exist
 */
export function fill(parts: readonly string[], values: Placeholders): string[] {
  return parts.map(part =>
    part.replace(/\{([a-z_]+(?::[a-z0-9-]+)?)\}/g, (_, name: string) => {
      const value = values[name];
      if (value !== undefined) return value;
      throw new Error(
        `There is no {${name}}; there are ${Object.keys(values)
          .map(each => `{${each}}`)
          .join(', ')}.`,
      );
    }),
  );
}

/**
 * Runs a command. Its last line of output that is a JSON object says what came of it: `outcome`, `tests_ran`,
 * `tests_passed`, `input_tokens`, `output_tokens`. A command that fails, or says nothing, is an `error`.
 */
export function execute(parts: readonly string[], signal: AbortSignal): Promise<RunResult> {
  const begun = performance.now();
  return new Promise(resolve => {
    const [program = '', ...options] = parts;
    const child = spawn(program, options, { stdio: ['ignore', 'pipe', 'inherit'], signal });
    let output = '';
    child.stdout.on('data', chunk => {
      // Only the end counts, and a talkative command must not fill the memory.
      output = (output + String(chunk)).slice(-65_536);
    });
    const end = (code: number | null) =>
      resolve({ ...resultOf(code, output), elapsed_milliseconds: Math.round(performance.now() - begun) });
    child.once('error', () => end(null));
    child.once('close', code => end(code));
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
