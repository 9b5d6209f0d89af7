/** `GET T/evaluations/{job}/cases.md`: the results of each lock on each case, page by page (docs/evaluations.md#16). */
import {
  type EvaluationCases,
  evaluationCases,
  outcomeLetters,
} from '#document/evaluation/evaluation-cases.ts';
import type { ResolvedPlan } from '../evidence/evaluation/plan.ts';
import { isRetried } from '../evidence/run-facts.ts';
import type { CaseCount } from '../store/assignment.ts';
import type { StoredJob } from '../store/evaluation-job.ts';
import { endedRun } from '../tenant/ended-run.ts';
import { lookedAt } from '../tenant/look.ts';
import { suiteFacts } from '../tenant/suite.ts';
import { type Call, notFound } from './access.ts';
import { sweepIfDue } from './evaluation.ts';
import { tenantPage } from './page.ts';
import { pageOf } from './query.ts';
import type { Read } from './read.ts';

type Case = EvaluationCases['cases'][number];
type Counted = Omit<Case, 'outcomes'>;

export const readCases: Read = async call => {
  const { after, limit } = pageOf(call.query);
  await sweepIfDue(call);
  const { store } = call.context;
  const job = await store.jobs.find(call.tenantId, call.params.job ?? '');
  if (!job) throw notFound();
  const plan = (await store.plans.find(call.tenantId, job.plan))!.resolved;
  const { locks, control } = plan;
  const arms = locks.map(({ lock }) => lock);
  const all = await casesOf(call, job, arms);
  const rest = all.filter(({ number }) => number > after);
  const shown = await withOutcomes(call, job, plan, rest.slice(0, limit));
  const next = rest.length > limit ? shown.at(-1)!.number : undefined;
  const path = `${call.prefix}/evaluations/${job.id}/cases.md`;
  const named = { job: job.id, state: job.state, plan: job.plan, suite: job.suite };
  return tenantPage(call, {
    kind: evaluationCases,
    path,
    title: `Cases of ${job.id}`,
    description: `What each lock did on each case of an evaluation that is ${job.state}.`,
    fields: {
      ...named,
      ...(control !== undefined && { control }),
      locks: arms,
      total: all.length,
      ...(next !== undefined && { next_after: next }),
      cases: shown,
    } satisfies EvaluationCases,
    body: shown.length === 0 ? reasonOf(job) : tableOf(shown, arms, control),
    ...(next !== undefined && { links: [`<${path}?after=${next}&limit=${limit}>; rel="next"`] }),
  });
};

/** Returns the cases that may be seen, in the order of the suite. */
async function casesOf(
  { context, tenantId }: Call,
  job: StoredJob,
  arms: readonly string[],
): Promise<Counted[]> {
  const last = lastCounted(job);
  if (last === 0) return [];
  const { store, tenant: services } = context;
  const { content } = (await store.artifacts.find(tenantId, job.suite))!;
  await services.pace.turn(tenantId);
  const counts = await services.pace.measured(tenantId, () =>
    store.assignments.countByCase(tenantId, job.id, last),
  );
  const byCell = new Map(counts.map(count => [`${count.case_id} ${count.lock}`, count]));
  return suiteFacts(tenantId, job.suite, content).cases.flatMap(({ id, cluster }, place) => {
    const cells = arms.flatMap(lock => byCell.get(`${id} ${lock}`) ?? []);
    if (cells.length < arms.length) return [];
    return [{ number: place + 1, case: id, ...(cluster !== undefined && { cluster }), ...columnsOf(cells) }];
  });
}

/** Adds to each case how each of its repetitions ended. `passes` counts the runs that passed and kept their budget. */
async function withOutcomes(
  { context, tenantId }: Call,
  job: StoredJob,
  plan: ResolvedPlan,
  cases: readonly Counted[],
): Promise<Case[]> {
  const names = cases.map(each => each.case);
  const rows = await context.store.assignments.endedOn(tenantId, job.id, lastCounted(job), names);
  const letters = new Map<string, string[]>();
  for (const row of rows) {
    const run = endedRun(row, plan);
    const key = `${row.case_id} ${row.lock}`;
    const own = letters.get(key) ?? [];
    letters.set(key, own);
    const letter = outcomeLetters[run.outcome];
    own[row.repetition - 1] = isRetried(run) ? letter.toUpperCase() : letter;
  }
  return cases.map(({ elapsed_milliseconds, ...each }) => {
    const outcomes = plan.locks.map(({ lock }) => letters.get(`${each.case} ${lock}`)!.join(''));
    const passes = outcomes.map(text => text.replaceAll(/[^p]/gi, '').length);
    return { ...each, passes, outcomes, elapsed_milliseconds };
  });
}

/**
 * Returns the number of the last assignment whose result may be shown. In an evaluation that may stop early, this is the last
 * assignment that was looked at. In one of fixed size it is 0 before the end: whoever saw early results could choose when to
 * stop.
 */
function lastCounted(job: StoredJob): number {
  const looked = lookedAt(job);
  if (looked) return looked.assignments;
  return job.state === 'completed' ? job.runs : 0;
}

/** Converts a sum of the database to a number, since databases write sums as texts. Keeps null. */
const numberOrNull = (sum: number | string | null): number | null => (sum === null ? null : Number(sum));

const columnsOf = (cells: readonly CaseCount[]) => ({
  runs: cells.map(({ runs }) => Number(runs)),
  passes: cells.map(({ passes }) => Number(passes)),
  tokens: cells.map(({ tokens }) => numberOrNull(tokens)),
  elapsed_milliseconds: cells.map(({ elapsed }) => numberOrNull(elapsed)),
});

function reasonOf(job: StoredJob): string {
  if (lookedAt(job))
    return 'There is no case to show. Either the evaluation has looked at none yet, or none is left after this number.';
  if (job.state === 'completed') return 'No case is left after this number.';
  return 'An evaluation of fixed size shows its cases once it is completed.';
}

function tableOf(cases: readonly Case[], arms: readonly string[], control: string | undefined): string {
  const heads = arms.map(lock => `${lock.slice(7, 19)}${lock === control ? ' (control)' : ''}`);
  const rows = cases.map(each => [each.case, ...arms.map((_, arm) => cellOf(each, arm))]);
  return [['case', ...heads], ['case', ...heads].map(() => '---'), ...rows]
    .map(row => `| ${row.join(' | ')} |`)
    .join('\n');
}

function cellOf({ passes, runs, tokens, elapsed_milliseconds: elapsed }: Case, arm: number): string {
  const cost = tokens[arm] === null ? 'tokens unknown' : `${tokens[arm]} tokens`;
  const time = elapsed[arm] === null ? 'time unknown' : `${(elapsed[arm]! / 1000).toFixed(1)} s`;
  return `${passes[arm]} of ${runs[arm]}, ${cost}, ${time}`;
}
