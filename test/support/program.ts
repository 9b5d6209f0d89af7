/** Programs of the project: as processes of their own, or in this one, where none has to start. */
import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundle, bundleFolder, worker } from '../../scripts/support/bundle.ts';
import type { Host } from '../../scripts/support/host.ts';

const folder = join(bundleFolder, `programs-${process.pid}`);
const bundles = new Map<string, Promise<string>>();

/**
 * Bundles a program, once for a run of all tests or for a test file that runs by itself, and returns the path of the bundle.
 * It starts in a fifth of the time that tsx needs for the same source.
 * @param entry path of the source from the root of the project, such as `scripts/catalog.ts`
 */
export function program(entry: string): Promise<string> {
  const { TEST_PROGRAMS } = process.env;
  const shared = TEST_PROGRAMS && join(TEST_PROGRAMS, entry.replace(/\.ts$/, '.mjs'));
  if (shared && existsSync(shared)) return Promise.resolve(shared);
  if (bundles.size === 0) process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const made = bundles.get(entry) ?? bundle([entry, worker], folder).then(({ files }) => files[0]!);
  bundles.set(entry, made);
  return made;
}

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Runs a program to the end.
 * @param environment its whole environment, apart from `PATH`
 * @param cwd where it runs
 */
export async function run(
  entry: string,
  words: readonly string[],
  environment: Record<string, string> = {},
  cwd?: string,
): Promise<Outcome> {
  const child = spawn(process.execPath, [await program(entry), ...words], {
    ...(cwd !== undefined && { cwd }),
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', chunk => {
    stdout += chunk;
  });
  child.stderr.on('data', chunk => {
    stderr += chunk;
  });
  return new Promise(resolve => child.once('close', code => resolve({ code, stdout, stderr })));
}

/**
 * Runs a command in this process.
 * @param environment its whole environment
 */
export async function call(
  command: (host: Host) => Promise<void> | void,
  words: readonly string[],
  environment: Record<string, string> = {},
): Promise<Outcome> {
  const outcome = { stdout: '', stderr: '' };
  const output = (name: keyof typeof outcome) => ({
    write: (text: string) => {
      outcome[name] += text;
    },
  });
  const host: Host = {
    argv: ['', '', ...words],
    env: environment,
    stdout: output('stdout'),
    stderr: output('stderr'),
    exitCode: 0,
  };
  await command(host);
  await closeFetches();
  return { code: Number(host.exitCode), ...outcome };
}

/** Closes the connections that `fetch` keeps, as the end of a process does: servers that stop wait for them. */
async function closeFetches(): Promise<void> {
  const name = Symbol.for('undici.globalDispatcher.1');
  const holder = globalThis as unknown as Record<symbol, Dispatcher | undefined>;
  const dispatcher = holder[name];
  if (!dispatcher) return;
  holder[name] = new dispatcher.constructor();
  await dispatcher.close();
}

interface Dispatcher {
  constructor: new () => Dispatcher;
  close(): Promise<void>;
}
