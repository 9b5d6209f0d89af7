/** A program that is run for a case: in a group of its own, with all that it printed on disk. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { killMarkedBy } from './orphan.ts';
import { asUser, type User } from './user.ts';

interface Started {
  folder?: string | undefined;
  /** All of it: nothing is inherited. */
  environment?: Record<string, string>;
  /** The user that it runs as; by default the user of the runner. */
  user?: User | undefined;
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
/** How long the output of a program that ended may still come: what outlives it may hold its output open for ever. */
const outputMilliseconds = 2000;
/** Marks a program and all that it starts. */
const markName = 'AGENT_TOPOLOGY_RUN';

/**
 * Runs a program to its end. When it is stopped, so is everything that it started; when it ends, nothing that it started goes on.
 * @throws Error when it cannot be started: that says nothing about the case and would happen for all of them
 */
export function runProgram(words: readonly string[], started: Started): Promise<Finished> {
  const { folder, environment = {}, user, input, transcript, onStart, signal } = started;
  const mark = randomUUID();
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const [program = '', ...options] = words;
    // A group of its own: Ctrl-C reaches the runner alone, which lets the program finish.
    const child = spawn(program, options, {
      cwd: folder,
      env: { ...asUser(environment, user), [markName]: mark },
      ...(user && { uid: user.uid, gid: user.gid }),
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
    // A program may end without reading its input; the runner does not count that as an error.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
    child.once('error', error => {
      if (child.pid !== undefined) return;
      const { code } = error as NodeJS.ErrnoException;
      reject(new Error(`The command ${program} cannot be started (${code}).`));
    });
    child.once('exit', () => {
      endGroup(child.pid);
      killMarkedBy(`${markName}=${mark}`);
      setTimeout(() => child.stdout!.destroy(), outputMilliseconds).unref();
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

/** Kills what is left of a group whose leader has ended: an answer must not change after it was given. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined && process.platform !== 'win32') process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing is left.
  }
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
