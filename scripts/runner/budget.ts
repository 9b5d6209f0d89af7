/** When a runner stops claiming: a bound on runs, tokens or money, with room for the runs that are under way. */
import type { Spent } from './ledger.ts';

export interface Budget {
  runs?: number | undefined;
  tokens?: number | undefined;
  /** US dollars. */
  cost?: number | undefined;
}

/**
 * The bound that another run could break: what was spent and, for each run under way and the next one, as much as a run has cost
 * on average. Undefined while there is room.
 */
export function exhausted(budget: Budget, spent: Spent, underWay: number): string | undefined {
  const perRun = (amount: number) => (spent.runs === 0 ? 0 : amount / spent.runs);
  const isOver = (most: number | undefined, amount: number, each: number) =>
    most !== undefined && (amount >= most || amount + (underWay + 1) * each > most);
  if (isOver(budget.runs, spent.runs, 1)) return `${budget.runs} runs`;
  if (isOver(budget.tokens, spent.tokens, perRun(spent.tokens))) return `${budget.tokens} tokens`;
  return isOver(budget.cost, spent.cost, perRun(spent.cost)) ? `${budget.cost} US dollars` : undefined;
}
