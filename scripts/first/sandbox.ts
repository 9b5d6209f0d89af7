/** A process that runs programs of strangers, without environment, files and modules; one that hangs or dies is replaced. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';

/** Why a test failed; empty when it passed. */
type Failure = string;

export interface Sandbox {
  /** What each test says of a program. Tests are statements that call `same(actual, expected)` once. */
  run(code: string, tests: readonly string[]): Promise<Failure[]>;
  close(): void;
}

const child = join(import.meta.dirname, 'sandbox-child.mjs');
/** Longer than all tests of a program may take. */
const patienceMilliseconds = 20_000;

/** Starts a sandbox. Questions are answered one after the other. */
export function openSandbox(): Sandbox {
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const ask = async (code: string, tests: readonly string[]): Promise<Failure[]> => {
    worker ??= startWorker();
    const line = await worker.ask(JSON.stringify({ code, tests }));
    if (line !== undefined) return JSON.parse(line);
    worker.end();
    worker = undefined;
    return tests.map(() => 'The program used too much memory or time.');
  };
  return {
    run: (code, tests) => {
      const asked = last.then(() => ask(code, tests));
      last = asked.catch(() => undefined);
      return asked;
    },
    close: () => worker?.end(),
  };
}

interface Worker {
  /** A line of answer; undefined when there is none. */
  ask(line: string): Promise<string | undefined>;
  end(): void;
}

function startWorker(): Worker {
  const options = ['--max-old-space-size=64', ...permissionOptions(), child];
  const running = spawn(process.execPath, options, { stdio: ['pipe', 'pipe', 'ignore'], env: {} });
  // A process that died is noticed by the answer that does not come.
  running.on('error', () => undefined);
  running.stdin.on('error', () => undefined);
  const lines = createInterface({ input: running.stdout });
  return {
    ask: line => answerOf(running, lines, line),
    end: () => {
      lines.close();
      running.kill('SIGKILL');
    },
  };
}

/** Where Node.js has permissions, the process has none but to read its own program. */
function permissionOptions(): string[] {
  const flag = ['--permission', '--experimental-permission'].find(each =>
    process.allowedNodeEnvironmentFlags.has(each),
  );
  return flag === undefined ? [] : [flag, `--allow-fs-read=${child}`];
}

function answerOf(running: ChildProcess, lines: Interface, line: string): Promise<string | undefined> {
  return new Promise(resolve => {
    const timer = setTimeout(() => end(undefined), patienceMilliseconds);
    const onEnd = () => end(undefined);
    const end = (answer: string | undefined) => {
      clearTimeout(timer);
      lines.off('line', end);
      running.off('close', onEnd);
      resolve(answer);
    };
    lines.once('line', end);
    running.once('close', onEnd);
    running.stdin!.write(`${line}\n`);
  });
}
