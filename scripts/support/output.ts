/** The output of commands: documents go to standard output, and everything else for people to standard error. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createInterface } from 'node:readline/promises';
import { harmless } from './harmless.ts';
import type { Host } from './host.ts';

const hosts = new AsyncLocalStorage<Host>();

/** Runs a function with the output and environment of a host. */
export const within = <Result>(host: Host, work: () => Result): Result => hosts.run(host, work);

const host = (): Host => hosts.getStore() ?? process;

/** Returns the variables with which the command runs. */
export const environment = (): Host['env'] => host().env;

/** Tells whether a person reads the messages. */
export const isTerminal = (): boolean => host().stderr.isTTY === true;

/** Writes a document to the output, without characters that could control a terminal. */
export function print(document: string): void {
  host().stdout.write(harmless(document.endsWith('\n') ? document : `${document}\n`));
}

/** Tells the person who runs the command something in a line. */
export function say(line: string): void {
  host().stderr.write(`${harmless(line)}\n`);
}

/** Adds to what `--json` gives as `results` (docs/command.md#3); nothing otherwise. */
export function report(result: Readonly<Record<string, unknown>>): void {
  host().results?.push(result);
}

/** Asks the person at the terminal; without a terminal the answer is no. */
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
