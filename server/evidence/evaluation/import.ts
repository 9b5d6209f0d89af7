/**
 * The worth of imported runs (docs/evidence.md#17): they may have been seen before the plan was written, unless it was registered
 * before the first of them began. When a run began is a claim of the tenant that imports it.
 */
import type { EvidenceGrade } from '#document/evaluation/evaluation-quote.ts';
import type { EvidenceSnapshot } from '#document/evaluation/evidence-snapshot.ts';
import { rfc3339 } from '../../support/time.ts';
import { gradeOf, type ResolvedPlan } from './plan.ts';

/** The imported ones among the runs of an evaluation. Times are seconds. */
export interface Imported {
  runs: number;
  /** When the first of them began, as claimed. */
  firstStartedAt: number;
  /** When the plan was registered: the time of its first event. */
  planRegisteredAt: number;
}

/** Tells whether a plan was registered before a run began. In the same second nobody can tell, so it was not. */
export const wasPlanned = ({ firstStartedAt, planRegisteredAt }: Omit<Imported, 'runs'>): boolean =>
  planRegisteredAt < firstStartedAt;

/** Grades the evidence of a plan with these runs in it. */
export const gradeWith = (plan: ResolvedPlan, imported: Imported | undefined): EvidenceGrade =>
  imported === undefined || wasPlanned(imported) ? gradeOf(plan) : 'exploratory';

/** Explains the effect of imported runs on the grade, in a sentence; none without such runs. */
export function importReasons(imported: Imported | undefined): string[] {
  if (!imported) return [];
  const what = `imported: ${imported.runs} of the runs were made elsewhere, and only their importer says when they began.`;
  if (wasPlanned(imported))
    return [`${what} The importer says that they began after the plan was registered.`];
  const [first, plan] = [imported.firstStartedAt, imported.planRegisteredAt].map(rfc3339);
  return [
    `${what} The first began at ${first}, and the plan was not registered before that, but at ${plan}.`,
  ];
}

/** Returns the imported runs as evidence names them. */
export const importedFields = (
  plan: ResolvedPlan,
  { runs, firstStartedAt, planRegisteredAt }: Imported,
): EvidenceSnapshot['imported'] => ({
  runs,
  first_started_at: rfc3339(firstStartedAt),
  plan_registered_at: rfc3339(planRegisteredAt),
  grade_of_plan: gradeOf(plan),
});
