/** `tenant run`: the reference runner, with the credential of a runner. */
import { type RunnerSettings, readRunnerToken } from '../../runner/options.ts';
import { startRunner } from '../../runner/start.ts';
import { Failure } from '../../support/failure.ts';
import { counted, environment, say } from '../../support/output.ts';
import { type ConnectionOptions, connect } from './connection.ts';

/** Carries out assignments until it is stopped or, with `once`, nothing is left. @throws Failure when it cannot go on */
export async function runAssignments(
  place: ConnectionOptions,
  words: readonly string[],
  settings: RunnerSettings,
): Promise<void> {
  const variables = settings.tokenStdin
    ? { ...environment(), AGENT_TOPOLOGY_TOKEN: await readRunnerToken() }
    : environment();
  const connection = connect(place, variables);
  const surroundings = { env: environment(), log: say };
  const submitted = await startRunner(connection, words, settings, surroundings).catch(error => {
    throw error instanceof Failure ? error : new Failure('wrongUse', (error as Error).message);
  });
  say(`${counted(submitted, 'run')} submitted. Next: agent-topology tenant watch JOB`);
}
