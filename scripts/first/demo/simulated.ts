/** Simulated outcomes of known probability, determined by a seed. */

import { assignment } from '#build/evaluation/assignment.ts';
import { sha256Hex } from '#build/text/digest.ts';
import { type Client, documentIn, messageOf } from '../../runner/client.ts';
import { send } from '../local-tenant.ts';

/** The true figures of a lock. */
export interface Truth {
  name: string;
  /** The share of cases that it passes. */
  passRate: number;
  tokens: number;
}

/** A number from 0 to 1 for a text, always the same. */
const chanceOf = (text: string): number => Number.parseInt(sha256Hex(text).slice(0, 12), 16) / 16 ** 12;

/** Claims and submits until nothing is left. */
export async function simulateRunner(
  client: Client,
  truths: ReadonlyMap<string, Truth>,
  seed: number,
  onRun: () => void,
): Promise<void> {
  for (;;) {
    const { fields } = documentIn(assignment, await client.post('runner/claims', messageOf('runner_claim')));
    if (fields.assignment === 'none') return;
    const truth = truths.get(fields.lock!)!;
    const luck = `${seed} ${truth.name} ${fields.case}`;
    const passed = chanceOf(luck) < truth.passRate;
    const spread = 0.7 + 0.6 * chanceOf(`tokens ${luck}`);
    const summary = {
      lease: fields.lease,
      outcome: passed ? 'pass' : 'fail',
      tests_ran: 10,
      tests_passed: passed ? 10 : Math.floor(10 * chanceOf(`tests ${luck}`)),
      input_tokens: Math.round(truth.tokens * spread),
      output_tokens: Math.round((truth.tokens * spread) / 20),
      elapsed_milliseconds: Math.round(truth.tokens * spread * 3),
    };
    await send(client, 'runs', messageOf('run_summary', summary));
    onRun();
  }
}
