/** Carries out one run: an attempt and its check, or several attempts of which one is chosen. */
import type { BestOf } from '#build/evaluation/best-of.ts';
import type { Trace } from '../conformance/trace.ts';
import { type Case, type Manner, makeAttempt, tokensOf } from './attempt.ts';
import { performBest } from './best-of.ts';
import { outcomeOf } from './check.ts';
import { type RunResult, resultOf } from './command.ts';

export interface Performed {
  result: RunResult;
  /** US dollars, as far as the agent says. */
  cost: number;
  /** What the run showed of its agents; undefined when there is nothing to read. */
  trace: Trace | undefined;
}

/**
 * @param bestOf of a lock whose runs are the best of several attempts
 * @throws Hopeless when the agent cannot be used; Error when a program cannot be started
 */
export async function perform(manner: Manner, run: Case, bestOf?: BestOf): Promise<Performed> {
  if (bestOf) return performBest(manner, run, bestOf);
  const { tried, kept, spent } = await makeAttempt(manner, run, (tried, folder) =>
    outcomeOf(manner, run, tried, folder),
  );
  if (kept === undefined) return { result: resultOf(tried.finished), cost: 0, trace: undefined };
  return { result: { ...kept, ...tokensOf(spent) }, cost: spent.cost, trace: tried.trace };
}
