/** Runs untrusted programs, each in a process without environment, files and modules. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const child = join(import.meta.dirname, 'sandbox-child.mjs');
/** The most milliseconds that a process may run, which is longer than all tests of a program take. */
const patienceMilliseconds = 20_000;
/** The option of Node.js that restricts a process, if this version has it. The process may then only read its own program. */
const flag = ['--permission', '--experimental-permission'].find(each =>
  process.allowedNodeEnvironmentFlags.has(each),
);
const options = ['--max-old-space-size=64', ...(flag ? [flag, `--allow-fs-read=${child}`] : []), child];

const answers = new Map<string, Promise<string[]>>();

/**
 * Returns, for each test, why a program failed it; an empty text if it passed. Results are remembered, since teams run the same
 * tests several times.
 */
export function failuresOf(code: string, tests: readonly string[]): Promise<string[]> {
  const question = JSON.stringify({ code, tests });
  const answer = answers.get(question) ?? ask(question, tests);
  answers.set(question, answer);
  return answer;
}

async function ask(question: string, tests: readonly string[]): Promise<string[]> {
  const running = spawn(process.execPath, options, {
    ...{ stdio: ['pipe', 'pipe', 'ignore'], env: {} },
    ...{ timeout: patienceMilliseconds, killSignal: 'SIGKILL' },
  });
  running.stdin.on('error', () => undefined).end(question);
  try {
    return JSON.parse(await text(running.stdout));
  } catch {
    return tests.map(() => 'The program used too much memory or time.');
  }
}
