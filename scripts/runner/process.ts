/** Runs a program for a case, in a process group of its own, with all of its output on disk. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createWriteStream, readdirSync, readFileSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { unlessThrown } from '#document/text/unless-thrown.ts';

interface Started {
  folder?: string | undefined;
  /** The whole environment of the program, which inherits nothing from this process; empty if absent. */
  environment?: Record<string, string>;
  /** The standard input; empty by default. */
  input?: string;
  /** The file to which all of its standard output is written; absent if only its end is needed. */
  transcript?: string;
  /**
   * The value of an environment variable by which the program and everything that it starts can be found; a random one if absent.
   */
  mark?: string | undefined;
  signal: AbortSignal;
}

export interface Finished {
  /** The exit code; null if a signal ended the program. */
  code: number | null;
  /** The end of its standard output. No more is kept in memory. */
  tail: string;
  milliseconds: number;
}

const longestTail = 65_536;
/** The milliseconds that a program has to stop before it is killed. */
const graceMilliseconds = 5000;
/** The milliseconds for which output is still read after the program has ended, since its children may hold the output open. */
const outputMilliseconds = 2000;
const markName = 'AGENT_TOPOLOGY_RUN';

/**
 * Runs a program to its end. When it is stopped, everything that it started is stopped too; when it ends, nothing that it started
 * continues.
 * @throws Error when it cannot be started, which does not concern the case and would happen for every case
 */
export function runProgram(words: readonly string[], started: Started): Promise<Finished> {
  const { folder, environment = {}, input, transcript, mark = randomUUID(), signal } = started;
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const [program = '', ...options] = words;
    // A group of its own: Ctrl-C reaches the runner alone, which lets the program finish.
    const child = spawn(program, options, {
      cwd: folder,
      env: { ...environment, [markName]: mark },
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'inherit'],
      detached: process.platform !== 'win32',
    });
    const end = (name: NodeJS.Signals) => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, name);
      } catch {
        child.kill(name);
      }
    };
    let killing: NodeJS.Timeout | undefined;
    const stop = () => {
      end('SIGTERM');
      killing = setTimeout(() => end('SIGKILL'), graceMilliseconds);
    };
    signal.addEventListener('abort', stop);
    let tail = '';
    child.stdout!.on('data', chunk => {
      tail = (tail + String(chunk)).slice(-longestTail);
    });
    const kept = transcript && pipeline(child.stdout!, createWriteStream(transcript)).catch(() => {});
    // A program may end without reading its input; the runner does not count that as an error.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
    child.once('error', error => {
      if (child.pid !== undefined) return;
      const { code } = error as NodeJS.ErrnoException;
      reject(new Error(`The command ${program} cannot be started (${code}).`));
    });
    child.once('exit', () => {
      // An answer must not change after it was given.
      end('SIGKILL');
      killMarked(mark);
      setTimeout(() => child.stdout!.destroy(), outputMilliseconds).unref();
    });
    child.once('close', async code => {
      signal.removeEventListener('abort', stop);
      clearTimeout(killing);
      const milliseconds = Math.round(performance.now() - begun);
      await kept;
      resolve({ code, tail, milliseconds });
    });
    if (signal.aborted) stop();
  });
}

/** The most passes over all processes, since one may start another during a pass. */
const passes = 5;

/**
 * Kills every process that has a mark, wherever it was moved. Finds none on a system that does not show environments (proc(5)),
 * and none that removed its mark, which only a container prevents (docs/runners.md#20).
 */
export function killMarked(mark: string): void {
  for (let pass = 0; pass < passes && killEach(`${markName}=${mark}`) > 0; pass += 1);
}

function killEach(variable: string): number {
  let found = 0;
  for (const pid of processes()) {
    try {
      if (!readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(variable)) continue;
      process.kill(Number(pid), 'SIGKILL');
      found += 1;
    } catch {
      // It ended, or is somebody else's.
    }
  }
  return found;
}

const processes = (): string[] =>
  (unlessThrown(() => readdirSync('/proc')) ?? []).filter(
    name => /^\d+$/.test(name) && Number(name) !== process.pid,
  );
