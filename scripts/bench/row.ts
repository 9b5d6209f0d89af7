/** A row of the table: our figure, a peer's, their ratio, and the goal for the ratio. */

export interface Goal {
  kind: 'at least' | 'at most';
  ratio: number;
}

export interface Row {
  part: string;
  /** What was measured, such as `GET 4 KB, all headers`. */
  what: string;
  unit: string;
  ours: number;
  peer: string;
  theirs: number;
  ratio: number;
  goal?: Goal;
}

export const atLeast = (ratio: number): Goal => ({ kind: 'at least', ratio });
export const atMost = (ratio: number): Goal => ({ kind: 'at most', ratio });

/** A row from two measured values. */
export function row(fields: Omit<Row, 'ratio'>): Row {
  return { ...fields, ratio: fields.ours / fields.theirs };
}

/** Whether the ratio keeps its goal; undefined where there is none. */
export function reached({ goal, ratio }: Row): boolean | undefined {
  if (!goal) return undefined;
  return goal.kind === 'at least' ? ratio >= goal.ratio : ratio <= goal.ratio;
}

/** The rows as a table for a terminal. */
export function table(rows: readonly Row[]): string {
  const head = ['part', 'what', 'ours', 'peer', 'theirs', 'ratio', 'goal', ''];
  const lines = rows.map(each => [
    each.part,
    each.what,
    amount(each.ours, each.unit),
    each.peer,
    amount(each.theirs, each.unit),
    ratioText(each.ratio),
    each.goal ? `${each.goal.kind} ${each.goal.ratio}` : '',
    { true: 'reached', false: 'MISSED', undefined: '' }[String(reached(each))]!,
  ]);
  const all = [head, ...lines];
  const widths = head.map((_, column) => Math.max(...all.map(cells => cells[column]!.length)));
  const write = (cells: string[]) => cells.map((cell, column) => cell.padEnd(widths[column]!)).join('  ');
  return `${all.map(cells => write(cells).trimEnd()).join('\n')}\n`;
}

const ratioText = (ratio: number): string => ratio.toFixed(ratio < 0.1 ? 4 : 2);

function amount(value: number, unit: string): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 3;
  const text = value.toLocaleString('en', { maximumFractionDigits: digits });
  return `${text} ${unit}`;
}
