/** Servers under measurement: started on the first core, waited for, and ended by their process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectFolder } from '../../build/publish/version.ts';
import { freePort } from '../support/port.ts';
import { projectPath } from './process.ts';
import { onCore } from './tool.ts';

export interface Peer {
  name: string;
  port: number;
  /** The process that was started; it may have children. */
  pid: number;
  stop(): Promise<void>;
}

/** All load comes from one address, whose limits are not what is measured. */
const unlimited = {
  MAX_CONNECTIONS_PER_ADDRESS: '1000000000',
  AUTH_FAILURES_PER_MINUTE: '1000000000',
  RECEIPTS_PER_MINUTE: '1000000000',
  MCP_REQUESTS_PER_MINUTE: '1000000000',
};

/** Starts a server and waits until it answers; `anywhere` leaves it both cores. */
export async function startPeer(
  name: string,
  command: (port: number) => readonly string[],
  options: { environment?: Record<string, string>; anywhere?: boolean; path?: string } = {},
): Promise<Peer> {
  const port = await freePort();
  const whole = options.anywhere ? [...command(port)] : onCore(0, command(port));
  const env = { ...process.env, PATH: projectPath, PORT: String(port), ...unlimited, ...options.environment };
  const child = spawn(whole[0]!, whole.slice(1), {
    cwd: projectFolder,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', text => (said = (said + text).slice(-4000)));
  await waitFor(name, port, options.path ?? '/', () => child.exitCode !== null && said);
  return { name, port, pid: child.pid!, stop: () => stop(child) };
}

/** Asks until there is any answer. */
async function waitFor(name: string, port: number, path: string, ended: () => false | string): Promise<void> {
  for (let attempt = 0; attempt < 1500; attempt += 1) {
    const said = ended();
    if (said !== false) throw new Error(`${name} ended before it answered:\n${said}`);
    try {
      await (await fetch(`http://127.0.0.1:${port}${path}`)).arrayBuffer();
      return;
    } catch {
      await sleep(20);
    }
  }
  throw new Error(`${name} does not answer.`);
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise(resolve => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
    // Idle connections are left open for three seconds.
    setTimeout(() => child.kill('SIGKILL'), 10_000).unref();
  });
}
