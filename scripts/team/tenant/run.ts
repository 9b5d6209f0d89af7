/** `tenant run`: the reference runner, with the credential of a runner. */
import { lockReader } from '../../runner/options.ts';
import { work } from '../../runner/runner.ts';
import { Failure } from '../failure.ts';
import { counted, say } from '../output.ts';
import { type Connection, orAway } from './connection.ts';

export interface RunOptions {
  locks?: string;
  once: boolean;
  heartbeatSeconds: number;
}

/** Carries out assignments until it is stopped or, with `once`, nothing is left. @throws Failure when it cannot go on */
export async function runAssignments(
  { client }: Connection,
  command: readonly string[],
  { locks: folder, once, heartbeatSeconds }: RunOptions,
): Promise<void> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const running = work({
    client,
    lockText: lockReader(client, folder),
    command,
    once,
    heartbeatMilliseconds: heartbeatSeconds * 1000,
    log: say,
    signal: stop.signal,
  });
  const submitted = await orAway(running).catch(error => {
    throw error instanceof Failure ? error : new Failure('wrongUse', (error as Error).message);
  });
  say(`${counted(submitted, 'run')} submitted. Next: agent-topology tenant watch JOB`);
}
