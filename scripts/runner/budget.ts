/** Decides when a runner stops claiming: at a bound on runs, tokens or money, with room for the runs that are under way. */
import type { Spent } from './ledger.ts';
import type { RunnerSettings } from './options.ts';

export type Budget = Pick<RunnerSettings, 'maxRuns' | 'maxTokens' | 'maxCost'>;

/**
 * Returns the bound that another run could break, in words; undefined while there is room. Each run under way, and the next
 * one, is assumed to cost the average of the runs so far.
 */
export function exhausted(budget: Budget, spent: Spent, underWay: number): string | undefined {
  const perRun = (amount: number) => (spent.runs === 0 ? 0 : amount / spent.runs);
  const isOver = (most: number | undefined, amount: number, each: number) =>
    most !== undefined && (amount >= most || amount + (underWay + 1) * each > most);
  if (isOver(budget.maxRuns, spent.runs, 1)) return `${budget.maxRuns} runs`;
  if (isOver(budget.maxTokens, spent.tokens, perRun(spent.tokens))) return `${budget.maxTokens} tokens`;
  return isOver(budget.maxCost, spent.cost, perRun(spent.cost)) ? `${budget.maxCost} US dollars` : undefined;
}
