/**
 * Divides the error rate among comparisons (docs/recommendations.md#5).
 *
 * The first `n` comparisons of a task class, or of one team, may spend `2n / (2n + 1)` of it together, in the order in which
 * they were started, including those that are cancelled. So all comparisons, however many there will be, recommend a team that
 * is no better with a chance of at most the error rate; and a later one takes nothing away from an earlier one (fixed shares by
 * order, as in D. P. Foster and R. A. Stine, JRSS B 70, 2008, section 3).
 */

/** Returns the share of the error rate that a number of comparisons leaves for all later ones. */
export const leftAfter = (comparisons: number): number => 1 / (2 * comparisons + 1);

/**
 * Returns the part of the error rate `alpha` that an evaluation may spend over its teams together.
 * @param before the number of comparisons that were started before it
 * @param teams the number of its own teams
 */
export const spends = (alpha: number, before: number, teams: number): number =>
  alpha * (leftAfter(before) - leftAfter(before + teams));
