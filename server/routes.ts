/** Every route, one line each: method, path, who may call it, what handles it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { executionLock, formation, suite, workloadProfile } from '#document/kind/index.ts';
import type { Context } from './context.ts';
import { readAccount } from './http/tenant/account.ts';
import { postAdoption } from './http/tenant/adoption.ts';
import { readArtifact, readSignature, readStatus } from './http/tenant/artifact.ts';
import type { Prepare } from './http/tenant/change.ts';
import { postCancel, postEvaluation, readEvaluation } from './http/tenant/evaluation.ts';
import { postPlan } from './http/tenant/evaluation-plan.ts';
import { readEvents } from './http/tenant/event.ts';
import { evidence, formations, listing, locks } from './http/tenant/list.ts';
import type { Read } from './http/tenant/read.ts';
import { postRecommendation } from './http/tenant/recommendation.ts';
import { registering } from './http/tenant/registration.ts';
import { postClaim, postHeartbeat, postRun } from './http/tenant/runner.ts';
import { postUseReceipt } from './http/use-receipt.ts';
import { receiptRoute } from './ticket/trailer.ts';

/** Handles the whole request, or throws a refusal. Its path has no parameters. */
type Handler = (request: IncomingMessage, response: ServerResponse, context: Context) => Promise<void>;

/**
 * A route. `access` is `ticket`, `runner`, or the scope that a credential must hold. `handler` does all by itself; `read` and
 * `prepare` answer for a tenant whose credential was admitted, in the one way of all reads and of all changes.
 */
export type Route = { path: string; access: string } & (
  | { method: 'POST'; handler: Handler }
  | { method: 'GET'; read: Read }
  | { method: 'POST'; prepare: Prepare }
);

const T = '/v1/tenants/:tenant';
const artifact = `${T}/artifacts/sha256/:digest`;

/**
 * Routes that are not pages. Pages are whatever the manifest lists, on GET and HEAD, and are answered before these.
 */
export const routes: readonly Route[] = [
  { method: 'POST', path: receiptRoute, access: 'ticket', handler: postUseReceipt },
  { method: 'GET', path: `${T}/formations/index.md`, access: 'artifacts:read', read: listing(formations) },
  { method: 'GET', path: `${T}/execution-locks/index.md`, access: 'artifacts:read', read: listing(locks) },
  { method: 'GET', path: `${T}/evidence/index.md`, access: 'artifacts:read', read: listing(evidence) },
  { method: 'POST', path: `${T}/formations`, access: 'formations:write', prepare: registering(formation) },
  {
    method: 'POST',
    path: `${T}/execution-locks`,
    access: 'formations:write',
    prepare: registering(executionLock),
  },
  {
    method: 'POST',
    path: `${T}/workload-profiles`,
    access: 'evaluations:plan',
    prepare: registering(workloadProfile),
  },
  { method: 'POST', path: `${T}/suites`, access: 'evaluations:plan', prepare: registering(suite) },
  { method: 'GET', path: `${artifact}.md`, access: 'artifacts:read', read: readArtifact },
  { method: 'GET', path: `${artifact}/signature.md`, access: 'artifacts:read', read: readSignature },
  { method: 'GET', path: `${artifact}/status.md`, access: 'artifacts:read', read: readStatus },
  {
    method: 'POST',
    path: `${T}/recommendations`,
    access: 'recommendations:read',
    prepare: postRecommendation,
  },
  { method: 'POST', path: `${T}/evaluation-plans`, access: 'evaluations:plan', prepare: postPlan },
  { method: 'POST', path: `${T}/evaluations`, access: 'evaluations:start', prepare: postEvaluation },
  { method: 'GET', path: `${T}/evaluations/:job.md`, access: 'evaluations:read', read: readEvaluation },
  {
    method: 'POST',
    path: `${T}/evaluations/:job/cancel`,
    access: 'evaluations:cancel',
    prepare: postCancel,
  },
  { method: 'POST', path: `${T}/runner/claims`, access: 'runner', prepare: postClaim },
  { method: 'POST', path: `${T}/runner/heartbeats`, access: 'runner', prepare: postHeartbeat },
  { method: 'POST', path: `${T}/runs`, access: 'runner', prepare: postRun },
  { method: 'POST', path: `${T}/adoptions`, access: 'adoptions:write', prepare: postAdoption },
  { method: 'GET', path: `${T}/account.md`, access: 'account:read', read: readAccount },
  { method: 'GET', path: `${T}/events.md`, access: 'events:read', read: readEvents },
];
