/** The tests that take longer than the suite has time for, with the other tests of their files. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Campaign } from './campaign.ts';

const root = join(import.meta.dirname, '../..');

/** The test files that have large tests, by their paths from the root. */
const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.test.ts'))
  .map(name => join('test', name))
  .filter(name => readFileSync(join(root, name), 'utf8').includes('support/large.ts'))
  .sort();

export const campaign: Campaign = {
  description: 'the large tests, which the suite leaves out, with the other tests of their files',
  rounds: files.length,
  async run({ rounds }) {
    const words = ['--import', 'tsx', 'scripts/test.ts', ...files.slice(0, rounds)];
    const env = { ...process.env, LARGE: '1' };
    const child = spawn(process.execPath, words, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    if (code !== 0) throw new Error(output);
    const countOf = (name: string) => Number(new RegExp(`^ℹ ${name} (\\d+)$`, 'm').exec(output)?.[1]);
    return { files: Math.min(rounds, files.length), tests: countOf('tests'), passed: countOf('pass') };
  },
};
