/** Runs a program to its end, and handles the signals that arrive meanwhile. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** The signals that ask a process to end. */
const endings = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Runs Node.js to its end, and passes on the signals that ask this process to end; a second signal kills the child. This process
 * then ends by the same signal. It also does so when another signal ended the child.
 * @param words the arguments of Node.js
 * @param tidy removes what a child leaves when a signal ends it
 * @returns the exit code of the child
 */
export function runChild(words: readonly string[], tidy: () => void): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, words, { stdio: 'inherit' });
    let asked: NodeJS.Signals | undefined;
    const pass = (signal: NodeJS.Signals) => {
      child.kill(asked ? 'SIGKILL' : signal);
      asked ??= signal;
    };
    for (const signal of endings) process.on(signal, pass);
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      for (const each of endings) process.off(each, pass);
      const ending = asked ?? signal;
      if (ending) {
        tidy();
        endBy(ending);
      }
      resolve(code ?? 1);
    });
  });
}

/** Ends this process as if it did not handle the signal. */
function endBy(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  // The first process of a container is not ended by a signal that it does not handle.
  process.exit(128 + constants.signals[signal]);
}

/**
 * Lets signals end this process from now on, even the first process of a container, until the program handles them itself. It
 * would otherwise ignore them while it loads, and be killed ten seconds later.
 */
export function endUntilHandled(): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) endBy(signal);
    });
  // It asks a server for the newest catalog, which one that starts reads anyway.
  process.on('SIGHUP', () => {});
}
