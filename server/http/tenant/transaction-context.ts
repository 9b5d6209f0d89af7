/** The transaction context of a change to evaluations: the tenant, the time, the events, and how evidence is written. */
import { evidenceDocument } from '../../evaluation/evidence-document.ts';
import type { EndedRun } from '../../evidence/snapshot.ts';
import { findContent } from '../../store/artifact.ts';
import type { StoredAssignment } from '../../store/assignment.ts';
import type { Work } from '../../store/dialect/backend.ts';
import type { TransactionContext, WriteEvidence } from '../../store/evaluation-context.ts';
import { countSuiteUses, findPlan } from '../../store/evaluation-plan.ts';
import type { LockedTenant } from '../../store/mutation.ts';
import type { Signing } from '../../tenant/signing.ts';
import { knownSuite, type SuiteFacts, suiteFacts } from '../../tenant/suite.ts';
import { keepArtifact } from './keep-artifact.ts';

export function transactionContextOf(tenant: LockedTenant, at: number, signing: Signing): TransactionContext {
  return {
    tenant,
    at,
    events: [],
    writeEvidence: evidenceWriter(tenant, at, signing),
    findCase: (suite, place) => findCase(tenant.id, suite, place),
  };
}

function* findCase(tenantId: string, suite: string, place: number): Work<SuiteFacts['cases'][number]> {
  const { cases } =
    knownSuite(tenantId, suite) ?? suiteFacts(tenantId, suite, (yield* findContent(tenantId, suite))!);
  return cases[place]!;
}

/** Writes the snapshot of a job in the transaction of its last run. */
function evidenceWriter(tenant: LockedTenant, at: number, signing: Signing): WriteEvidence {
  return function* (job, runs) {
    const plan = (yield* findPlan(tenant.id, job.plan))!.resolved;
    const facts = {
      id: job.id,
      firstClaimedAt: job.first_claimed_at!,
      completedAt: at,
      suiteUsesBefore: yield* countSuiteUses(tenant.id, job.suite, job),
    };
    const { title, text } = evidenceDocument(plan, facts, runs.map(endedRun));
    const artifact = { kind: 'evidence_snapshot', title, taskClass: plan.taskClass, text, at, by: 'service' };
    return (yield* keepArtifact(tenant, artifact, signing)).digest;
  };
}

function endedRun(row: StoredAssignment): EndedRun {
  return {
    lock: row.lock,
    case: row.case_id,
    runner: row.runner,
    outcome: row.outcome ?? 'lost',
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    elapsedMilliseconds: row.elapsed_milliseconds,
  };
}
