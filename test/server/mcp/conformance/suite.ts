/**
 * Runs the official conformance suite against an address, as a program of its own. The suite is written for Node.js 22, of
 * which it uses one function more than Node.js 20 has, in a command that is not needed here; a hook stands in for it.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const here = import.meta.dirname;
const suite = join(here, '../../../../node_modules/@modelcontextprotocol/conformance/dist/index.js');

/** Runs what a revision requires; `code` is 0 when exactly the expected failures fail. */
export function runSuite(url: string, revision: string): Promise<{ code: number | null; output: string }> {
  const expected = join(here, `expected-failures-${revision}.yaml`);
  const hook = join(here, 'node-20.mjs');
  const words = ['--import', hook, suite, 'server', '--url', url, '--requirements', revision];
  const child = spawn(process.execPath, [...words, '--expected-failures', expected]);
  const chunks: Buffer[] = [];
  child.stdout.on('data', chunk => chunks.push(chunk));
  child.stderr.on('data', chunk => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', code => resolve({ code, output: Buffer.concat(chunks).toString('utf8') }));
  });
}
