/** The documents that a decision of the laboratory rests on, as `agent-topology tenant verify --save` would keep them. */
import { outcomeLetters } from '#document/evaluation/evaluation-cases.ts';
import type { Recommendation } from '#document/evaluation/recommendation.ts';
import { nearest } from '#document/kind/share.ts';
import { writeDocument } from '#document/text/front-matter.ts';
import type { ResolvedPlan } from '../../server/evidence/evaluation/plan.ts';
import type { Profile } from '../../server/evidence/recommend/input.ts';
import { type EndedRun, isRetried } from '../../server/evidence/run-facts.ts';
import { digestOf } from './simulated-evidence.ts';

const head = (kind: string) => ({
  ...{ schema: `formation.${kind}/v0.1`, kind, title: 'Of the laboratory' },
  description: 'Of simulated agents.',
});

export const recommendationText = (decided: Recommendation): string =>
  writeDocument({ ...head('recommendation'), ...decided }, '');

export const profileText = ({ digest: _, ...profile }: Profile): string =>
  writeDocument({ ...head('workload_profile'), ...profile }, '');

export const suiteText = (
  taskClass: string,
  cases: readonly string[],
  clusters: readonly number[] | undefined,
  mark: string,
): string =>
  writeDocument(
    {
      ...head('suite'),
      ...{ name: `suite-${mark}`, version: '1.0.0', task_class: taskClass },
      cases: cases.map((id, at) => ({
        ...{ id, digest: digestOf(id) },
        ...(clusters && { cluster: `c${clusters[at]}` }),
      })),
    },
    '',
  );

export const planText = (plan: Omit<ResolvedPlan, 'plan'>): string =>
  writeDocument(
    {
      ...head('evaluation_plan'),
      ...{ suite: plan.suite, locks: plan.locks.map(({ lock }) => lock), control: plan.control },
      ...{ repetitions: plan.repetitions, seed: 1, stopping: plan.stopping, comparison: plan.comparison },
      margin: plan.margin === undefined ? undefined : nearest(plan.margin),
      alpha: nearest(plan.alpha!),
      budget_ratio: plan.budgetRatio!.toFixed(4),
    },
    '',
  );

const tokensOf = (runs: readonly EndedRun[]): number | null =>
  runs.some(({ inputTokens, outputTokens }) => inputTokens === null || outputTokens === null)
    ? null
    : runs.reduce((sum, each) => sum + each.inputTokens! + each.outputTokens!, 0);

/** @param order the ids of the suite, in its order */
export function casesText(
  job: string,
  plan: ResolvedPlan,
  order: readonly string[],
  runs: readonly EndedRun[],
): string {
  const byCell = new Map<string, EndedRun[]>();
  for (const run of runs) {
    const name = `${run.case} ${run.lock}`;
    byCell.set(name, [...(byCell.get(name) ?? []), run]);
  }
  const rows = order.flatMap((id, place) => {
    const cells = plan.locks.map(({ lock }) =>
      (byCell.get(`${id} ${lock}`) ?? []).toSorted((a, b) => a.repetition - b.repetition),
    );
    if (cells.some(cell => cell.length === 0)) return [];
    const [first] = cells[0]!;
    const outcomes = cells.map(cell =>
      cell
        .map(run =>
          isRetried(run) ? outcomeLetters[run.outcome].toUpperCase() : outcomeLetters[run.outcome],
        )
        .join(''),
    );
    return [
      {
        ...{ number: place + 1, case: id },
        ...(first!.cluster !== undefined && { cluster: `c${first!.cluster}` }),
        ...{
          runs: cells.map(cell => cell.length),
          passes: outcomes.map(text => text.replaceAll(/[^p]/gi, '').length),
        },
        ...{ tokens: cells.map(tokensOf), outcomes },
        elapsed_milliseconds: cells.map(cell =>
          cell.reduce<number | null>(
            (sum, { elapsedMilliseconds: own }) => (sum === null || own === null ? null : sum + own),
            0,
          ),
        ),
      },
    ];
  });
  return writeDocument(
    { ...head('evaluation_cases'), job, plan: plan.plan, suite: plan.suite, cases: rows },
    '',
  );
}
