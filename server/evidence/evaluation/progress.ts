/** The progress of an evaluation, as its page and its events show it before its end (docs/evaluations.md#15). */
import type { EvaluationJob } from '#document/evaluation/evaluation-job.ts';
import { nearestSigned, roundedUp } from '#document/kind/share.ts';
import { confidenceSequence } from '#document/statistics/betting.ts';
import { rfc3339 } from '../../support/time.ts';
import type { Looked } from './look.ts';

/** The state of an evaluation at a moment. Times are seconds since 1970. */
export interface Standing {
  runs: number;
  /** The number of runs that ended, with a summary or lost. */
  ended: number;
  firstClaimedAt: number | null;
  isFinal: boolean;
  /** The input and output tokens of the runs whose tokens are known, and the number of these runs. */
  tokens: number;
  counted: number;
  /** The results as of the last look at an evaluation that may stop early (`look.ts`); undefined for one of fixed size. */
  looked: Looked | undefined;
}

type ShownProgress = Pick<EvaluationJob, 'estimated_end' | 'tokens_used' | 'tokens_expected' | 'looked'>;

/**
 * Returns the fields on the progress of an evaluation: the expected end, the tokens used and expected, and what the looks have
 * shown so far, if it may stop early.
 * @param at the present time, in seconds since 1970
 */
export function standingFields(standing: Standing, at: number): ShownProgress {
  const { runs, ended, firstClaimedAt, tokens, counted, looked } = standing;
  // A forecast from less than a tenth of the runs would vary too much.
  const isForeseeable = !standing.isFinal && ended * 10 >= runs;
  const pace = firstClaimedAt === null ? 0 : (at - firstClaimedAt) / Math.max(1, ended);
  const end = Math.max(at, Math.ceil((firstClaimedAt ?? at) + pace * runs));
  return {
    ...(isForeseeable && firstClaimedAt !== null && { estimated_end: rfc3339(end) }),
    tokens_used: tokens,
    ...(isForeseeable && counted > 0 && { tokens_expected: Math.ceil((tokens / counted) * runs) }),
    ...(looked && { looked: lookedFields(looked) }),
  };
}

/**
 * Returns what the looks have shown so far about each team. Evaluations of fixed size never come here, since someone who saw
 * their early results could choose when to stop.
 */
function lookedFields({ units, teams }: Looked): EvaluationJob['looked'] {
  const shown = teams.map(({ lock, wins, losses, ties, highest, seen }) => {
    const { value, low, high } = confidenceSequence(seen, 0.05);
    const difference = [value, low, high].map(nearestSigned);
    return { lock, wins, losses, ties, difference, p: roundedUp(Math.exp(-highest)) };
  });
  return { units, teams: shown };
}
