/** Sorts runs into a table of the results of each lock on each case. */

/** The runs of one lock on one case. Tokens and milliseconds are sums; a sum is undefined if the number of a run is unknown. */
export interface Cell {
  runs: number;
  passes: number;
  tokens: number | undefined;
  elapsed: number | undefined;
}

interface TableRun {
  lock: string;
  case: string;
  outcome: string;
  inputTokens: number | null;
  outputTokens: number | null;
  elapsedMilliseconds: number | null;
}

/** The cells of a lock by case. Every lock has the same cases. */
export type Column = ReadonlyMap<string, Cell>;

/** Returns the column of each lock, by lock and case. */
export function tabulate(runs: readonly TableRun[]): Map<string, Map<string, Cell>> {
  const columns = new Map<string, Map<string, Cell>>();
  for (const run of runs) {
    const column = columns.get(run.lock) ?? new Map<string, Cell>();
    columns.set(run.lock, column);
    const cell = column.get(run.case) ?? { runs: 0, passes: 0, tokens: 0, elapsed: 0 };
    column.set(run.case, cell);
    cell.runs += 1;
    if (run.outcome === 'pass') cell.passes += 1;
    const { inputTokens: input, outputTokens: output, elapsedMilliseconds: elapsed } = run;
    cell.tokens = sum(cell.tokens, input === null || output === null ? undefined : input + output);
    cell.elapsed = sum(cell.elapsed, elapsed ?? undefined);
  }
  return columns;
}

const sum = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? undefined : a + b;
