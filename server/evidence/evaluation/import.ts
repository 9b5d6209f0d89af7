/**
 * The grade of evidence with imported runs (docs/evidence.md#17). The results of imported runs may have been known before the
 * plan was written, unless the plan was registered before the first of these runs began. Only the tenant that imports a run
 * says when it began.
 */
import type { EvidenceGrade } from '#document/evaluation/evaluation-quote.ts';
import type { EvidenceSnapshot } from '#document/evaluation/evidence-snapshot.ts';
import { rfc3339 } from '../../support/time.ts';
import { gradeOf, type ResolvedPlan } from './plan.ts';

/** The imported runs of an evaluation. Times are seconds since 1970. */
export interface Imported {
  runs: number;
  /** The time at which the first of them began, as the importer claims. */
  firstStartedAt: number;
  /** The time at which the plan was registered, which its first event states. */
  planRegisteredAt: number;
}

/**
 * Tells whether the plan was registered before the first imported run began. Returns false if both happened in one second, since
 * their order is unknown.
 */
export const wasPlanned = ({ firstStartedAt, planRegisteredAt }: Omit<Imported, 'runs'>): boolean =>
  planRegisteredAt < firstStartedAt;

/** Grades the evidence of a plan, given the imported runs of its evaluation. */
export const gradeWith = (plan: ResolvedPlan, imported: Imported | undefined): EvidenceGrade =>
  imported === undefined || wasPlanned(imported) ? gradeOf(plan) : 'exploratory';

/** Explains in a sentence how imported runs affect the grade; an empty list without such runs. */
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

/** Returns the field `imported` of the evidence. */
export const importedFields = (
  plan: ResolvedPlan,
  { runs, firstStartedAt, planRegisteredAt }: Imported,
): EvidenceSnapshot['imported'] => ({
  runs,
  first_started_at: rfc3339(firstStartedAt),
  plan_registered_at: rfc3339(planRegisteredAt),
  grade_of_plan: gradeOf(plan),
});
