/** Every branch of the service, in the order in which a request tries them; then the routes of the last branch. */
import { paths } from '#document/message/door.ts';
import type { apiRoutes } from '#document/message/routes.ts';
import { mcpPath, openAiPath } from '#document/text/protocol.ts';
import { answerCommandPackage, isCommandPackage } from '../http/command-package.ts';
import type { Branch } from '../http/dispatch.ts';
import { answerHealth, isProbe } from '../http/health.ts';
import { answerKnownPage, isKnownPage, opennessOfKnown } from '../http/page.ts';
import { answerProof, isProof } from '../http/proof.ts';
import { isSearch } from '../http/search-target.ts';
import type { AnswerTo, Route } from './express-app.ts';

/** Tells whether an address is a path. The address may have a slash at its end and a query. */
const isAt = (path: string, url: string): boolean =>
  url.startsWith(path) && /^\/?(?:\?|$)/.test(url.slice(path.length));

/**
 * The branches, the first match first. Every handler but the first is loaded when it is first needed, so that a server starts
 * at once.
 */
export const branches: readonly Branch[] = [
  // Every path in the manifest. Its answers were prepared in advance.
  { isAt: isKnownPage, type: 'page', open: opennessOfKnown, handler: answerKnownPage },
  {
    isAt: ({ url }) => url === paths.receipt,
    type: 'receipt',
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
    type: 'page',
    load: async () => (await import('../http/search.ts')).answerSearch,
  },
  { isAt: isProbe, type: 'probe', handler: answerHealth },
  { isAt: isProof, type: 'proof', handler: answerProof },
  { isAt: isCommandPackage, type: 'proof', handler: answerCommandPackage },
  // Express, with the routes below. It also answers pages under unusual addresses, and addresses that do not exist.
  {
    isAt: () => true,
    load: async context => (await import('./express-app.ts')).expressApp(context, await loadRoutes()),
  },
];

/** The handlers by the names of the routes that `#document/message/routes.ts` declares. */
type Answers = { [Name in keyof typeof apiRoutes]: AnswerTo<(typeof apiRoutes)[Name]['type']> };

/** Returns every route of the API with the functions that answer it. */
async function loadRoutes(): Promise<readonly Route[]> {
  const { apiRoutes: routes } = await import('#document/message/routes.ts');
  const { executionLock, formation, question, suite, workloadProfile } = await import(
    '#document/message/index.ts'
  );
  const { postUseReceipt } = await import('../http/use-receipt.ts');
  const { listing, ...lists } = await import('./list.ts');
  const { registering } = await import('./registration.ts');
  const artifact = await import('./artifact.ts');
  const evaluation = await import('./evaluation.ts');
  const runner = await import('./runner.ts');
  const answers: Answers = {
    postUseReceipt: { handler: postUseReceipt },
    listFormations: { read: listing(lists.formations) },
    listExecutionLocks: { read: listing(lists.locks) },
    listEvidence: { read: listing(lists.evidence) },
    listSuites: { read: listing(lists.suites) },
    listWorkloadProfiles: { read: listing(lists.profiles) },
    listQuestions: { read: listing(lists.questions) },
    listEvaluationPlans: { read: listing(lists.plans) },
    listEvaluations: { read: listing(lists.evaluations) },
    listRecommendations: { read: listing(lists.recommendations) },
    listAdoptions: { read: listing(lists.adoptions) },
    registerFormation: { prepare: registering(formation) },
    registerExecutionLock: { prepare: registering(executionLock) },
    registerWorkloadProfile: { prepare: registering(workloadProfile) },
    registerSuite: { prepare: registering(suite) },
    registerQuestion: { prepare: registering(question) },
    readArtifact: { read: artifact.readArtifact, forRunner: artifact.isAssigned },
    readSignature: { read: artifact.readSignature },
    readStatus: { read: artifact.readStatus },
    recommend: { prepare: (await import('./recommendation.ts')).postRecommendation },
    planEvaluation: { prepare: (await import('./evaluation-plan.ts')).postPlan },
    startEvaluation: { prepare: evaluation.postEvaluation },
    readEvaluation: { read: evaluation.readEvaluation },
    readCases: { read: (await import('./case-page.ts')).readCases },
    cancelEvaluation: { prepare: evaluation.postCancel },
    claimRuns: { prepare: runner.postClaim },
    renewLease: { prepare: runner.postHeartbeat },
    submitRuns: { prepare: (await import('./run.ts')).postRun },
    recordAdoption: { prepare: (await import('./adoption.ts')).postAdoption },
    readAccount: { read: (await import('./account.ts')).readAccount },
    readEvents: { read: (await import('./event.ts')).readEvents },
  };
  return Object.entries(routes).map(([name, route]) => {
    return { ...route, ...answers[name as keyof Answers] } as Route;
  });
}
