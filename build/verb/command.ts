/** Commands that a person configured. What a team writes never reaches a shell, and never chooses a program. */
import { spawn } from 'node:child_process';
import { Refused } from './folder.ts';

/** Characters of output that are kept: its end, where tests say what failed. */
const mostOutput = 20_000;

/** What of the environment a command gets: nothing that could be a credential. */
const passed = [
  'PATH',
  'HOME',
  'LANG',
  'LC_ALL',
  'TMPDIR',
  'TEMP',
  'TERM',
  'USER',
  'SystemRoot',
  'COMSPEC',
  'PATHEXT',
];

/** How a command ended. */
export interface Ran {
  /** Its exit code; null when a signal ended it, or when it did not start. */
  code: number | null;
  /** The end of what it wrote. */
  output: string;
  /** Whether the time was over. */
  late: boolean;
}

/**
 * The words of a command as a person writes it: separated by spaces, in quotes where they hold some. Nothing else is special.
 * @throws Refused for a quote that does not end
 */
export function wordsOf(line: string): string[] {
  const found = [...line.matchAll(/'([^']*)'|"([^"]*)"|([^\s'"]+)|(['"])/g)];
  if (found.some(([, , , , open]) => open))
    throw new Refused(`A quote does not end in: ${line.slice(0, 200)}`);
  return found.map(([, single, double, plain]) => single ?? double ?? plain ?? '');
}

/** Only what a command needs of the environment. */
const plainEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    passed.flatMap(name => (process.env[name] === undefined ? [] : [[name, process.env[name]!]])),
  );

/** Runs a program with its arguments in a folder, without a shell, and ends it with all that it started when the time is over. */
export const runCommand = (
  [program = '', ...args]: readonly string[],
  cwd: string,
  { seconds = 600, env = {} }: { seconds?: number; env?: Record<string, string> } = {},
): Promise<Ran> =>
  new Promise(resolve => {
    let output = '';
    let late = false;
    const child = spawn(program, args, {
      cwd,
      env: { ...plainEnvironment(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    });
    const add = (chunk: Buffer) => {
      output = `${output}${chunk}`.slice(-mostOutput);
    };
    child.stdout.on('data', add);
    child.stderr.on('data', add);
    const timer = setTimeout(() => {
      late = true;
      endAll(child.pid);
    }, seconds * 1000);
    const end = (code: number | null, more = '') => {
      clearTimeout(timer);
      resolve({ code, output: output + more, late });
    };
    child.on('error', error => end(null, error.message));
    child.on('close', code => end(code));
  });

function endAll(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has ended in the meantime.
  }
}
