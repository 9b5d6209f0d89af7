/** The kinds of evaluations, evidence, recommendations and adoptions, in the order in which a tenant meets them. */

import { assignment, assignmentBatch } from '../evaluation/assignment.ts';
import { evaluationCancel } from '../evaluation/evaluation-cancel.ts';
import { evaluationCases } from '../evaluation/evaluation-cases.ts';
import { evaluationJob } from '../evaluation/evaluation-job.ts';
import { evaluationPlan } from '../evaluation/evaluation-plan.ts';
import { evaluationQuote } from '../evaluation/evaluation-quote.ts';
import { evaluationStart } from '../evaluation/evaluation-start.ts';
import { evidenceSnapshot } from '../evaluation/evidence-snapshot.ts';
import { heartbeat } from '../evaluation/heartbeat.ts';
import { lease } from '../evaluation/lease.ts';
import { recommendation } from '../evaluation/recommendation.ts';
import { recommendationRequest } from '../evaluation/recommendation-request.ts';
import { runAcceptance } from '../evaluation/run-acceptance.ts';
import { runBatch, runBatchAcceptance } from '../evaluation/run-batch.ts';
import { runSummary } from '../evaluation/run-summary.ts';
import { runnerClaim } from '../evaluation/runner-claim.ts';
import { adoption } from './adoption.ts';
import { adoptionRecord } from './adoption-record.ts';

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
