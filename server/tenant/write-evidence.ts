/** Writes the evidence of an evaluation as an artifact of the tenant. */

import { evidenceDocument, gradeOfJob } from '../evidence/evaluation/evidence-document.ts';
import type { Imported } from '../evidence/evaluation/import.ts';
import { findRegistered } from '../store/artifact.ts';
import { type EndedAssignment, endedAssignments } from '../store/assignment.ts';
import type { Transaction } from '../store/database/backend.ts';
import { type Flow, flowOf } from '../store/evaluation-history.ts';
import type { StoredJob } from '../store/evaluation-job.ts';
import { countSuiteUses, findPlan } from '../store/evaluation-plan.ts';
import { endedRun } from './ended-run.ts';
import { historyIn } from './history.ts';
import { keepArtifact } from './keep-artifact.ts';
import { lookedAt } from './look.ts';
import { forgetRead, readBefore } from './read-ahead.ts';
import type { TransactionContext } from './transaction-context.ts';

/**
 * Writes the signed evidence of an evaluation, in the transaction in which its last run ends. Returns the digest of the
 * document.
 */
export function* writeEvidence(
  { tenant, at, signing }: TransactionContext,
  job: StoredJob,
): Transaction<string> {
  const ahead = readBefore(tenant.id, job.id);
  const runs = [...ahead, ...(yield* endedAssignments(tenant.id, job.id, ahead.at(-1)?.number ?? 0))];
  forgetRead(tenant.id, job.id);
  const plan = (yield* findPlan(tenant.id, job.plan))!.resolved;
  const looked = lookedAt(job);
  const facts = {
    id: job.id,
    firstClaimedAt: job.first_claimed_at!,
    completedAt: at,
    suiteUsesBefore: yield* countSuiteUses(tenant.id, job.suite, job),
    looked,
    history: historyIn(job),
    flow: job.question === null ? undefined : yield* flowWith(tenant.id, job.question),
  };
  const counted = looked ? runs.filter(({ number }) => number <= looked.assignments) : runs;
  const imported = yield* importedAmong(counted, job);
  // Runs behind the last look at the evaluation do not count.
  job.grade = gradeOfJob(plan, { imported, history: historyIn(job) });
  const ended = counted.map(row => endedRun(row, plan));
  const { title, text } = evidenceDocument(plan, { ...facts, imported }, ended);
  const artifact = { kind: 'evidence_snapshot', title, taskClass: plan.taskClass, text, at, by: 'service' };
  return (yield* keepArtifact(tenant, artifact, signing)).digest;
}

/** Counts the evaluations of a question by how they ended. The one that completes in this transaction counts as completed. */
function* flowWith(tenantId: string, question: string): Transaction<Flow> {
  const flow = yield* flowOf(tenantId, question);
  return { ...flow, completed: flow.completed + 1 };
}

function* importedAmong(
  runs: readonly EndedAssignment[],
  { tenant_id, plan }: StoredJob,
): Transaction<Imported | undefined> {
  const starts = runs.flatMap(({ started_at }) => started_at ?? []);
  if (starts.length === 0) return undefined;
  const firstStartedAt = starts.reduce((first, each) => Math.min(first, each));
  const { registered_at: planRegisteredAt } = (yield* findRegistered(tenant_id, plan))!;
  return { runs: starts.length, firstStartedAt, planRegisteredAt };
}
