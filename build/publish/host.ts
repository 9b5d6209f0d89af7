/** The parts of a process that a build uses. `process` is one; tests run many builds in theirs, each with its own. */
export interface Host {
  /** The program and the words after it, which begin at the third. */
  argv: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  stdout: Output;
  stderr: Output;
  /** The exit code, which the build sets when it has ended. */
  exitCode?: number | string | null | undefined;
}

/** A stream of text for people or tools. */
export interface Output {
  write(text: string): unknown;
  isTTY?: boolean;
}
