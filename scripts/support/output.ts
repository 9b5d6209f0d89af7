/** The output of commands: documents go to standard output, and everything else for people to standard error. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createInterface } from 'node:readline/promises';
import { harmless } from './harmless.ts';
import type { Host } from './host.ts';

const hosts = new AsyncLocalStorage<Host>();

/** Runs a function so that its output and environment are those of a host. */
export const within = <Result>(host: Host, work: () => Result): Result => hosts.run(host, work);

const host = (): Host => hosts.getStore() ?? process;

/** Returns the environment variables of the command. */
export const environment = (): Host['env'] => host().env;

/** Tells whether a person reads the messages, at a terminal. */
export const isTerminal = (): boolean => host().stderr.isTTY === true;

/** Writes a document to the output, without characters that could control a terminal. */
export function print(document: string): void {
  host().stdout.write(harmless(document.endsWith('\n') ? document : `${document}\n`));
}

/** Writes a line to the person who runs the command, on standard error. */
export function say(line: string): void {
  host().stderr.write(`${harmless(line)}\n`);
}

/** Adds a result to the list `results` of `--json` (docs/command.md#3); does nothing without that option. */
export function report(result: Readonly<Record<string, unknown>>): void {
  host().results?.push(result);
}

/** Asks the person at the terminal a question, and returns whether the answer is yes. Without a terminal, returns false. */
export async function confirm(question: string): Promise<boolean> {
  const { stdin, stderr } = host();
  if (!stdin?.isTTY || !stderr.isTTY) return false;
  stderr.write(harmless(question));
  const lines = createInterface({ input: stdin });
  try {
    const { value } = await lines[Symbol.asyncIterator]().next();
    return /^y(?:es)?$/i.test(String(value).trim());
  } finally {
    lines.close();
  }
}

/** Returns a count with its noun: `1 file`, `2 files`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
