/**
 * How often a recommendation may be wrong, and how likely an evaluation should find a real effect.
 *
 * The error that matters is to recommend a team, which costs more, over a single agent that does as well. At most 5 in
 * 100 recommendations may make it. The test is one-sided, because only an advantage of the team leads to that act. The
 * rate is held over all teams together, by Holm's method, so that many teams at once make no lucky winner; and over all
 * evaluations of one team, by spending it, so that evaluating a team until it wins makes none either.
 */
export const errorRate = 0.05;

/** The probability with which an evaluation should find the gain that its plan is designed for. */
export const power = 0.8;

/** The age in seconds beyond which evidence supports no recommendation (docs/evidence.md#1). */
export const staleAfterSeconds = 180 * 24 * 3600;
