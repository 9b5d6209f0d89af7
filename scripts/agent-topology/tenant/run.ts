/**
 * `tenant run`: starts the reference runner with the credential of a runner, its ledger and its documents, and handles Ctrl-C.
 */
import { join } from 'node:path';
import { sha256Hex } from '#document/text/digest.ts';
import { openDocuments } from '../../runner/documents.ts';
import { dropTokens } from '../../runner/environment.ts';
import { Ledger, stateFolder } from '../../runner/ledger.ts';
import { mannerOf, type RunnerSettings, readRunnerToken } from '../../runner/options.ts';
import { work } from '../../runner/runner.ts';
import { Failure, wrongUse } from '../../support/failure.ts';
import { counted, environment, say } from '../../support/output.ts';
import { type Connection, type ConnectionOptions, connect } from './connection.ts';

/**
 * Carries out assignments until it is stopped or, with `once`, nothing is left. The first Ctrl-C waits for the runs that are
 * under way; the second, or SIGTERM, hands them back.
 * @throws Failure when it cannot continue
 */
export async function runAssignments(
  place: ConnectionOptions,
  words: readonly string[],
  settings: RunnerSettings,
): Promise<void> {
  try {
    const token = settings.tokenStdin && { AGENT_TOPOLOGY_TOKEN: await readRunnerToken() };
    const submitted = await start(connect(place, { ...environment(), ...token }), words, settings);
    say(`${counted(submitted, 'run')} submitted. Next: agent-topology tenant watch JOB`);
  } catch (error) {
    throw error instanceof Failure ? error : wrongUse((error as Error).message);
  }
}

async function start(
  { client, baseUrl, tenant, credential }: Connection,
  words: readonly string[],
  settings: RunnerSettings,
): Promise<number> {
  const env = environment();
  const manner = mannerOf(settings, words, env);
  // The client has its token: what this process starts could read it in the environment.
  dropTokens();
  const own = sha256Hex(JSON.stringify([baseUrl, tenant, credential])).slice(0, 24);
  const ledger = new Ledger(settings.state ?? join(stateFolder(env, 'runs'), own));
  const [finish, stop] = [new AbortController(), new AbortController()];
  const interrupt = () => {
    if (finish.signal.aborted) return stop.abort();
    say('Finishing the runs that are under way. Press Ctrl-C again to hand them back.');
    finish.abort();
  };
  const terminate = () => stop.abort();
  process.on('SIGINT', interrupt).on('SIGTERM', terminate);
  const documents = openDocuments(client, baseUrl, settings.name);
  const signals = { finish: finish.signal, stop: stop.signal };
  try {
    return await work({ client, documents, ledger, manner, settings, log: say, ...signals });
  } finally {
    ledger.close();
    process.off('SIGINT', interrupt).off('SIGTERM', terminate);
  }
}
