/** A runner: claims, keeps its lease alive, executes, submits, and drops what it has lost. */
import { setTimeout as wait } from 'node:timers/promises';
import { readDocument } from '#document/front-matter.ts';
import type { Assignment } from '#document/kind/assignment.ts';
import type { ExecutionLock } from '#document/kind/execution-lock.ts';
import { type Client, type ClientAnswer, messageOf, Unreachable } from './client.ts';
import { assignmentNames, checkPlaceholders, execute, fill, type RunResult } from './command.ts';

interface RunnerOptions {
  client: Client;
  /** The text of an execution lock, for its role models; undefined when it cannot be read. */
  lockText(digest: string): Promise<string | undefined>;
  /** Program and arguments, with placeholders. */
  command: readonly string[];
  /** Whether to end when nothing is left to do instead of waiting for more. */
  once: boolean;
  heartbeatMilliseconds: number;
  log(line: string): void;
  signal: AbortSignal;
}

/**
 * Runs until it is stopped or, with `once`, until there is nothing left to do. Returns the number of runs it submitted.
 * @throws Error when it is refused, or its command cannot be executed
 */
export async function work(options: RunnerOptions): Promise<number> {
  checkPlaceholders(options.command);
  let submitted = 0;
  while (!options.signal.aborted) {
    const answer = await patiently(options, () =>
      options.client.post('runner/claims', messageOf('runner_claim')),
    );
    if (answer === undefined) continue;
    if (answer.status !== 200) throw new Error(`${answer.status}: ${String(answer.fields.description)}`);
    const given = answer.fields as Assignment;
    if (given.assignment !== 'none') {
      if (await carryOut(given, options)) submitted += 1;
    } else if (options.once) break;
    else
      await wait(1000 * Number(answer.headers.get('retry-after') ?? 5), undefined, options).catch(() => {});
  }
  return submitted;
}

/** Asks the service. Undefined if it is unavailable, which a runner that waits for assignments tolerates. */
async function patiently(
  { once, log }: RunnerOptions,
  ask: () => Promise<ClientAnswer>,
): Promise<ClientAnswer | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (once || !(error instanceof Unreachable)) throw error;
    log(error.message);
    return undefined;
  }
}

/** Executes an assignment under its lease. Returns whether its summary was accepted. */
async function carryOut(given: Assignment, options: RunnerOptions): Promise<boolean> {
  const lost = new AbortController();
  const beat = setInterval(() => void keepAlive(given, options, lost), options.heartbeatMilliseconds);
  let result: RunResult;
  try {
    const command = fill(options.command, await placeholders(given, options));
    result = await execute(command, AbortSignal.any([lost.signal, options.signal]));
  } finally {
    clearInterval(beat);
  }
  // A stopped run says nothing about the lock: let the lease expire, so that another runner starts over.
  if (lost.signal.aborted || options.signal.aborted) return false;
  const summary = messageOf('run_summary', { lease: given.lease, ...result });
  const answer = await patiently(options, () => options.client.post('runs', summary));
  if (answer === undefined) return false;
  options.log(
    `${given.assignment} ${given.case}: ${answer.status === 200 ? result.outcome : String(answer.fields.code)}`,
  );
  return answer.status === 200;
}

/** Renews the lease. Stops the run if the lease is lost or the run is no longer needed. */
async function keepAlive(
  given: Assignment,
  { client, log }: RunnerOptions,
  lost: AbortController,
): Promise<void> {
  const answer = await client
    .post('runner/heartbeats', messageOf('heartbeat', { lease: given.lease }))
    .catch(() => undefined);
  if (answer === undefined || (answer.status === 200 && answer.fields.cancel_requested !== true)) return;
  log(`${given.assignment}: ${answer.status === 200 ? 'cancelled' : String(answer.fields.code)}`);
  lost.abort();
}

async function placeholders(given: Assignment, { lockText }: RunnerOptions): Promise<Record<string, string>> {
  const text = await lockText(given.lock!);
  const reading = text === undefined ? undefined : readDocument(text);
  const roles = reading?.ok ? (reading.document.value as unknown as ExecutionLock).roles : [];
  return {
    ...Object.fromEntries(assignmentNames.map(name => [name, String(given[name])])),
    ...Object.fromEntries(roles.map(role => [`model:${role.id}`, role.model_id ?? 'none'])),
  };
}
