/** The evaluation that results are for: one that was started, one of a plan, or one of a plan that is made from the results. */
import type { IndexItem } from '#document/kind/list.ts';
import { Failure } from '../../failure.ts';
import { matchCases } from '../../import/match.ts';
import { type Connection, read } from '../connection.ts';
import type { Draft } from '../reference.ts';
import { type Arm, type Rule, resultsOf, type Source } from './arms.ts';
import {
  planFields,
  planOfResults,
  type Reference,
  referenceTo,
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
    ...known,
    ...(named.job !== undefined && { job: await stateOf(connection, named.job) }),
  };
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
    const { fields } = await read(connection, `evaluations/${job}.md`);
    return { name: `the plan of ${job}`, digest: String(fields.plan), drafts: [] };
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
  const plans = await listed(connection, `evaluation-plans/index.md?task_class=${taskClass}`);
  const { items } = await listed(connection, `evaluations/index.md?task_class=${taskClass}`);
  const jobs = items.filter(item => item.plan === plan);
  const job =
    jobs.find(({ state }) => state === 'queued' || state === 'running') ??
    jobs.find(({ state }) => state === 'completed');
  return {
    planRegisteredAt: plans.items.find(({ digest }) => digest === plan)?.registered_at,
    job: job && { id: job.job!, isFinal: job.state === 'completed' },
    now: plans.now,
  };
}

/** A whole list, and the clock of the service. */
async function listed(
  connection: Connection,
  route: string,
): Promise<{ items: readonly IndexItem[]; now: string }> {
  const items: IndexItem[] = [];
  for (let after: unknown = 0; ; ) {
    const { fields, headers } = await read(connection, `${route}&limit=500&after=${after}`);
    items.push(...(fields.items as IndexItem[]));
    after = fields.next_after;
    const now = new Date(headers.get('date') ?? Date.now());
    if (after === undefined) return { items, now: now.toISOString().replace(/\.\d+Z$/, 'Z') };
  }
}

async function stateOf(connection: Connection, job: string): Promise<Target['job']> {
  const { fields } = await read(connection, `evaluations/${job}.md`);
  const state = String(fields.state);
  if (['queued', 'running', 'completed'].includes(state)) return { id: job, isFinal: state === 'completed' };
  throw new Failure('wrongUse', `${job} is ${state}, and takes no results any more. Plan it again.`);
}
