/** A side that means harm, and what every command must come to in the face of each of its answers. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { temporaryFolder } from '../folder.ts';
import { type Outcome, program } from '../program.ts';

/** One side: a catalog, a service. */
export interface Side {
  name: string;
  /** The answers that it can give, each by a name. */
  answers: readonly string[];
  /**
   * Lets every command face an answer, each as a process of its own.
   * @returns how many commands ran, and the most memory that one of them took, in bytes
   * @throws AssertionError that names the answer and the command
   */
  face(answer: string): Promise<{ commands: number; peakBytes: number }>;
  close(): Promise<void>;
}

/** The most memory that a command may take. Node.js, the libraries and the table of tokens take 150 MiB before anything is read. */
export const maxBytes = 256 * 1024 * 1024;

/** How long a command may take. Its own limits are much shorter. */
const maxMilliseconds = 120_000;

/** Writes the most memory that the process took. */
const measure = `data:text/javascript,${encodeURIComponent(
  "import { writeFileSync } from 'node:fs'; process.on('exit', () => writeFileSync(process.env.PEAK_FILE, String(process.resourceUsage().maxRSS)));",
)}`;

/**
 * Runs a program to its end, or for two minutes.
 * @param environment its whole environment, apart from `PATH`
 */
export async function runMeasured(
  entry: string,
  words: readonly string[],
  environment: Record<string, string> = {},
  cwd?: string,
): Promise<Outcome & { peakBytes: number }> {
  const file = join(temporaryFolder(), 'peak');
  const child = spawn(process.execPath, ['--import', measure, await program(entry), ...words], {
    ...(cwd !== undefined && { cwd }),
    env: { PATH: process.env.PATH, PEAK_FILE: file, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: maxMilliseconds,
    killSignal: 'SIGKILL',
  });
  const outcome = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', piece => {
      outcome[name] += piece;
    });
  const code = await new Promise<number | null>(resolve => child.once('close', resolve));
  return { code, ...outcome, peakBytes: code === null ? Infinity : 1024 * Number(readFileSync(file)) };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** Asserts that a command foresaw what it met: it ended with one of its exit codes, said why, and moved no cursor. */
export function assertForeseen({ code, stdout, stderr }: Outcome, what: string): void {
  assert.ok([0, 1, 2, 3].includes(code ?? -1), `${what}: exit code ${code}\n${stderr}`);
  assert.ok(
    !controls.test(stdout + stderr),
    `${what}: a control character in ${JSON.stringify(stdout + stderr)}`,
  );
  assert.ok(!/\n {4}at .*:\d+:\d+/.test(stderr), `${what}: a stack trace\n${stderr}`);
  assert.ok(stderr.length < 20_000, `${what}: ${stderr.length} characters of errors`);
}

/** All that a folder holds, by path: texts of files, and where links lead. */
export function everythingIn(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .map(entry => ({ entry, path: join(entry.parentPath, entry.name) }))
      .map(({ entry, path }) => {
        const text = entry.isFile()
          ? readFileSync(path, 'latin1')
          : entry.isSymbolicLink()
            ? `→ ${readlinkSync(path)}`
            : '';
        return [relative(folder, path), text] as const;
      })
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
