/**
 * The parts of a process that a build uses. `process` has them all; tests run many builds in one process, each with a host of its
 * own.
 */
export interface Host {
  /** The words of the command line. The first two are the program and its script. */
  argv: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  stdout: Output;
  stderr: Output;
  /** The exit code, which the build sets when it has ended. */
  exitCode?: number | string | null | undefined;
}

/** A stream of text for people or tools, such as the standard output. */
export interface Output {
  write(text: string): unknown;
  isTTY?: boolean;
}
