/** Reads the plan to which results are imported, the documents that it names, and its evaluation. */
import { evaluationPlan } from '#document/evaluation/evaluation-plan.ts';
import { executionLock } from '#document/evaluation/execution-lock.ts';
import type { FixedScorer } from '#document/evaluation/imported-log.ts';
import { question } from '#document/evaluation/question.ts';
import { suite } from '#document/evaluation/suite.ts';
import { type IndexItem, index } from '#document/message/list.ts';
import { timeText } from '#document/text/time.ts';
import { refused } from '../../../runner/client.ts';
import { wrongUse } from '../../../support/failure.ts';
import { readArtifact } from '../artifact.ts';
import { type Connection, read } from '../connection.ts';
import { digestOrFile } from '../reference.ts';
import type { Arm } from './arms.ts';

export interface Target {
  plan: string;
  /** The digest of each case, by its name. */
  cases: ReadonlyMap<string, string>;
  suite: string;
  repetitions: number;
  /** The models to which the roles of each lock are pinned. */
  models: ReadonlyMap<string, readonly string[]>;
  /** The scorer that the question fixes for all results; undefined if it fixes none. */
  scorer: FixedScorer | undefined;
  registeredAt: string;
  /** The evaluation of the plan; undefined if it has not been started. */
  job: { id: string; isFinal: boolean } | undefined;
  /** The present time by the clock of the service. */
  now: string;
}

/**
 * Reads a plan with its suite and its locks.
 * @throws Failure when it is not registered, or does not compare the locks of the results
 */
export async function findTarget(
  connection: Connection,
  plan: string,
  arms: readonly Arm[],
): Promise<Target> {
  const digest = digestOrFile(plan);
  const { fields } = await readArtifact(connection, digest, evaluationPlan);
  const other = arms.find(({ lock }) => !fields.locks.includes(lock));
  if (other)
    throw wrongUse(
      `${other.shown} (${other.lock}) is not a lock of ${plan}, which compares ${fields.locks.join(', ')}.`,
    );
  const { fields: ofSuite } = await readArtifact(connection, fields.suite, suite);
  const models = new Map<string, string[]>();
  for (const lock of fields.locks) {
    const { roles } = (await readArtifact(connection, lock, executionLock)).fields;
    models.set(
      lock,
      roles.flatMap(({ model_id }) => model_id ?? []),
    );
  }
  return {
    plan: digest,
    cases: new Map(ofSuite.cases.map(each => [each.id, each.digest])),
    suite: fields.suite,
    repetitions: fields.repetitions,
    models,
    scorer:
      fields.question === undefined
        ? undefined
        : (await readArtifact(connection, fields.question, question)).fields.scorer,
    ...(await findKnown(connection, digest, ofSuite.task_class)),
  };
}

/** Looks up when the service registered a plan, and which evaluation of the plan is queued, running or completed. */
async function findKnown(
  connection: Connection,
  plan: string,
  taskClass: string,
): Promise<Pick<Target, 'registeredAt' | 'job' | 'now'>> {
  let registeredAt: string | undefined;
  const jobs: IndexItem[] = [];
  await eachListed(connection, `evaluation-plans/index.md?task_class=${taskClass}`, item => {
    if (item.digest === plan) registeredAt ??= item.registered_at;
  });
  const now = await eachListed(connection, `evaluations/index.md?task_class=${taskClass}`, item => {
    if (item.plan === plan && item.job !== undefined) jobs.push(item);
  });
  const job =
    jobs.find(({ state }) => state === 'queued' || state === 'running') ??
    jobs.find(({ state }) => state === 'completed');
  return {
    registeredAt: registeredAt ?? now,
    job: job && { id: job.job!, isFinal: job.state === 'completed' },
    now,
  };
}

const mostPages = 1000;

/**
 * Calls `look` with each item of a list, over all of its pages.
 * @returns the time by the clock of the service
 * @throws Failure when the pages do not end
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
    if (next === undefined) return timeText(Date.parse(headers.date ?? '') || Date.now());
    if (next <= after || pages === mostPages) throw refused(`GET ${route}: its pages do not end.`);
    after = next;
  }
}
