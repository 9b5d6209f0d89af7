/** The common parts of operator commands: the store, the document that each command prints, and the parsers of values. */
import { randomBytes } from 'node:crypto';
import { userInfo } from 'node:os';
import { type Command, InvalidArgumentError } from 'commander';
import { writeDocument } from '#document/text/front-matter.ts';
import { unlessThrown } from '#document/text/unless-thrown.ts';
import { readConfig } from '../../server/process/config.ts';
import { isUnusable } from '../../server/store/database/sqlite-unusable.ts';
import { openStore, type Store } from '../../server/store/store.ts';
import { rfc3339, seconds } from '../../server/support/time.ts';
import { newTicketKey } from '../../server/ticket/rule/key.ts';
import type { Host } from '../support/host.ts';

/** An error for a request of an operator that cannot be met. Its message is one line that says why and what to do. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/** The output of a command: its fields, and a sentence for people. */
export interface CommandOutput {
  fields: Record<string, unknown>;
  text: string;
}

/**
 * Runs a command on the store that the environment names, records it in the audit, and prints its output as one document.
 * @param command the name of the command, such as `tenant create`
 * @throws EnvironmentError for a wrong setting, DatabaseError when the database cannot be used, or the error of `run`
 */
export async function runCommand(
  host: Host,
  command: string,
  run: (store: Store, nowSeconds: number) => Promise<CommandOutput>,
): Promise<void> {
  const now = seconds(Date.now());
  const store = await openStore({ ...readConfig(host.env), databaseLimits: undefined }, now);
  try {
    await store.keys.ensure(newTicketKey(randomBytes), now);
    printOutput(host, command, await audited(store, host, command, () => run(store, now)));
  } finally {
    await store.close();
  }
}

/** Records a command before it runs, and then its outcome, with the operating-system user who ran it. */
async function audited<Result>(
  store: Store,
  host: Host,
  command: string,
  run: () => Promise<Result>,
): Promise<Result> {
  const words = host.argv.slice(2 + command.split(' ').length);
  const [entry, begun] = [{ os_user: osUser(), command, arguments: words }, Date.now()];
  let id = await store.audit.begin(entry, begun).catch(unlessFull);
  const end = async (outcome: 'done' | 'failed') => {
    // The command may have made room.
    id ??= await store.audit.begin(entry, begun).catch(unlessFull);
    if (id === undefined) host.stderr.write('The disk is full, so this command is not in the audit.\n');
    else await store.audit.end(id, outcome);
  };
  try {
    const result = await run();
    await end('done');
    return result;
  } catch (error) {
    // What the command says matters more than that its end was not recorded.
    await end('failed').catch(() => {});
    throw error;
  }
}

/**
 * Ignores the error of a full disk, so that a command runs without a record. The command may free space.
 * @throws any other error
 */
function unlessFull(error: unknown): undefined {
  if (!isUnusable(error, 'full')) throw error;
}

/** Returns the name of the present user, or the number of a user without a name, as in a container. */
const osUser = (): string =>
  unlessThrown(() => userInfo().username) ?? `uid ${process.getuid?.() ?? 'unknown'}`;

/** Prints the output of a command as one document. */
export function printOutput(host: Host, command: string, { fields, text }: CommandOutput): void {
  const head = { schema: 'formation.operator_report/v0.1', kind: 'operator_report', command };
  host.stdout.write(writeDocument({ ...head, ...fields }, text));
}

/**
 * Returns a time as a field (RFC 3339); undefined for null.
 * @param at seconds since 1970
 */
export const timeField = (at: number | null): string | undefined => (at === null ? undefined : rfc3339(at));

/**
 * Returns a parser of whole numbers from `min` to `max`.
 * @throws InvalidArgumentError, by that parser, for any other text
 */
export const wholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`Expected a whole number from ${min} to ${max}.`);
  };

/** The most items of a list to print, and the id after which to continue. */
export interface PageOptions {
  limit: number;
  after?: string;
}

/** Adds the options of a list that is printed page by page. */
export const paged = (command: Command, item: string): Command =>
  command
    .option('--limit <n>', 'the largest number to list', wholeNumber(1, 100_000), 1000)
    .option('--after <id>', `the ${item} after which to begin, which is the \`next\` of the page before`);

/**
 * Returns a page of a list, and the id after which the next page begins.
 * @param found one item more than the page holds, if there are more
 */
export function pageOf<Item extends { id: string }>(
  found: readonly Item[],
  limit: number,
): { shown: readonly Item[]; next: { next?: string } } {
  const shown = found.slice(0, limit);
  return { shown, next: found.length > limit ? { next: shown.at(-1)!.id } : {} };
}
