/** The server as operators start it: through the launcher, in one process or several. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { TestContext } from 'node:test';
import { writeKeyFile } from '#document/proof/key-file.ts';
import { freePort } from '../../scripts/support/port.ts';
import { testRing } from '../keys.ts';
import { catalogFile } from './catalog-file.ts';
import { temporaryFolder } from './folder.ts';
import { exampleDist } from './shared.ts';

export interface Launched {
  address: string;
  child: ChildProcess;
  /** All that it wrote so far. */
  output(): string;
  /** Returns the part of it on standard error. */
  errors(): string;
  /** Resolves when what it writes matches so often; rejects when it ends before. */
  until(pattern: RegExp, times?: number): Promise<void>;
  /** Resolves with its exit code when it has ended. */
  ended: Promise<number | null>;
}

const folder = temporaryFolder();

/**
 * Starts it over the small catalog; it is killed after the test.
 * @param limit a command of the shell that runs before it, such as `ulimit -f 1000`
 */
export async function launch(
  context: Pick<TestContext, 'after'>,
  environment: Record<string, string> = {},
  limit = 'true',
): Promise<Launched> {
  const port = Number(environment.PORT ?? (await freePort()));
  const command = [process.execPath, catalogFile, 'serve'];
  const child = spawn('sh', ['-c', `${limit}; exec "$0" "$@"`, ...command], {
    env: {
      ...{ PATH: process.env.PATH, PORT: String(port), TICKET_TIMEOUT: '30000', DIST_DIR: exampleDist() },
      SIGNING_KEY: writeKeyFile(testRing()),
      ...environment,
      // The bundle is made once for all of them.
      DATA_DIR: environment.DATA_DIR ?? folder,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return watched(context, child, port);
}

/** A server that was started, whose output is read; it is ended after the test. */
export function watched(context: Pick<TestContext, 'after'>, child: ChildProcess, port: number): Launched {
  let [text, errors] = ['', ''];
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', chunk => {
      text += chunk;
      if (stream === child.stderr) errors += chunk;
      child.emit('said');
    });
  const ended = new Promise<number | null>(resolve => child.once('exit', resolve));
  context.after(() => {
    child.kill('SIGTERM');
    return ended;
  });
  const until = (pattern: RegExp, times = 1) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if ((text.match(new RegExp(pattern, 'g')) ?? []).length < times) return;
        child.off('said', look);
        resolve();
      };
      child.on('said', look);
      child.once('exit', code => reject(new Error(`ended with ${code}: ${text}`)));
      look();
    });
  return {
    address: `http://127.0.0.1:${port}`,
    child,
    output: () => text,
    errors: () => errors,
    until,
    ended,
  };
}
