/** The promise of a quote about a margin: the chance that it states is the one that simulated evaluations have. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare } from '../../../../build/document/statistics/estimate.ts';
import type { ResolvedPlan } from '../../../../server/evidence/evaluation/plan.ts';
import { boundsOf } from '../../../../server/evidence/evaluation/quote.ts';
import { withNonce } from '../../../../server/evidence/evaluation/resolved-plan.ts';
import { randomFrom } from '../../../support/random.ts';
import { digestOf } from '../../../support/simulated-evidence.ts';

const budget = { input_tokens: 1000, output_tokens: 1000, elapsed_milliseconds: 1000 };
const lock = (name: string, agents: number): ResolvedPlan['locks'][number] => ({
  ...{ lock: digestOf(name), formation: digestOf(`formation of ${name}`) },
  ...{ budget: { max_agents: agents, ...budget }, models: ['model-1'], tools: [] },
});

const quoteOf = (cases: number, more: Partial<ResolvedPlan>) =>
  boundsOf(
    withNonce(
      {
        ...{ plan: digestOf('plan'), suite: digestOf('suite'), taskClass: 'coding.bug_fix', cases },
        ...{ locks: [lock('solo', 1), lock('team', 3)], control: digestOf('solo'), repetitions: 1, seed: 1 },
        ...{ toleratedLossPercent: 5, alpha: 0.05, budgetRatio: 1.5 },
        ...more,
      },
      'nonce',
    ),
    { comparisonsBefore: 0, casesSeen: 0 },
  );

test('a quote states the margin, and how often equals are shown to be within it', () => {
  const random = randomFrom(34);
  for (const [cases, margin] of [
    [100, 0.1],
    [400, 0.1],
    [200, 0.2],
  ] as const) {
    const quote = quoteOf(cases, { comparison: 'non_inferiority', margin });
    assert.equal(quote.margin, margin.toFixed(4));
    const rounds = 400;
    let within = 0;
    for (let round = 0; round < rounds; round += 1) {
      const pairs = Array.from(
        { length: cases },
        () => [Number(random() < 0.5), Number(random() < 0.5)] as const,
      );
      const { high } = compare(pairs, { repetitions: 1, clusters: undefined, mayStop: false, largest: 1 });
      within += Number(high < margin);
    }
    const apart = Math.abs(within / rounds - Number(quote.power_if_equal));
    assert.ok(
      apart < 0.05,
      `${cases} cases: ${quote.power_if_equal} is promised, and ${within} of ${rounds} found`,
    );
  }
});

test('a quote of a plan that asks for no margin promises nothing of one', () => {
  const { margin, power_if_equal, hand_backs_per_case } = quoteOf(100, { repetitions: 3 });
  assert.deepEqual([margin, power_if_equal, hand_backs_per_case], [undefined, undefined, 3]);
});
