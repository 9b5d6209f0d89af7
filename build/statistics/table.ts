/** Runs put in order: what each lock did in each unit. A unit is a case, or a cluster of cases that resemble each other. */

/** What one lock did in one unit. Tokens and milliseconds are sums, unknown when those of one run are. */
export interface Cell {
  runs: number;
  passes: number;
  tokens: number | undefined;
  elapsed: number | undefined;
}

interface TableRun {
  lock: string;
  case: string;
  /** The cluster of its case, where the suite declares clusters. */
  cluster?: string | undefined;
  outcome: string;
  inputTokens: number | null;
  outputTokens: number | null;
  elapsedMilliseconds: number | null;
}

/** Cells by unit; every lock has the same units. */
export type Column = ReadonlyMap<string, Cell>;

/** The column of each lock, by case or by cluster. */
export function tabulate(
  runs: readonly TableRun[],
  unit: 'case' | 'cluster',
): Map<string, Map<string, Cell>> {
  const columns = new Map<string, Map<string, Cell>>();
  for (const run of runs) {
    const column = columns.get(run.lock) ?? new Map<string, Cell>();
    columns.set(run.lock, column);
    const name = run[unit]!;
    const cell = column.get(name) ?? { runs: 0, passes: 0, tokens: 0, elapsed: 0 };
    column.set(name, cell);
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

/** The cells of two locks in each unit that both have. */
export function paired(first: Column, second: Column): [Cell, Cell][] {
  return [...first].flatMap(([unit, cell]) => {
    const other = second.get(unit);
    return other ? [[cell, other] as [Cell, Cell]] : [];
  });
}
