/** The kinds of evaluations, evidence, recommendations and adoptions, in the order in which a tenant meets them. */
import { adoption } from './adoption.ts';
import { adoptionRecord } from './adoption-record.ts';
import { assignment, assignmentBatch } from './assignment.ts';
import { evaluationCancel } from './evaluation-cancel.ts';
import { evaluationCases } from './evaluation-cases.ts';
import { evaluationJob } from './evaluation-job.ts';
import { evaluationPlan } from './evaluation-plan.ts';
import { evaluationQuote } from './evaluation-quote.ts';
import { evaluationStart } from './evaluation-start.ts';
import { evidenceSnapshot } from './evidence-snapshot.ts';
import { heartbeat } from './heartbeat.ts';
import { lease } from './lease.ts';
import { recommendation } from './recommendation.ts';
import { recommendationRequest } from './recommendation-request.ts';
import { runAcceptance } from './run-acceptance.ts';
import { runBatch, runBatchAcceptance } from './run-batch.ts';
import { runSummary } from './run-summary.ts';
import { runnerClaim } from './runner-claim.ts';

export const evaluationKinds = [
  evaluationPlan,
  evaluationQuote,
  evaluationStart,
  evaluationJob,
  evaluationCases,
  evaluationCancel,
  runnerClaim,
  assignment,
  assignmentBatch,
  heartbeat,
  lease,
  runSummary,
  runAcceptance,
  runBatch,
  runBatchAcceptance,
  evidenceSnapshot,
  recommendationRequest,
  recommendation,
  adoption,
  adoptionRecord,
] as const;
