/** The evaluation that results are for: one that was started, one of a plan, or one of a plan that is made from the results. */

import { type EvaluationJob, evaluationJob } from '#build/evaluation/evaluation-job.ts';
import { type IndexItem, index } from '#build/exchange/list.ts';
import { timeText } from '#build/text/time.ts';
import { matchCases } from '../../import/match.ts';
import { Failure } from '../../support/failure.ts';
import { type Connection, read, refused } from '../connection.ts';
import type { Draft } from '../reference.ts';
import { type Arm, type Rule, resultsOf, type Source } from './arms.ts';
import type { Expected } from './compare.ts';
import {
  maxCases,
  modelsOf,
  planFields,
  planOfResults,
  type Reference,
  referenceTo,
  scorerOf,
  suiteFields,
  suiteOfResults,
} from './documents.ts';

export interface Target {
  plan: Reference;
  /** What has to be registered before the plan, each document after those that it names. */
  drafts: readonly Draft[];
  taskClass: string;
  cases: readonly string[];
  locks: readonly string[];
  repetitions: number;
  /** What a log may state, by the plan. */
  expected: Expected;
  /** When the plan was registered; undefined for one that is not yet. */
  planRegisteredAt: string | undefined;
  /** The evaluation of the plan; undefined when it is to be started. */
  job: { id: string; isFinal: boolean } | undefined;
  /** The clock of the service. */
  now: string;
}

/** How the evaluation is named. */
interface Named {
  job?: string;
  plan?: string;
  suite?: string;
  taskClass?: string;
  control?: string;
  rule: Rule;
}

/** Finds the evaluation and all that is to be known of it. @throws Failure that says what is missing or does not fit */
export async function findTarget(
  connection: Connection,
  arms: readonly Arm[],
  source: Source,
  named: Named,
): Promise<Target> {
  const plan = await planOf(connection, arms, source, named);
  const drafts = unique([...arms.flatMap(({ lock }) => lock.drafts), ...plan.drafts]);
  const fields = await planFields(connection, plan, drafts);
  refuseOthers(arms, fields.locks, plan.name);
  const ofPlan = { digest: fields.suite, name: 'the suite of the plan' };
  const suite = await suiteFields(connection, ofPlan, drafts);
  const known = await findKnown(connection, plan.digest, suite.task_class);
  return {
    plan,
    drafts: drafts.filter(({ kind }) => kind !== 'evaluation_plan'),
    taskClass: suite.task_class,
    cases: suite.cases.map(({ id }) => id),
    locks: fields.locks,
    repetitions: fields.repetitions,
    expected: {
      suite: fields.suite,
      caseDigests: new Map(suite.cases.map(({ id, digest }) => [id, digest])),
      models: await modelsOfArms(connection, arms, drafts),
      scorer: await scorerOf(connection, fields, drafts),
    },
    ...known,
    ...(named.job !== undefined && { job: await stateOf(connection, named.job) }),
  };
}

async function modelsOfArms(
  connection: Connection,
  arms: readonly Arm[],
  drafts: readonly Draft[],
): Promise<Map<string, string[]>> {
  const models = new Map<string, string[]>();
  for (const { lock } of arms)
    if (!models.has(lock.digest)) models.set(lock.digest, await modelsOf(connection, lock, drafts));
  return models;
}

const unique = (drafts: readonly Draft[]): Draft[] => [
  ...new Map(drafts.map(draft => [draft.digest, draft])).values(),
];

async function planOf(
  connection: Connection,
  arms: readonly Arm[],
  source: Source,
  { job, plan, suite, taskClass, control, rule }: Named,
): Promise<Reference> {
  if ([job, plan, suite ?? taskClass].filter(each => each !== undefined).length !== 1)
    throw new Failure(
      'wrongUse',
      'Which evaluation? Name one of --job JOB, --plan PLAN, --suite SUITE, or --task-class CLASS for a suite of the cases in the files.',
    );
  if (job !== undefined) {
    const { plan: digest } = await readJob(connection, job);
    return { name: `the plan of ${job}`, digest, drafts: [] };
  }
  if (plan !== undefined) return referenceTo(plan);
  const named = suite === undefined ? await suiteIn(arms, source, rule, taskClass!) : referenceTo(suite);
  const { cases } = await suiteFields(connection, named, named.drafts);
  const ids = cases.map(({ id }) => id);
  const locks = [...new Set(arms.map(({ lock }) => lock.digest))];
  const asControl = control === undefined ? undefined : referenceTo(control).digest;
  const made = planOfResults(named, locks, asControl, await repetitionsIn(arms, source, ids, rule));
  return { ...made, drafts: [...named.drafts, ...made.drafts] };
}

/** A suite of all cases that the results of any arm name. */
async function suiteIn(
  arms: readonly Arm[],
  source: Source,
  rule: Rule,
  taskClass: string,
): Promise<Reference> {
  const names = new Map<string, string>();
  for (const arm of arms) {
    for await (const { case_id: id, file, place } of resultsOf(arm, source)) {
      const name = rule(id);
      if (!name)
        throw new Failure('wrongUse', `${file}: ${place}: --map makes no name of the case \`${id}\`.`);
      names.set(id, name);
      if (names.size > maxCases)
        throw new Failure('wrongUse', `${file}: ${place}: a suite has ${maxCases} cases at most.`);
    }
  }
  return suiteOfResults(names, taskClass);
}

/** How often the results repeat a case at most. */
async function repetitionsIn(
  arms: readonly Arm[],
  source: Source,
  cases: readonly string[],
  rule: Rule,
): Promise<number> {
  let most = 1;
  for (const arm of arms) {
    const { matched } = await matchCases(resultsOf(arm, source), { cases, repetitions: 100, rule });
    for (const { repetition } of matched) most = Math.max(most, repetition);
  }
  return most;
}

function refuseOthers(arms: readonly Arm[], locks: readonly string[], plan: string): void {
  const other = arms.find(({ lock }) => !locks.includes(lock.digest));
  if (other)
    throw new Failure(
      'wrongUse',
      `${other.lock.name} (${other.lock.digest}) is no lock of ${plan}, which compares ${locks.join(', ')}.`,
    );
}

/** What the service knows of a plan: since when, and which evaluation of it is under way or completed. */
async function findKnown(
  connection: Connection,
  plan: string,
  taskClass: string,
): Promise<Pick<Target, 'planRegisteredAt' | 'job' | 'now'>> {
  let registeredAt: string | undefined;
  const plans = `evaluation-plans/index.md?task_class=${taskClass}`;
  const now = await eachListed(connection, plans, ({ digest, registered_at }) => {
    if (digest === plan) registeredAt ??= registered_at;
  });
  const jobs: IndexItem[] = [];
  await eachListed(connection, `evaluations/index.md?task_class=${taskClass}`, item => {
    if (item.plan === plan && item.job !== undefined) jobs.push(item);
  });
  const job =
    jobs.find(({ state }) => state === 'queued' || state === 'running') ??
    jobs.find(({ state }) => state === 'completed');
  return {
    planRegisteredAt: registeredAt,
    job: job && { id: job.job!, isFinal: job.state === 'completed' },
    now,
  };
}

/** The most pages of a list. */
const mostPages = 1000;

/**
 * Goes through a whole list, of which no more than a page is held.
 * @returns the clock of the service
 * @throws Failure when its pages do not go on, or do not end
 */
async function eachListed(
  connection: Connection,
  route: string,
  look: (item: IndexItem) => void,
): Promise<string> {
  for (let [after, pages] = [0, 1]; ; pages += 1) {
    const { fields, headers } = await read(connection, `${route}&limit=500&after=${after}`, index);
    for (const item of fields.items ?? []) look(item);
    const { next_after: next } = fields;
    if (next === undefined) return clockOf(headers.date);
    if (next <= after || pages === mostPages) throw refused(`GET ${route}: its pages do not end.`);
    after = next;
  }
}

/** The time of the service in the form of fields; that of this machine when it does not say it. */
function clockOf(date: string | undefined): string {
  const milliseconds = Date.parse(date ?? '');
  return timeText(Number.isNaN(milliseconds) ? Date.now() : milliseconds);
}

async function stateOf(connection: Connection, job: string): Promise<Target['job']> {
  const { state } = await readJob(connection, job);
  if (['queued', 'running', 'completed'].includes(state)) return { id: job, isFinal: state === 'completed' };
  throw new Failure('wrongUse', `${job} is ${state}, and takes no results any more. Plan it again.`);
}

/** @param job as the person named it */
async function readJob(connection: Connection, job: string): Promise<EvaluationJob> {
  if (!/^ev-[0-9a-f]{24}$/.test(job))
    throw new Failure('wrongUse', `${job} is no id of an evaluation: \`tenant start\` prints it as \`job\`.`);
  const { fields } = await read(connection, `evaluations/${job}.md`, evaluationJob);
  if (fields.job !== job) throw refused(`It is of ${fields.job}, and not of ${job}.`);
  return fields;
}
