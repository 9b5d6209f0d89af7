/** Measures several contestants in turns, round by round, so that a busy moment affects all of them equally. */

export interface Setting {
  rounds: number;
  /** The seconds that one measurement of a server lasts. */
  seconds: number;
  /** The number of documents in the catalog that is measured. */
  documents: number;
  /** Reports the present step of the measurement. */
  note(text: string): unknown;
}

/** A measured figure of the service and of a peer, with a value for each round. */
export interface Row {
  part?: string;
  what: string;
  unit: string;
  ours: readonly number[];
  peer: string;
  theirs: readonly number[];
  /**
   * The least ratio to reach, or the most for a figure of which less is better. A goal below what others reach has a comment that
   * says why.
   */
  goal: { least: number } | { most: number };
}

export type Part = (setting: Setting) => Promise<Row[]>;

type Contestants = Readonly<Record<string, () => Promise<number>>>;

/**
 * Measures each contestant once in each round, after a round that only warms up. Returns a function that returns the values of a
 * contestant by its name.
 */
export async function contest(
  contestants: Contestants,
  { rounds, note }: Pick<Setting, 'rounds' | 'note'>,
): Promise<(name: string) => readonly number[]> {
  const values = new Map<string, number[]>();
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, measure] of Object.entries(contestants)) {
      note(`round ${round} of ${rounds}: ${name}`);
      const value = await measure();
      if (round > 0) values.set(name, [...(values.get(name) ?? []), value]);
    }
  }
  return name => values.get(name) ?? [];
}

/** Returns the median of values. */
function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Writes the rows as a table for a terminal. */
export function table(rows: readonly Row[]): string {
  const lines = rows.map(({ part = '', what, unit, ours, peer, theirs, goal }) => {
    const ratio = median(ours) / median(theirs);
    const written = ratio.toFixed(ratio < 0.1 ? 4 : 2);
    return [part, what, amounts(ours), peer, amounts(theirs), unit, written, verdict(ratio, goal)];
  });
  const all = [['part', 'what', 'ours', 'peer', 'theirs', 'unit', 'ratio', 'goal'], ...lines];
  const widths = all[0]!.map((_, column) => Math.max(...all.map(cells => cells[column]!.length)));
  const write = (cells: string[]) => cells.map((cell, column) => cell.padEnd(widths[column]!)).join('  ');
  return all.map(cells => `${write(cells).trimEnd()}\n`).join('');
}

const verdict = (ratio: number, goal: Row['goal']): string =>
  'least' in goal
    ? `at least ${goal.least}: ${ratio >= goal.least ? 'reached' : 'missed'}`
    : `at most ${goal.most}: ${ratio <= goal.most ? 'reached' : 'missed'}`;

const amounts = (values: readonly number[]): string =>
  `${amount(median(values))} (${amount(Math.min(...values))} to ${amount(Math.max(...values))})`;

const amount = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value >= 100 ? 0 : 3 });
