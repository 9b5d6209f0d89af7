/** Starts the reference runner for a command: its ledger, its documents, and what Ctrl-C does. */
import { join } from 'node:path';
import { sha256Hex } from '#document/text/digest.ts';
import type { Client } from './client.ts';
import { openDocuments } from './documents.ts';
import { dropTokens } from './environment.ts';
import { Ledger, stateFolder } from './ledger.ts';
import { mannerOf, type RunnerSettings } from './options.ts';
import { work } from './runner.ts';

interface Place {
  client: Client;
  baseUrl: string;
  tenant: string;
  /** The public part of the token. */
  credential: string;
}

interface Surroundings {
  env: Readonly<Record<string, string | undefined>>;
  log(line: string): unknown;
}

/**
 * Runs until it is stopped. The first Ctrl-C ends after the runs that are under way; the second, or SIGTERM, hands them back.
 * @returns the number of runs that were submitted
 * @throws Error that says why it cannot go on
 */
export async function startRunner(
  { client, baseUrl, tenant, credential }: Place,
  words: readonly string[],
  settings: RunnerSettings,
  { env, log }: Surroundings,
): Promise<number> {
  const manner = mannerOf(settings, words, env);
  // The client has its token: what this process starts could read it in the environment.
  dropTokens();
  const own = sha256Hex(JSON.stringify([baseUrl, tenant, credential])).slice(0, 24);
  const ledger = new Ledger(settings.state ?? join(stateFolder(env, 'runs'), own));
  const [finish, stop] = [new AbortController(), new AbortController()];
  const interrupt = () => {
    if (finish.signal.aborted) return stop.abort();
    log('Finishing the runs that are under way. Press Ctrl-C again to hand them back.');
    finish.abort();
  };
  const terminate = () => stop.abort();
  process.on('SIGINT', interrupt).on('SIGTERM', terminate);
  try {
    return await work({
      client,
      documents: openDocuments(client, baseUrl, settings.name),
      ledger,
      manner,
      settings,
      log,
      finish: finish.signal,
      stop: stop.signal,
    });
  } finally {
    ledger.close();
    process.off('SIGINT', interrupt).off('SIGTERM', terminate);
  }
}
