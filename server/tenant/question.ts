/**
 * Checks questions of tenants: whether the documents that they name exist, and whether a plan asks the question that it names.
 */
import type { EvaluationPlan } from '#document/evaluation/evaluation-plan.ts';
import type { Question } from '#document/evaluation/question.ts';
import type { Suite } from '#document/evaluation/suite.ts';
import type { UnplacedFault } from '#document/text/fault.ts';
import { askedFaults, questionFaults } from '../evidence/evaluation/question.ts';
import { frontMatterOf, type Reach } from './catalog.ts';

/** Checks that each document that a question names belongs to the tenant, is active, and has the task class of the question. */
export async function checkQuestion(value: Record<string, unknown>, reach: Reach): Promise<UnplacedFault[]> {
  const question = value as unknown as Question;
  const { suite, control, teams, profile, task_class } = question;
  const named: [kind: string, digest: string, path: UnplacedFault['path']][] = [
    ['suite', suite, ['suite']],
    ['execution_lock', control, ['control']],
    ...teams.map((team, index): [string, string, UnplacedFault['path']] => [
      'execution_lock',
      team,
      ['teams', index],
    ]),
    ...(profile === undefined
      ? []
      : [['workload_profile', profile, ['profile']] as [string, string, UnplacedFault['path']]]),
  ];
  const found = await Promise.all(named.map(each => missing(each, task_class, reach)));
  return [...found.flat(), ...askedFaults(question)];
}

async function missing(
  [kind, digest, path]: readonly [string, string, UnplacedFault['path']],
  taskClass: string,
  { context, tenantId }: Reach,
): Promise<UnplacedFault[]> {
  const found = await context.store.artifacts.find(tenantId, digest);
  if (found?.kind !== kind || found.status !== 'active') {
    const message = `The tenant has no active ${kind} of this digest.`;
    return [{ path, rule: `unknown-${kind.replace('_', '-')}`, message, help: 'Register it first.' }];
  }
  if (found.task_class === null || found.task_class === taskClass) return [];
  const message = `It is for ${found.task_class}, but the question is about ${taskClass}.`;
  return [{ path, rule: 'task-class', message, help: 'Ask about one task class.' }];
}

/** Returns the question that a plan names, and a fault for each part in which the plan asks something else. */
export async function askedBy(
  plan: EvaluationPlan,
  cases: Suite['cases'],
  { context, tenantId }: Reach,
): Promise<{ question?: Question; unplaced: UnplacedFault[] }> {
  if (plan.question === undefined) return { unplaced: [] };
  const { artifacts } = context.store;
  const found = await artifacts.find(tenantId, plan.question);
  if (found?.kind !== 'question' || found.status !== 'active') {
    const message = 'The tenant has no active question of this digest.';
    return {
      unplaced: [{ path: ['question'], rule: 'unknown-question', message, help: 'Register it first.' }],
    };
  }
  // Fields that a registered document leaves out have the defaults of its kind.
  const question: Question = { ...usual, ...(frontMatterOf(found.content) as Partial<Question>) } as Question;
  const suite = await artifacts.find(tenantId, question.suite);
  const asked = new Set(
    (frontMatterOf(suite!.content) as unknown as Suite).cases.map(({ digest }) => digest),
  );
  const isSame = cases.length === asked.size && cases.every(({ digest }) => asked.has(digest));
  return { question, unplaced: questionFaults(plan, question, isSame) };
}

const usual = {
  comparison: 'superiority',
  stopping: 'fixed',
  alpha: '0.0500',
  budget_ratio: '1.5000',
} as const;
