/** A program that is run for a case: in a group of its own, with all that it printed on disk. */
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

interface Started {
  folder?: string | undefined;
  environment?: Readonly<Record<string, string>>;
  /** What it reads; nothing by default. */
  input?: string;
  /** The file that gets all of its standard output. */
  transcript?: string;
  /** Told its process id when it has begun. */
  onStart?: (pid: number) => void;
  signal: AbortSignal;
}

export interface Finished {
  /** Null when a signal ended it. */
  code: number | null;
  /** The end of its standard output: no more is kept in memory. */
  tail: string;
  milliseconds: number;
}

const longestTail = 65_536;
/** How long a program that is to stop has to do so before it is killed. */
const graceMilliseconds = 5000;

/**
 * Runs a program to its end. When it is stopped, so is everything that it started.
 * @throws Error when it cannot be started: that says nothing about the case and would happen for all of them
 */
export function runProgram(words: readonly string[], started: Started): Promise<Finished> {
  const { folder, environment, input, transcript, onStart, signal } = started;
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const [program = '', ...options] = words;
    // A group of its own: Ctrl-C reaches the runner alone, which lets the program finish.
    const child = spawn(program, options, {
      cwd: folder,
      env: { ...process.env, ...environment },
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'inherit'],
      detached: process.platform !== 'win32',
    });
    const stop = stopping(child.pid, () => child.kill());
    signal.addEventListener('abort', stop.begin);
    if (child.pid !== undefined) onStart?.(child.pid);
    let tail = '';
    child.stdout!.on('data', chunk => {
      tail = (tail + String(chunk)).slice(-longestTail);
    });
    const kept = transcript
      ? pipeline(child.stdout!, createWriteStream(transcript)).catch(() => {})
      : undefined;
    // One that ends without reading its input is no fault of the runner's.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
    child.once('error', error => {
      if (child.pid !== undefined) return;
      const { code } = error as NodeJS.ErrnoException;
      reject(new Error(`The command ${program} cannot be started (${code}).`));
    });
    child.once('close', code => {
      signal.removeEventListener('abort', stop.begin);
      stop.end();
      const milliseconds = Math.round(performance.now() - begun);
      void Promise.resolve(kept).then(() => resolve({ code, tail, milliseconds }));
    });
    if (signal.aborted) stop.begin();
  });
}

/** Stops a group of processes: politely, then at once. */
function stopping(pid: number | undefined, otherwise: () => void) {
  let timer: NodeJS.Timeout | undefined;
  const send = (name: NodeJS.Signals) => {
    try {
      if (pid !== undefined) process.kill(-pid, name);
    } catch {
      otherwise();
    }
  };
  return {
    begin() {
      send('SIGTERM');
      timer = setTimeout(() => send('SIGKILL'), graceMilliseconds);
    },
    end() {
      clearTimeout(timer);
    },
  };
}
