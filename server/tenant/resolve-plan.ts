/** Looks up every document that a plan names, and reports what does not fit (docs/evaluations.md#1). */

import type { EvaluationPlan } from '#document/evaluation/evaluation-plan.ts';
import { maxModels } from '#document/evaluation/evidence-snapshot.ts';
import type { ExecutionLock } from '#document/evaluation/execution-lock.ts';
import type { Topology } from '#document/team/shape.ts';
import type { UnplacedFault } from '#document/text/fault.ts';
import { designFaults } from '../evidence/evaluation/design.ts';
import { maxRuns, type PlannedLock, type ResolvedPlan, runsOf } from '../evidence/evaluation/plan.ts';
import { resolvedPlan } from '../evidence/evaluation/resolved-plan.ts';
import type { StoredArtifact } from '../store/artifact.ts';
import { Refusal } from '../support/refusal.ts';
import { findFormation, frontMatterOf, type Reach } from './catalog.ts';
import { askedBy } from './question.ts';
import { type SuiteFacts, suiteFacts } from './suite.ts';

/** The plan with every document that it names, or the faults of the plan. */
export type Resolution = { ok: true; plan: ResolvedPlan } | { ok: false; unplaced: UnplacedFault[] };

/**
 * Resolves a plan, with the documents as they are now.
 * @param digest the digest of the bytes of the plan
 */
export async function resolvePlan(digest: string, plan: EvaluationPlan, reach: Reach): Promise<Resolution> {
  const unplaced: UnplacedFault[] = [];
  const suite = await findSuite(plan.suite, reach, unplaced);
  const locks: PlannedLock[] = [];
  for (const [index, lock] of plan.locks.entries()) {
    const found = await findLock(lock, ['locks', index], suite?.task_class, reach, unplaced);
    if (found) locks.push(found);
  }
  if (plan.control !== undefined && !plan.locks.includes(plan.control)) {
    const message = 'The control is not one of the locks.';
    unplaced.push({ path: ['control'], rule: 'control', message, help: 'Add the control to `locks` too.' });
  }
  if (!suite || unplaced.length > 0) return { ok: false, unplaced };
  const { question, unplaced: asked } = await askedBy(plan, suite.cases, reach);
  unplaced.push(...asked);
  const resolved = resolvedPlan(digest, plan, suite, locks, question);
  unplaced.push(...designFaults(plan, resolved));
  if (unplaced.length > 0) return { ok: false, unplaced };
  const runs = runsOf(resolved);
  if (runs <= maxRuns) return { ok: true, plan: resolved };
  const message = `The plan has ${runs} runs, but an evaluation may have at most ${maxRuns}.`;
  const help = 'Repeat each case less often. More cases tell you more than more repetitions.';
  return { ok: false, unplaced: [{ path: ['repetitions'], rule: 'too-many-runs', message, help }] };
}

/**
 * Returns the artifact of a plan with this digest; undefined if the tenant has none.
 * @throws Refusal `conflict` if the artifact is not active: sending a plan again does not bring back one that was withdrawn
 */
export async function findPlanArtifact(
  digest: string,
  { context, tenantId }: Reach,
): Promise<StoredArtifact | undefined> {
  const found = await context.store.artifacts.find(tenantId, digest);
  if (found === undefined || found.status === 'active') return found;
  throw new Refusal('conflict', `The plan is ${found.status}. Send a plan with other bytes.`);
}

/** Returns the text of an active artifact of a kind. If the tenant has none, adds a fault at the path and returns undefined. */
async function findActive(
  kind: string,
  digest: string,
  path: UnplacedFault['path'],
  { context, tenantId }: Reach,
  unplaced: UnplacedFault[],
): Promise<string | undefined> {
  const found = await context.store.artifacts.find(tenantId, digest);
  if (found?.kind === kind && found.status === 'active') return found.content;
  const isKind = found?.kind === kind;
  const message = isKind ? `The ${kind} is ${found.status}.` : `The tenant has no ${kind} of this digest.`;
  const help = isKind ? 'Name an active one.' : 'Register it first.';
  unplaced.push({ path, rule: isKind ? 'not-active' : `unknown-${kind.replace('_', '-')}`, message, help });
  return undefined;
}

async function findSuite(
  digest: string,
  reach: Reach,
  unplaced: UnplacedFault[],
): Promise<SuiteFacts | undefined> {
  const text = await findActive('suite', digest, ['suite'], reach, unplaced);
  return text === undefined ? undefined : suiteFacts(reach.tenantId, digest, text);
}

async function findLock(
  digest: string,
  path: UnplacedFault['path'],
  taskClass: string | undefined,
  reach: Reach,
  unplaced: UnplacedFault[],
): Promise<PlannedLock | undefined> {
  const text = await findActive('execution_lock', digest, path, reach, unplaced);
  if (text === undefined) return undefined;
  const { formation, roles, best_of: bestOf } = frontMatterOf(text) as ExecutionLock;
  const { facts } = await findFormation(formation, reach);
  const complain = (rule: string, message: string, help: string) => {
    unplaced.push({ path, rule, message, help });
  };
  if (facts?.status !== 'active') {
    const state = facts?.status ?? 'not readable';
    complain('formation-not-active', `Its formation is ${state}.`, 'Name a lock of an active formation.');
    return undefined;
  }
  const classes = facts.value.task_classes as string[];
  if (taskClass !== undefined && !classes.includes(taskClass)) {
    const message = `Its formation is for ${classes.join(', ')}, but the suite is for ${taskClass}.`;
    complain('task-class', message, 'Name a lock whose formation is for the task class of the suite.');
  }
  const { budget } = facts.value as unknown as Topology;
  const models = [...new Set(roles.flatMap(({ model_id }) => model_id ?? []))].sort().slice(0, maxModels);
  const tools = roles.flatMap(role => (role.tools ?? []).map(({ name, version }) => `${name}@${version}`));
  return {
    ...{ lock: digest, formation, budget: budgetOfAll(budget, bestOf?.attempts ?? 1) },
    ...{ models, tools: [...new Set(tools)].sort() },
    ...(bestOf && { bestOf }),
  };
}

/**
 * Returns the budget of a run with several attempts, which is the budget of one attempt times their number
 * (docs/evaluations.md#23).
 */
const budgetOfAll = (budget: Topology['budget'], attempts: number): PlannedLock['budget'] => ({
  max_agents: budget.max_agents,
  input_tokens: budget.input_tokens * attempts,
  output_tokens: budget.output_tokens * attempts,
  elapsed_milliseconds: budget.elapsed_milliseconds * attempts,
});
