/**
 * Every route of the API by name: method, path, who may call, what is sent and what is answered. The server adds what answers,
 * in `server/api/routes.ts`; the build writes `/docs/openapi.json` from it.
 */

import { artifactStatus } from '../kind/artifact-status.ts';
import { formation } from '../kind/formation.ts';
import type { Kind } from '../kind/kind.ts';
import { signatureReceipt } from '../kind/signature-receipt.ts';
import { account } from './account.ts';
import { adoption } from './adoption.ts';
import { adoptionRecord } from './adoption-record.ts';
import { assignment, assignmentBatch } from './assignment.ts';
import { evaluationCancel } from './evaluation-cancel.ts';
import { evaluationCases } from './evaluation-cases.ts';
import { evaluationJob } from './evaluation-job.ts';
import { evaluationPlan } from './evaluation-plan.ts';
import { evaluationQuote } from './evaluation-quote.ts';
import { evaluationStart } from './evaluation-start.ts';
import { eventFeed } from './event-feed.ts';
import { evidenceSnapshot } from './evidence-snapshot.ts';
import { executionLock } from './execution-lock.ts';
import { heartbeat } from './heartbeat.ts';
import { lease } from './lease.ts';
import { index } from './list.ts';
import { type QueryParameter, query } from './query.ts';
import { question } from './question.ts';
import { recommendation } from './recommendation.ts';
import { recommendationRequest } from './recommendation-request.ts';
import { registration } from './registration.ts';
import { runAcceptance } from './run-acceptance.ts';
import { runBatch, runBatchAcceptance } from './run-batch.ts';
import { runSummary } from './run-summary.ts';
import { runnerClaim } from './runner-claim.ts';
import { suite } from './suite.ts';
import { useReceipt } from './use-receipt.ts';
import { useReceiptAcceptance } from './use-receipt-acceptance.ts';
import { workloadProfile } from './workload-profile.ts';

/** A kind as far as a route names it. */
export type NamedKind = Pick<Kind, 'kind' | 'schema'>;

export interface ApiRoute {
  method: 'GET' | 'POST';
  /** With its variables as `:name`. */
  path: string;
  /** `ticket`, `runner`, or the scope that a credential must hold. */
  access: string;
  summary: string;
  query: readonly QueryParameter[];
  /** The kinds that a body may be of; none where there is no body. */
  sends: readonly NamedKind[];
  /** The kinds that a successful answer may be of. */
  answers: readonly NamedKind[];
  /** The statuses of success. */
  statuses: readonly (200 | 201)[];
  /** Whether it takes an `Idempotency-Key`. */
  idempotent: boolean;
}

const T = '/v1/tenants/:tenant';

const read = (
  path: string,
  access: string,
  summary: string,
  answers: readonly NamedKind[],
  parameters: readonly QueryParameter[] = [],
) => ({
  ...{ method: 'GET' as const, path: T + path, access, summary, answers },
  ...{ query: parameters, sends: [], statuses: [200] as const, idempotent: false },
});

const list = (path: string, access: string, what: string, parameters: readonly QueryParameter[]) =>
  read(`${path}/index.md`, access, `Lists ${what}.`, [index], parameters);

const send = (
  path: string,
  access: string,
  summary: string,
  documents: { sends: readonly NamedKind[]; answers: readonly NamedKind[] },
  statuses: readonly (200 | 201)[] = [200],
  parameters: readonly QueryParameter[] = [],
) => ({
  ...{ method: 'POST' as const, path: T + path, access, summary, ...documents, statuses },
  ...{ query: parameters, idempotent: true },
});

const register = (path: string, access: string, kind: NamedKind, what: string) =>
  send(
    path,
    access,
    `Registers ${what}.`,
    { sends: [kind], answers: [registration] },
    [201, 200],
    query.dryRun,
  );

const registered = [formation, executionLock, workloadProfile, suite, question, evaluationPlan];

/** The names are the operation ids of the OpenAPI description. */
export const apiRoutes = {
  postUseReceipt: {
    ...{
      method: 'POST',
      path: '/v1/use-receipts',
      access: 'ticket',
      summary: 'Redeems a use ticket.',
      query: [],
    },
    ...{ sends: [useReceipt], answers: [useReceiptAcceptance], statuses: [200], idempotent: false },
  },
  listFormations: list('/formations', 'artifacts:read', 'private candidates', query.artifacts),
  listExecutionLocks: list('/execution-locks', 'artifacts:read', 'execution locks', query.artifacts),
  listEvidence: list('/evidence', 'artifacts:read', 'evidence snapshots', query.artifacts),
  listSuites: list('/suites', 'artifacts:read', 'suites', query.artifacts),
  listWorkloadProfiles: list('/workload-profiles', 'artifacts:read', 'workload profiles', query.artifacts),
  listQuestions: list('/questions', 'evaluations:read', 'questions', query.artifacts),
  listEvaluationPlans: list('/evaluation-plans', 'evaluations:read', 'plans', query.plans),
  listEvaluations: list('/evaluations', 'evaluations:read', 'evaluations', query.evaluations),
  listRecommendations: list('/recommendations', 'artifacts:read', 'recommendations', query.artifacts),
  listAdoptions: list('/adoptions', 'artifacts:read', 'adoptions', query.adoptions),
  registerFormation: register('/formations', 'formations:write', formation, 'a private candidate'),
  registerExecutionLock: register('/execution-locks', 'formations:write', executionLock, 'an execution lock'),
  registerWorkloadProfile: register(
    ...(['/workload-profiles', 'evaluations:plan', workloadProfile, 'a workload profile'] as const),
  ),
  registerSuite: register('/suites', 'evaluations:plan', suite, 'the metadata of a suite'),
  registerQuestion: register('/questions', 'evaluations:plan', question, 'a question'),
  readArtifact: read(
    ...(['/artifacts/sha256/:digest.md', 'artifacts:read', 'The exact bytes of an artifact.'] as const),
    [...registered, evidenceSnapshot, recommendation],
  ),
  readSignature: read(
    ...([
      '/artifacts/sha256/:digest/signature.md',
      'artifacts:read',
      'The signature of an artifact.',
    ] as const),
    [signatureReceipt],
  ),
  readStatus: read(
    ...([
      '/artifacts/sha256/:digest/status.md',
      'artifacts:read',
      'What an artifact is eligible for.',
    ] as const),
    [artifactStatus],
  ),
  recommend: send(
    ...(['/recommendations', 'recommendations:read', 'Decides by the evidence of the tenant.'] as const),
    { sends: [recommendationRequest], answers: [recommendation] },
    [201, 200],
  ),
  planEvaluation: send(
    ...(['/evaluation-plans', 'evaluations:plan', 'Validates a plan and quotes it.'] as const),
    { sends: [evaluationPlan], answers: [evaluationQuote] },
    ...([[201], query.dryRun] as const),
  ),
  startEvaluation: send(
    ...(['/evaluations', 'evaluations:start', 'Starts an approved plan.'] as const),
    { sends: [evaluationStart], answers: [evaluationJob] },
    ...([[201], query.dryRun] as const),
  ),
  readEvaluation: read('/evaluations/:job.md', 'evaluations:read', 'An evaluation and its progress.', [
    evaluationJob,
  ]),
  readCases: read(
    ...(['/evaluations/:job/cases.md', 'artifacts:read', 'What each lock did on each case.'] as const),
    [evaluationCases],
    query.cases,
  ),
  cancelEvaluation: send(
    ...(['/evaluations/:job/cancel', 'evaluations:cancel', 'Asks to cancel an evaluation.'] as const),
    { sends: [evaluationCancel], answers: [evaluationJob] },
  ),
  claimRuns: send('/runner/claims', 'runner', 'Claims one assignment, or several.', {
    sends: [runnerClaim],
    answers: [assignment, assignmentBatch],
  }),
  renewLease: send('/runner/heartbeats', 'runner', 'Renews a lease.', {
    sends: [heartbeat],
    answers: [lease],
  }),
  submitRuns: send('/runs', 'runner', 'Submits the summary of one run, or of several.', {
    sends: [runSummary, runBatch],
    answers: [runAcceptance, runBatchAcceptance],
  }),
  recordAdoption: send(
    ...([
      '/adoptions',
      'adoptions:write',
      'Records what was done with a recommendation or formation.',
    ] as const),
    { sends: [adoption], answers: [adoptionRecord] },
    [201],
  ),
  readAccount: read('/account.md', 'account:read', 'Limits and usage.', [account]),
  readEvents: read(
    '/events.md',
    'events:read',
    'Everything that happened, in order.',
    [eventFeed],
    query.events,
  ),
} as const satisfies Record<string, ApiRoute>;
