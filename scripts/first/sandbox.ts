/** Runs programs of strangers, each in a process without environment, files and modules. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const child = join(import.meta.dirname, 'sandbox-child.mjs');
/** Longer than all tests of a program may take. */
const patienceMilliseconds = 20_000;
/** The option that gives the process permissions, where Node.js has it: then it may only read its own program. */
const flag = ['--permission', '--experimental-permission'].find(each =>
  process.allowedNodeEnvironmentFlags.has(each),
);
const options = ['--max-old-space-size=64', ...(flag ? [flag, `--allow-fs-read=${child}`] : []), child];

const answers = new Map<string, Promise<string[]>>();

/**
 * Returns for each test why a program failed it, empty if it passed. Answers are kept, since teams ask the same several times.
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
