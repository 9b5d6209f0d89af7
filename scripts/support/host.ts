/**
 * The parts of a process that a command uses. `process` is a host; tests run many commands in one process, each with a host of
 * its own.
 */
export interface Host {
  /** The program and its arguments; the arguments begin at the third item. */
  argv: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  stdout: Output;
  stderr: Output;
  /** The input of the terminal; absent if there is no terminal. */
  stdin?: NodeJS.ReadableStream & { isTTY?: boolean };
  /** The list that collects results for `--json`; absent without that option. */
  results?: unknown[];
  /** The exit code, which the command sets unless it is 0. */
  exitCode?: number | string | null | undefined;
}

interface Output {
  write(text: string): unknown;
  isTTY?: boolean;
}
