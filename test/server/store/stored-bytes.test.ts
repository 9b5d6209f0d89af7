/** The reservation for an evaluation is enough for the largest that it can come to. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evidenceDocument } from '../../../server/evidence/evaluation/evidence-document.ts';
import type { ResolvedPlan } from '../../../server/evidence/evaluation/plan.ts';
import { artifactBytes } from '../../../server/store/stored-bytes.ts';
import { bytesOfEnd, bytesOfJob, bytesOfRun } from '../../../server/tenant/reservation.ts';
import { digestOf } from '../../support/simulated-evidence.ts';

for (const count of [1, 2, 16]) {
  test(`the evidence of ${count} locks fits, with every figure as long as it can be and many runners`, () => {
    const budget = { max_agents: 64, input_tokens: 1e12, output_tokens: 1e12, elapsed_milliseconds: 1e9 };
    const locks = Array.from({ length: count }, (_, n) => ({
      lock: digestOf(`lock ${n}`),
      formation: digestOf(`formation ${n}`),
      budget,
    }));
    const plan: ResolvedPlan = {
      ...{ plan: digestOf('plan'), suite: digestOf('suite'), taskClass: `operations.${'x'.repeat(117)}` },
      ...{ cases: 1000, locks, control: locks[0]!.lock, repetitions: 1 },
      ...{ seed: 1, nonce: '0'.repeat(64), budgetRatio: 1.5, alpha: 0.05 },
      toleratedLossPercent: 0,
    };
    const runs = locks.flatMap(({ lock }, index) =>
      Array.from({ length: 1000 }, (_, n) => ({
        lock,
        case: `case-${n}`,
        repetition: 1,
        runner: `runner-${n % 100}`.padEnd(32, 'x'),
        outcome: (n + index) % 3 === 0 ? ('fail' as const) : ('pass' as const),
        inputTokens: 1e12,
        outputTokens: 1e12,
        elapsedMilliseconds: 2678400000,
      })),
    );
    const history = { comparisonsBefore: 99999, casesSeen: 1000 };
    const id = `ev-${'0'.repeat(24)}`;
    const job = { id, firstClaimedAt: 1, completedAt: 2, suiteUsesBefore: 99999, history };
    const { title, text } = evidenceDocument(plan, job, runs);
    const written = artifactBytes({ title, size_bytes: Buffer.byteLength(text) });
    const reserved = bytesOfJob(count) - bytesOfJob(0) + 4096 + 100 * 128;
    assert.ok(written <= reserved, `${written} of ${reserved}`);
    assert.ok(written > reserved / 4, `${written} of ${reserved}: no more is reserved than needed`);
  });
}

test('what a run has left after its leases is never less than the answer to its summary', () => {
  assert.deepEqual(
    [1, 2, 3].map(attempts => bytesOfEnd(attempts) > 1536 + 320),
    [true, true, true],
  );
  assert.ok(bytesOfRun < 10_000);
});
