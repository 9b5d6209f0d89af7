/** Every door of the service, in the order in which a request tries them; then the table of routes behind the last one. */
import { mcpPath, openAiPath } from '#build/text/protocol.ts';
import { type Openness, openness } from '../catalog/cors.ts';
import type { Door } from '../http/door.ts';
import { answerHealth, isProbe } from '../http/health.ts';
import { answerKnownPage, isKnownPage, opennessOfKnown } from '../http/live-page.ts';
import { answerProof, isProof } from '../http/proof.ts';
import { isSearch } from '../http/search-target.ts';
import { receiptRoute } from '../ticket/trailer.ts';
import type { Route } from './express-app.ts';

/** Whether an address is a path, with or without a slash at its end and a query. */
const isAt = (path: string, url: string): boolean =>
  url.startsWith(path) && /^\/?(?:\?|$)/.test(url.slice(path.length));

/** What a door takes; `open` says more where that is not the same for all addresses behind it. */
const takes = (usual: Openness, open: Door['open'] = () => usual) => ({ takes: usual.takes, open });

/** What answers behind a door but the first is loaded when it is first needed, so that a server starts at once. */
export const doors: readonly Door[] = [
  // Every path in the manifest. The responses are serialized in advance.
  { isAt: isKnownPage, ...takes(openness.page, opennessOfKnown), handler: answerKnownPage },
  {
    isAt: ({ url }) => url === receiptRoute,
    ...takes(openness.receipt),
    load: async () => (await import('../http/use-receipt.ts')).postUseReceipt,
  },
  {
    isAt: ({ url }) => isAt(mcpPath, url!),
    load: async context => (await import('../mcp/endpoint.ts')).openEndpoint(context),
  },
  {
    isAt: ({ url }) => isAt(openAiPath, url!),
    load: async context => (await import('../mcp/endpoint.ts')).openOpenAiEndpoint(context),
  },
  {
    isAt: isSearch,
    ...takes(openness.page),
    load: async () => (await import('../http/search.ts')).answerSearch,
  },
  { isAt: isProbe, ...takes(openness.probe), handler: answerHealth },
  { isAt: isProof, ...takes(openness.proof), handler: answerProof },
  // Express, with the routes below. What none of them answers is a page under an unusual address, or nothing.
  {
    isAt: () => true,
    load: async context => (await import('./express-app.ts')).expressApp(context, await loadRoutes()),
  },
];

/** Every route of the API with what answers it. `#build/exchange/routes.ts` says their methods, paths and who may call. */
export async function loadRoutes(): Promise<readonly Route[]> {
  const { apiRoutes: routes } = await import('#build/exchange/routes.ts');
  const { executionLock, formation, question, suite, workloadProfile } = await import(
    '#build/exchange/index.ts'
  );
  const { postUseReceipt } = await import('../http/use-receipt.ts');
  const { listing, ...lists } = await import('./list.ts');
  const { registering } = await import('./registration.ts');
  const artifact = await import('./artifact.ts');
  const evaluation = await import('./evaluation.ts');
  const runner = await import('./runner.ts');
  return [
    { ...routes.postUseReceipt, handler: postUseReceipt },
    { ...routes.listFormations, read: listing(lists.formations) },
    { ...routes.listExecutionLocks, read: listing(lists.locks) },
    { ...routes.listEvidence, read: listing(lists.evidence) },
    { ...routes.listSuites, read: listing(lists.suites) },
    { ...routes.listWorkloadProfiles, read: listing(lists.profiles) },
    { ...routes.listQuestions, read: listing(lists.questions) },
    { ...routes.listEvaluationPlans, read: listing(lists.plans) },
    { ...routes.listEvaluations, read: listing(lists.evaluations) },
    { ...routes.listRecommendations, read: listing(lists.recommendations) },
    { ...routes.listAdoptions, read: listing(lists.adoptions) },
    { ...routes.registerFormation, prepare: registering(formation) },
    { ...routes.registerExecutionLock, prepare: registering(executionLock) },
    { ...routes.registerWorkloadProfile, prepare: registering(workloadProfile) },
    { ...routes.registerSuite, prepare: registering(suite) },
    { ...routes.registerQuestion, prepare: registering(question) },
    { ...routes.readArtifact, read: artifact.readArtifact, forRunner: artifact.isAssigned },
    { ...routes.readSignature, read: artifact.readSignature },
    { ...routes.readStatus, read: artifact.readStatus },
    { ...routes.recommend, prepare: (await import('./recommendation.ts')).postRecommendation },
    { ...routes.planEvaluation, prepare: (await import('./evaluation-plan.ts')).postPlan },
    { ...routes.startEvaluation, prepare: evaluation.postEvaluation },
    { ...routes.readEvaluation, read: evaluation.readEvaluation },
    { ...routes.readCases, read: (await import('./case-page.ts')).readCases },
    { ...routes.cancelEvaluation, prepare: evaluation.postCancel },
    { ...routes.claimRuns, prepare: runner.postClaim },
    { ...routes.renewLease, prepare: runner.postHeartbeat },
    { ...routes.submitRuns, prepare: (await import('./run.ts')).postRun },
    { ...routes.recordAdoption, prepare: (await import('./adoption.ts')).postAdoption },
    { ...routes.readAccount, read: (await import('./account.ts')).readAccount },
    { ...routes.readEvents, read: (await import('./event.ts')).readEvents },
  ];
}
