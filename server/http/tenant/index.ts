/** The handlers of the tenant API, for the table of routes, which loads them together. */
export { readAccount } from './account.ts';
export { postAdoption } from './adoption.ts';
export { isAssigned, readArtifact, readSignature, readStatus } from './artifact.ts';
export { readCases } from './case-page.ts';
export { postCancel, postEvaluation, readEvaluation } from './evaluation.ts';
export { postPlan } from './evaluation-plan.ts';
export { readEvents } from './event.ts';
export {
  adoptions,
  evaluations,
  evidence,
  formations,
  listing,
  locks,
  plans,
  profiles,
  recommendations,
  suites,
} from './list.ts';
export { postRecommendation } from './recommendation.ts';
export { registering } from './registration.ts';
export { postRun } from './run.ts';
export { postClaim, postHeartbeat } from './runner.ts';
