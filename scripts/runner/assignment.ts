/** What a service hands out, checked as a whole before any of it is used: it may be another service, or have been replaced. */
import { type AssignmentBatch, assignmentBatch } from '#build/evaluation/assignment.ts';

/** A run that was handed out: every field is there and has its form. */
export type Given = AssignmentBatch['assignments'][number];

/** A later version may add fields, which nobody here reads. */
const given = assignmentBatch.fields.shape.assignments.element.strip();

/**
 * The run that a claim of one was answered with; undefined for none.
 * @param assignments as the checked document lists them
 * @throws Error when there are more, or the parts of one contradict each other
 */
export function onlyRun(assignments: readonly Given[]): Given | undefined {
  if (assignments.length > 1)
    throw new Error(
      `The service handed out ${assignments.length} runs where one was asked for. Check its address.`,
    );
  const [run] = assignments;
  if (run !== undefined) checkNames(run);
  return run;
}

/** @throws Error unless job, assignment, fencing number and lease name each other */
function checkNames({ assignment, job, lease, fence }: Given): void {
  if (assignment.startsWith(`${job}.`) && lease === `${assignment}.${fence}`) return;
  throw new Error(
    `The service handed out ${assignment} under ${lease} of ${job}, which do not belong together.`,
  );
}

/** A run as an earlier process noted it; undefined when it is none. */
export function readGiven(value: unknown): Given | undefined {
  const parsed = given.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}
