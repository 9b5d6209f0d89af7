/**
 * The routes of the API by name, which is also the operation id in `/docs/openapi.json`: who may call each, what is sent, and
 * what is answered. `server/api/routes.ts` names the functions that answer them.
 */

import { type Door, paths } from './door.ts';
import { type QueryParameter, query } from './query.ts';

export interface ApiRoute extends Door {
  type: 'receipt' | 'read' | 'change';
  /** The HTTP statuses of success. */
  statuses: readonly (200 | 201)[];
  /** Whether the route takes the header `Idempotency-Key`. */
  idempotent: boolean;
}

const T = '/v1/tenants/{tenant}';

/** The statuses and parameters of a change, if they are not the usual ones. */
type More = Partial<Pick<ApiRoute, 'statuses' | 'query'>>;

const read = (
  path: string,
  access: string,
  answers: readonly string[],
  summary: string,
  parameters: readonly QueryParameter[] = [],
) => ({
  ...{ type: 'read' as const, path: T + path, access, summary, answers, query: parameters, sends: [] },
  ...{ statuses: [200] as const, idempotent: false },
});

const list = (path: string, access: string, what: string, parameters: readonly QueryParameter[]) =>
  read(`${path}/index.md`, access, ['index'], `Lists ${what}.`, parameters);

const send = (
  path: string,
  access: string,
  sends: readonly string[],
  answers: readonly string[],
  summary: string,
  more: More = {},
) => ({
  ...{ type: 'change' as const, path: T + path, access, summary, sends, answers },
  ...{ query: [], statuses: [200] as const, idempotent: true, ...more },
});

const tried: More = { statuses: [201], query: query.dryRun };

const register = (path: string, access: string, kind: string, what: string) =>
  send(path, access, [kind], ['registration'], `Registers ${what}.`, { ...tried, statuses: [201, 200] });

const registered = [
  ...['formation', 'execution_lock', 'workload_profile', 'suite', 'question', 'evaluation_plan'],
  ...['evidence_snapshot', 'recommendation'],
];

const digest = '/artifacts/sha256/{digest}';

export const apiRoutes = {
  postUseReceipt: {
    ...{
      type: 'receipt',
      path: paths.receipt,
      access: 'ticket',
      summary: 'Reports an outcome with a use ticket.',
    },
    ...{ sends: ['use_receipt'], answers: ['use_receipt_acceptance'] },
    ...{ query: [], statuses: [200], idempotent: false },
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
  registerFormation: register('/formations', 'formations:write', 'formation', 'a private candidate'),
  registerExecutionLock: register(
    '/execution-locks',
    'formations:write',
    'execution_lock',
    'an execution lock',
  ),
  registerWorkloadProfile: register(
    '/workload-profiles',
    'evaluations:plan',
    'workload_profile',
    'a workload profile',
  ),
  registerSuite: register('/suites', 'evaluations:plan', 'suite', 'the metadata of a suite'),
  registerQuestion: register('/questions', 'evaluations:plan', 'question', 'a question'),
  readArtifact: read(`${digest}.md`, 'artifacts:read', registered, 'Returns the exact bytes of an artifact.'),
  readSignature: read(
    `${digest}/signature.md`,
    'artifacts:read',
    ['signature_receipt'],
    'Returns the signature receipt of an artifact.',
  ),
  readStatus: read(
    `${digest}/status.md`,
    'artifacts:read',
    ['artifact_status'],
    'Returns the status of an artifact.',
  ),
  recommend: send(
    '/recommendations',
    'recommendations:read',
    ['recommendation_request'],
    ['recommendation'],
    'Recommends a team or one agent by the evidence of the tenant.',
    { statuses: [201, 200] },
  ),
  planEvaluation: send(
    '/evaluation-plans',
    'evaluations:plan',
    ['evaluation_plan'],
    ['evaluation_quote'],
    'Validates a plan and quotes its runs, tokens and time.',
    tried,
  ),
  startEvaluation: send(
    '/evaluations',
    'evaluations:start',
    ['evaluation_start'],
    ['evaluation_job'],
    'Starts the evaluation of an approved plan.',
    tried,
  ),
  readEvaluation: read(
    '/evaluations/{job}.md',
    'evaluations:read',
    ['evaluation_job'],
    'Returns an evaluation and its progress.',
  ),
  readCases: read(
    '/evaluations/{job}/cases.md',
    'artifacts:read',
    ['evaluation_cases'],
    'Returns the results of each lock on each case.',
    query.cases,
  ),
  cancelEvaluation: send(
    '/evaluations/{job}/cancel',
    'evaluations:cancel',
    ['evaluation_cancel'],
    ['evaluation_job'],
    'Requests the cancellation of an evaluation.',
  ),
  claimRuns: send(
    '/runner/claims',
    'runner',
    ['runner_claim'],
    ['assignment', 'assignment_batch'],
    'Leases one assignment or several to a runner.',
  ),
  renewLease: send('/runner/heartbeats', 'runner', ['heartbeat'], ['lease'], 'Renews the lease of a run.'),
  submitRuns: send(
    '/runs',
    'runner',
    ['run_summary', 'run_batch'],
    ['run_acceptance', 'run_batch_acceptance'],
    'Submits the summaries of one run or several.',
  ),
  recordAdoption: send(
    '/adoptions',
    'adoptions:write',
    ['adoption'],
    ['adoption_record'],
    'Records what the tenant did with a recommendation or formation.',
    { statuses: [201] },
  ),
  readAccount: read(
    '/account.md',
    'account:read',
    ['account'],
    'Returns the limits and the usage of the account.',
  ),
  readEvents: read(
    '/events.md',
    'events:read',
    ['event_feed'],
    'Returns the events of the tenant in order.',
    query.events,
  ),
} as const satisfies Record<string, ApiRoute>;
