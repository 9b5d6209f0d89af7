/** Server processes of their own, as operators start them: to be killed, or to be two over one database. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { TestContext } from 'node:test';
import { writeKeyFile } from '#document/proof/key-file.ts';
import { freePort } from '../../scripts/support/port.ts';
import type { DatabasePlace } from '../../server/store/database/database.ts';
import { testRing } from '../keys.ts';
import { catalogFile } from './catalog-file.ts';
import { exampleDist } from './shared.ts';

export interface ServerProcess {
  address: string;
  pid: number;
  /** Ends it without any notice, and resolves when it is gone. */
  kill(): Promise<void>;
}

/**
 * Starts `server/main.ts` over the small catalog and a database, and resolves when it listens.
 * @param more settings, and how many files it may open
 */
export async function startProcess(
  context: Pick<TestContext, 'after'>,
  { dataDir, databaseUrl }: DatabasePlace,
  { environment, openFiles }: { environment?: Record<string, string>; openFiles?: number } = {},
): Promise<ServerProcess> {
  const port = await freePort();
  const limit = openFiles === undefined ? '' : `ulimit -n ${openFiles}; `;
  const command = `${limit}exec "$0" ${catalogFile} serve`;
  const child = spawn('sh', ['-c', command, process.execPath], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      // What is counted must not depend on how busy the machine is.
      TICKET_TIMEOUT: '30000',
      ...{ DATA_DIR: dataDir, DIST_DIR: exampleDist(), SIGNING_KEY: writeKeyFile(testRing()) },
      ...{ RECEIPTS_PER_MINUTE: '1000000000', MCP_REQUESTS_PER_MINUTE: '1000000000' },
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()));
  const kill = () => {
    child.kill('SIGKILL');
    return ended;
  };
  context.after(kill);
  await listening(child);
  return { address: `http://127.0.0.1:${port}`, pid: child.pid!, kill };
}

function listening(child: ChildProcess): Promise<void> {
  let text = '';
  return new Promise((resolve, reject) => {
    const take = (chunk: Buffer) => {
      text += chunk;
      if (text.includes('serving http')) resolve();
    };
    child.stdout!.on('data', take);
    child.stderr!.on('data', take);
    child.once('exit', code => reject(new Error(`The server ended with ${code}: ${text}`)));
  });
}
