/** The parts of a process that a command uses. `process` is one; tests run many commands in theirs, each with its own. */
export interface Host {
  /** The program and the words after it, which begin at the third. */
  argv: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  stdout: Output;
  stderr: Output;
  /** The terminal input; absent when there is no terminal. */
  stdin?: NodeJS.ReadableStream & { isTTY?: boolean };
  /** The list that collects results for `--json`. */
  results?: unknown[];
  /** The exit code, which the command sets when it is not 0. */
  exitCode?: number | string | null | undefined;
}

interface Output {
  write(text: string): unknown;
  isTTY?: boolean;
}
