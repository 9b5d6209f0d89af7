/** Every door of the service, in the order in which a request tries them; then the table of routes behind the last one. */
import { mcpPath, openAiPath } from '#document/protocol.ts';
import type { Door } from './http/door.ts';
import type { Route } from './http/express-app.ts';
import { answerHealth, isProbe } from './http/health.ts';
import { answerKnownPage, isKnownPage } from './http/live-page.ts';
import { isSearch } from './http/search-target.ts';
import { receiptRoute } from './ticket/trailer.ts';

/** Whether an address is a path, with or without a slash at its end and a query. */
const isAt = (path: string, url: string): boolean =>
  url.startsWith(path) && /^\/?(?:\?|$)/.test(url.slice(path.length));

/** What answers behind a door but the first is loaded when it is first needed, so that a server starts at once. */
export const doors: readonly Door[] = [
  // GET and HEAD of every path in the manifest. The responses are serialized in advance.
  { isFor: isKnownPage, handler: answerKnownPage },
  {
    isFor: ({ method, url }) => method === 'POST' && url === receiptRoute,
    load: async () => (await import('./http/use-receipt.ts')).postUseReceipt,
  },
  {
    isFor: ({ url }) => isAt(mcpPath, url!),
    load: async context => (await import('./mcp/endpoint.ts')).openEndpoint(context),
  },
  {
    isFor: ({ url }) => isAt(openAiPath, url!),
    load: async context => (await import('./mcp/endpoint.ts')).openOpenAiEndpoint(context),
  },
  { isFor: isSearch, load: async () => (await import('./http/search.ts')).answerSearch },
  { isFor: isProbe, handler: answerHealth },
  // Express, with the routes below. What none of them answers is a page under an unusual address, or nothing.
  {
    isFor: () => true,
    load: async context => (await import('./http/express-app.ts')).expressApp(context, await loadRoutes()),
  },
];

const T = '/v1/tenants/:tenant';
const artifact = `${T}/artifacts/sha256/:digest`;

/** Every route of the API, a line each: method, path, who may call, what answers. */
export async function loadRoutes(): Promise<readonly Route[]> {
  const [{ postUseReceipt }, api, { executionLock, formation, suite, workloadProfile }] = await Promise.all([
    import('./http/use-receipt.ts'),
    import('./http/tenant/index.ts'),
    import('#document/kind/index.ts'),
  ]);
  const { listing, registering } = api;
  // biome-ignore format: a line each
  return [
    { method: 'POST', path: receiptRoute, access: 'ticket', handler: postUseReceipt },
    { method: 'GET', path: `${T}/formations/index.md`, access: 'artifacts:read', read: listing(api.formations) },
    { method: 'GET', path: `${T}/execution-locks/index.md`, access: 'artifacts:read', read: listing(api.locks) },
    { method: 'GET', path: `${T}/evidence/index.md`, access: 'artifacts:read', read: listing(api.evidence) },
    { method: 'GET', path: `${T}/suites/index.md`, access: 'artifacts:read', read: listing(api.suites) },
    { method: 'GET', path: `${T}/workload-profiles/index.md`, access: 'artifacts:read', read: listing(api.profiles) },
    { method: 'GET', path: `${T}/evaluation-plans/index.md`, access: 'evaluations:read', read: listing(api.plans) },
    { method: 'GET', path: `${T}/evaluations/index.md`, access: 'evaluations:read', read: listing(api.evaluations) },
    { method: 'GET', path: `${T}/recommendations/index.md`, access: 'artifacts:read', read: listing(api.recommendations) },
    { method: 'GET', path: `${T}/adoptions/index.md`, access: 'artifacts:read', read: listing(api.adoptions) },
    { method: 'POST', path: `${T}/formations`, access: 'formations:write', prepare: registering(formation) },
    { method: 'POST', path: `${T}/execution-locks`, access: 'formations:write', prepare: registering(executionLock) },
    { method: 'POST', path: `${T}/workload-profiles`, access: 'evaluations:plan', prepare: registering(workloadProfile) },
    { method: 'POST', path: `${T}/suites`, access: 'evaluations:plan', prepare: registering(suite) },
    { method: 'GET', path: `${artifact}.md`, access: 'artifacts:read', read: api.readArtifact, forRunner: api.isAssigned },
    { method: 'GET', path: `${artifact}/signature.md`, access: 'artifacts:read', read: api.readSignature },
    { method: 'GET', path: `${artifact}/status.md`, access: 'artifacts:read', read: api.readStatus },
    { method: 'POST', path: `${T}/recommendations`, access: 'recommendations:read', prepare: api.postRecommendation },
    { method: 'POST', path: `${T}/evaluation-plans`, access: 'evaluations:plan', prepare: api.postPlan },
    { method: 'POST', path: `${T}/evaluations`, access: 'evaluations:start', prepare: api.postEvaluation },
    { method: 'GET', path: `${T}/evaluations/:job.md`, access: 'evaluations:read', read: api.readEvaluation },
    { method: 'POST', path: `${T}/evaluations/:job/cancel`, access: 'evaluations:cancel', prepare: api.postCancel },
    { method: 'POST', path: `${T}/runner/claims`, access: 'runner', prepare: api.postClaim },
    { method: 'POST', path: `${T}/runner/heartbeats`, access: 'runner', prepare: api.postHeartbeat },
    { method: 'POST', path: `${T}/runs`, access: 'runner', prepare: api.postRun },
    { method: 'POST', path: `${T}/adoptions`, access: 'adoptions:write', prepare: api.postAdoption },
    { method: 'GET', path: `${T}/account.md`, access: 'account:read', read: api.readAccount },
    { method: 'GET', path: `${T}/events.md`, access: 'events:read', read: api.readEvents },
  ];
}
