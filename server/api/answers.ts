/** Every route of the API with the functions that answer it. */
import type { Express } from 'express';
import { executionLock, formation, question, suite, workloadProfile } from '#document/message/index.ts';
import { apiRoutes } from '#document/message/routes.ts';
import type { Context } from '../http/context.ts';
import { postUseReceipt } from '../http/use-receipt.ts';
import { readAccount } from './account.ts';
import { postAdoption } from './adoption.ts';
import * as artifact from './artifact.ts';
import { readCases } from './case-page.ts';
import * as evaluation from './evaluation.ts';
import { postPlan } from './evaluation-plan.ts';
import { readEvents } from './event.ts';
import { type AnswerTo, expressApp, type Route } from './express-app.ts';
import * as lists from './list.ts';
import { postRecommendation } from './recommendation.ts';
import { registering } from './registration.ts';
import { postRun } from './run.ts';
import * as runner from './runner.ts';

const { listing } = lists;

/** The handlers by the names of the routes that `#document/message/routes.ts` declares. */
type Answers = { [Name in keyof typeof apiRoutes]: AnswerTo<(typeof apiRoutes)[Name]['type']> };

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
  recommend: { prepare: postRecommendation },
  planEvaluation: { prepare: postPlan },
  startEvaluation: { prepare: evaluation.postEvaluation },
  readEvaluation: { read: evaluation.readEvaluation },
  readCases: { read: readCases },
  cancelEvaluation: { prepare: evaluation.postCancel },
  claimRuns: { prepare: runner.postClaim },
  renewLease: { prepare: runner.postHeartbeat },
  submitRuns: { prepare: postRun },
  recordAdoption: { prepare: postAdoption },
  readAccount: { read: readAccount },
  readEvents: { read: readEvents },
};

/** Returns the application that answers every route of the API. */
export function answerRoutes(context: Context): Express {
  const routes = Object.entries(apiRoutes).map(
    ([name, route]) => ({ ...route, ...answers[name as keyof Answers] }) as Route,
  );
  return expressApp(context, routes);
}
