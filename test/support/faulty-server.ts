/** A server that can be killed in the middle of a change to an evaluation. HTTP is left out. */
import { keyIdOf, signBytes } from '#document/proof/signature.ts';
import type { ResolvedPlan } from '../../server/evidence/evaluation/plan.ts';
import type { Backend, Transaction } from '../../server/store/database/backend.ts';
import { type LockedTenant, type MutationStore, mutationStore } from '../../server/store/mutation.ts';
import { claim } from '../../server/tenant/claim.ts';
import { sweep } from '../../server/tenant/ending.ts';
import * as evaluation from '../../server/tenant/evaluation.ts';
import { type TransactionContext, transactionContextOf } from '../../server/tenant/transaction-context.ts';
import { testRing } from '../keys.ts';
import { digestOf } from './simulated-evidence.ts';

const evaluationBodies = { ...evaluation, claim, sweep };
export type EvaluationBodies = typeof evaluationBodies;

/** A server that was killed in the middle of a change. */
export class Killed extends Error {}

const signer = testRing().publication.active;
const signing = {
  sign: (bytes: Uint8Array) => ({
    keyId: keyIdOf(signer.publicKey),
    signature: Buffer.from(signBytes(bytes, signer)).toString('base64'),
  }),
};

/** A scene whose suites have every case that a plan may ask for. */
export const sceneIn = (tenant: LockedTenant, at: number): TransactionContext => ({
  ...transactionContextOf(tenant, at, signing),
  // biome-ignore lint/correctness/useYield: nothing has to be asked.
  findCase: function* (_suite, place) {
    return { id: `case-${place}`, digest: digestOf(`case ${place}`) };
  },
  caseDigests: function* () {
    return new Set(Array.from({ length: 100 }, (_, place) => digestOf(`case ${place}`)));
  },
});

/** A server: the stores over a database whose next change may be broken off after some statements. */
export class FaultyServer {
  readonly mutations: MutationStore;
  readonly evaluations: EvaluationBodies;
  killAfter = Number.POSITIVE_INFINITY;

  constructor(backend: Backend) {
    const faulty: Backend = {
      ...backend,
      transact: body => {
        const limit = this.killAfter;
        return backend.transact(() => breaking(body(), limit));
      },
    };
    this.mutations = mutationStore(faulty);
    this.evaluations = evaluationBodies;
  }
}

/** A body that throws before its n-th statement. */
function* breaking<Result>(work: Transaction<Result>, limit: number): Transaction<Result> {
  let step = work.next();
  for (let count = 0; !step.done; count += 1) {
    if (count === limit) throw new Killed();
    step = work.next(yield step.value);
  }
  return step.value;
}

/** The summary of a run that passed or failed. */
export const summaryOf = (lease: string, passes: boolean) =>
  ({
    lease,
    outcome: passes ? 'pass' : 'fail',
    tests_ran: 2,
    tests_passed: passes ? 2 : 1,
    input_tokens: 10,
    output_tokens: null,
    elapsed_milliseconds: 5,
  }) as const;

/** A plan of two locks. */
export function smallPlan(
  number: number,
  cases: number,
  repetitions: number,
  toleratedLossPercent: number,
): ResolvedPlan {
  const budget = { max_agents: 1, input_tokens: 1e6, output_tokens: 1e6, elapsed_milliseconds: 10 };
  const lock = (name: string) => ({ lock: digestOf(name), formation: digestOf(`f ${name}`), budget });
  return {
    plan: digestOf(`plan ${number}`),
    suite: digestOf('suite'),
    taskClass: 'coding.bug_fix',
    cases,
    locks: [lock('control'), lock('team')],
    control: digestOf('control'),
    repetitions,
    ...{ seed: number, nonce: String(number), alpha: 0.05, budgetRatio: 1.5 },
    toleratedLossPercent,
  };
}
