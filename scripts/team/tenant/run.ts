/** `tenant run`: the reference runner, with the credential of a runner. */
import type { RunnerSettings } from '../../runner/options.ts';
import { startRunner } from '../../runner/start.ts';
import { Failure } from '../failure.ts';
import { counted, environment, say } from '../output.ts';
import { type Connection, orAway } from './connection.ts';

/** Carries out assignments until it is stopped or, with `once`, nothing is left. @throws Failure when it cannot go on */
export async function runAssignments(
  connection: Connection,
  words: readonly string[],
  settings: RunnerSettings,
): Promise<void> {
  const running = startRunner(connection, words, settings, {
    again: ['tenant'],
    env: environment(),
    log: say,
  });
  const submitted = await orAway(running).catch(error => {
    throw error instanceof Failure ? error : new Failure('wrongUse', (error as Error).message);
  });
  say(`${counted(submitted, 'run')} submitted. Next: agent-topology tenant watch JOB`);
}
