/** Every door of the service, in the order in which a request tries them; then the table of routes behind the last one. */
import { mcpPath, openAiPath } from '#document/protocol.ts';
import type { Door } from './http/door.ts';
import type { Route } from './http/express-app.ts';
import { answerHealth, isProbe } from './http/health.ts';
import { answerKnownPage, isKnownPage } from './http/live-page.ts';
import { answerProof, isProof } from './http/proof.ts';
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
  { isFor: isProof, handler: answerProof },
  // Express, with the routes below. What none of them answers is a page under an unusual address, or nothing.
  {
    isFor: () => true,
    load: async context => (await import('./http/express-app.ts')).expressApp(context, await loadRoutes()),
  },
];

/** Every route of the API with what answers it. `#document/api/routes.ts` says their methods, paths and who may call. */
export async function loadRoutes(): Promise<readonly Route[]> {
  const [
    { postUseReceipt },
    api,
    { apiRoutes: routes },
    { executionLock, formation, suite, workloadProfile },
  ] = await Promise.all([
    import('./http/use-receipt.ts'),
    import('./http/tenant/index.ts'),
    import('#document/api/routes.ts'),
    import('#document/kind/index.ts'),
  ]);
  const { listing, registering } = api;
  return [
    { ...routes.postUseReceipt, handler: postUseReceipt },
    { ...routes.listFormations, read: listing(api.formations) },
    { ...routes.listExecutionLocks, read: listing(api.locks) },
    { ...routes.listEvidence, read: listing(api.evidence) },
    { ...routes.listSuites, read: listing(api.suites) },
    { ...routes.listWorkloadProfiles, read: listing(api.profiles) },
    { ...routes.listEvaluationPlans, read: listing(api.plans) },
    { ...routes.listEvaluations, read: listing(api.evaluations) },
    { ...routes.listRecommendations, read: listing(api.recommendations) },
    { ...routes.listAdoptions, read: listing(api.adoptions) },
    { ...routes.registerFormation, prepare: registering(formation) },
    { ...routes.registerExecutionLock, prepare: registering(executionLock) },
    { ...routes.registerWorkloadProfile, prepare: registering(workloadProfile) },
    { ...routes.registerSuite, prepare: registering(suite) },
    { ...routes.readArtifact, read: api.readArtifact, forRunner: api.isAssigned },
    { ...routes.readSignature, read: api.readSignature },
    { ...routes.readStatus, read: api.readStatus },
    { ...routes.recommend, prepare: api.postRecommendation },
    { ...routes.planEvaluation, prepare: api.postPlan },
    { ...routes.startEvaluation, prepare: api.postEvaluation },
    { ...routes.readEvaluation, read: api.readEvaluation },
    { ...routes.readCases, read: api.readCases },
    { ...routes.cancelEvaluation, prepare: api.postCancel },
    { ...routes.claimRuns, prepare: api.postClaim },
    { ...routes.renewLease, prepare: api.postHeartbeat },
    { ...routes.submitRuns, prepare: api.postRun },
    { ...routes.recordAdoption, prepare: api.postAdoption },
    { ...routes.readAccount, read: api.readAccount },
    { ...routes.readEvents, read: api.readEvents },
  ];
}
