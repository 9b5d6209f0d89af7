/** Every statistic of evaluations against R, on random inputs and their extremes. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { assertAgreement, questions, subjects } from '../support/agreement.ts';
import { randomFrom } from '../support/random.ts';
import type { Campaign } from './campaign.ts';

/**
 * Computes in R; returns its answers as it prints them, and its version.
 * @throws Error when there is no R
 */
export function askR(asked: readonly string[]): { version: string; answers: string[] } {
  const script = join(import.meta.dirname, '../vector/statistics.R');
  const options = { input: `${asked.join('\n')}\n`, encoding: 'utf8', maxBuffer: 1e9 } as const;
  const { error, status, stdout, stderr } = spawnSync('Rscript', ['--vanilla', script], options);
  if (error) throw new Error('There is no Rscript here. Install R (Debian: r-base-core) and run this again.');
  assert.equal(status, 0, stderr);
  const [version = '', ...answers] = stdout.trimEnd().split('\n');
  return { version, answers };
}

export const campaign: Campaign = {
  description: 'the statistics of evaluations against those of R, which must be installed',
  rounds: 4000,
  run: async ({ seed, rounds, say }) => {
    const asked = questions(randomFrom(seed), rounds);
    say(`R answers ${asked.length} questions`);
    const { answers } = askR(asked);
    assert.equal(answers.length, asked.length);
    for (const [index, question] of asked.entries()) assertAgreement(question, answers[index]!);
    const count = (name: string) => asked.filter(question => question.startsWith(`${name} `)).length;
    return Object.fromEntries(Object.keys(subjects).map(name => [name, count(name)]));
  },
};
