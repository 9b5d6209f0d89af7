/**
 * The table of a comparison: the verdicts of single cases as CSV. It is read strictly, and written in one way only
 * (docs/comparisons.md#4).
 */
import { type Amount, amounts } from '../kind/extraction.ts';
import { type Fault, maxFaults, shown } from '../text/fault.ts';
import { byText } from '../text/manifest.ts';
import { didYouMean } from '../text/suggestion.ts';

/** The verdicts, each with the letter that stands for it in a column. */
const verdicts = {
  pass: 'p',
  fail: 'f',
  error: 'e',
  timeout: 't',
  malformed: 'm',
  missing: '-',
} as const;
export type Verdict = keyof typeof verdicts;

/** A run of one arm on one case. */
export interface Row {
  case: string;
  arm: string;
  repeat: number;
  verdict: Verdict;
  /** The amounts that the run took, in the form in which the table writes them. */
  amounts: Partial<Record<Amount, string>>;
}

/** The results of one arm, in the order of the cases. */
export interface ArmColumn {
  arm: string;
  /** The line of the file on which the arm is first named. */
  line: number;
  repeats: number;
  /** The verdicts of each case, a letter for each repeat. */
  verdicts: string[];
  /**
   * The sum of each amount over the repeats of each case; null if the amount of a repeat is unknown. An amount that no row
   * states is absent.
   */
  amounts: Partial<Record<Amount, (number | null)[]>>;
}

/** A table: its cases, and the results of each arm in the order of the cases. */
export interface CaseTable {
  cases: string[];
  arms: ArmColumn[];
}

type TableResult = { ok: true; table: CaseTable } | { ok: false; faults: Fault[] };

const required = ['case', 'arm', 'repeat', 'verdict'] as const;
const maxRows = 100_000;

/** The form of the identifier of a case. */
export const caseForm = /^[A-Za-z0-9][A-Za-z0-9._/:@+-]{0,127}$/;

const forms = {
  case: caseForm,
  arm: /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
  repeat: /^[1-9]\d{0,3}$/,
  amount: /^(?:0|[1-9]\d{0,11})(?:\.\d{1,12})?$/,
};

const fault = (line: number, column: number, message: string, help: string): Fault => ({
  field: '',
  rule: 'comparison-table',
  message,
  help,
  line,
  column,
});

/**
 * Reads a table, or returns its faults. Rows must be sorted by case, arm and repeat, and each case must have all repeats of all
 * arms.
 */
export function readTable(text: string): TableResult {
  const lines = text.split('\n');
  const faults: Fault[] = [];
  const columns = lines[0]!.split(',');
  const header = headerFault(columns);
  if (header) return { ok: false, faults: [header] };
  if (lines.pop() !== '')
    faults.push(fault(lines.length + 1, 1, 'The last row has no line break.', 'End it with one.'));
  if (lines.length - 1 > maxRows) {
    const message = `The table has ${lines.length - 1} rows; expected at most ${maxRows}.`;
    return { ok: false, faults: [fault(maxRows + 2, 1, message, 'Keep the cases of one benchmark alone.')] };
  }
  const rows: (Row & { line: number })[] = [];
  for (let at = 1; at < lines.length && faults.length < maxFaults; at += 1) {
    const row = readRow(lines[at]!, at + 1, columns, faults);
    const before = rows.at(-1);
    if (row && before) faults.push(...orderFaults(before, row));
    if (row) rows.push({ ...row, line: at + 1 });
  }
  if (rows.length === 0 && faults.length === 0)
    faults.push(fault(2, 1, 'The table has no rows.', 'Write them with `agent-topology recompute`.'));
  if (faults.length > 0) return { ok: false, faults };
  const table = tableOf(rows);
  const gaps = gapFaults(rows, table);
  return gaps.length > 0 ? { ok: false, faults: gaps } : { ok: true, table };
}

function headerFault(columns: readonly string[]): Fault | undefined {
  const help = `Begin with \`${required.join(',')}\`; after them may follow, in this order, ${amounts.join(', ')}.`;
  const expected = [...required, ...amounts.filter(amount => columns.includes(amount))];
  const at = Math.max(columns.length, expected.length);
  for (let index = 0; index < at; index += 1) {
    if (columns[index] === expected[index]) continue;
    const place = columns.slice(0, index).join(',').length + (index === 0 ? 1 : 2);
    const found = columns[index];
    const name = found === undefined ? 'nothing' : `\`${shown(found)}\``;
    const wanted = expected[index] === undefined ? 'no further column' : `\`${expected[index]}\``;
    const more = found === undefined ? '' : didYouMean(found, [...required, ...amounts]);
    return fault(1, place, `Column ${index + 1} is ${name}; expected ${wanted}.`, help + more);
  }
  return undefined;
}

function readRow(text: string, line: number, columns: readonly string[], faults: Fault[]): Row | undefined {
  const cells = text.split(',', columns.length + 1);
  if (cells.length !== columns.length) {
    const message = `The row has ${cells.length > columns.length ? 'more' : cells.length} cells; expected ${columns.length}.`;
    faults.push(fault(line, 1, message, `Write one for each of ${columns.join(', ')}.`));
    return undefined;
  }
  const before = faults.length;
  const refuse = (index: number, expected: string) => {
    const column = cells.slice(0, index).join(',').length + (index === 0 ? 1 : 2);
    const message = `\`${shown(cells[index]!)}\` is no ${columns[index]!.replaceAll('_', ' ')}.`;
    faults.push(fault(line, column, message, expected));
  };
  const [name, arm, repeat, verdict] = cells as [string, string, string, string];
  if (!forms.case.test(name)) refuse(0, 'Write its identifier: letters, digits and `._/:@+-`, at most 128.');
  if (!forms.arm.test(arm)) refuse(1, 'Write lowercase words joined by hyphens.');
  if (!forms.repeat.test(repeat)) refuse(2, 'Write a whole number from 1.');
  if (!Object.hasOwn(verdicts, verdict))
    refuse(
      3,
      `Write one of ${Object.keys(verdicts).join(', ')}.${didYouMean(verdict, Object.keys(verdicts))}`,
    );
  const stated: Row['amounts'] = {};
  for (let index = required.length; index < columns.length; index += 1) {
    const cell = cells[index]!;
    if (cell === '') continue;
    if (forms.amount.test(cell)) stated[columns[index] as Amount] = cell;
    else refuse(index, 'Write a number without a sign, or nothing where it is unknown.');
  }
  if (faults.length > before) return undefined;
  return { case: name, arm, repeat: Number(repeat), verdict: verdict as Verdict, amounts: stated };
}

/** Compares rows for sorting: by case, arm and repeat. */
const byRow = (a: Row, b: Row): number =>
  byText(a.case, b.case) || byText(a.arm, b.arm) || a.repeat - b.repeat;

function orderFaults(before: Row & { line: number }, row: Row): Fault[] {
  const order = byRow(before, row);
  if (order < 0) return [];
  const line = before.line + 1;
  if (order > 0)
    return [fault(line, 1, 'The row belongs before the row above it.', 'Sort rows by case, arm and repeat.')];
  const message = `Repeat ${row.repeat} of the case \`${row.case}\` is there twice for \`${row.arm}\`.`;
  return [fault(line, 1, message, 'Remove one of the two rows.')];
}

/** Returns a fault for each arm, or repeat of an arm, for which a case has no row. */
function gapFaults(rows: readonly (Row & { line: number })[], { arms, cases }: CaseTable): Fault[] {
  const repeats = new Map(arms.map(({ arm, repeats: count }) => [arm, count]));
  const found = new Map<string, { line: number; arms: Map<string, number> }>();
  for (const row of rows) {
    const own = found.get(row.case) ?? { line: row.line, arms: new Map<string, number>() };
    own.arms.set(row.arm, (own.arms.get(row.arm) ?? 0) + 1);
    found.set(row.case, own);
  }
  const help = 'Write a row with the verdict `missing` where none is known.';
  return cases
    .flatMap(name => {
      const { line, arms: own } = found.get(name)!;
      return [...repeats].flatMap(([arm, count]) => {
        const has = own.get(arm) ?? 0;
        if (has === count) return [];
        const what = has === 0 ? `The case \`${name}\` has no row of \`${arm}\`.` : undefined;
        const few = `The case \`${name}\` has ${has} of ${count} repeats of \`${arm}\`.`;
        return [fault(line, 1, what ?? few, help)];
      });
    })
    .slice(0, maxFaults);
}

/**
 * Returns the table of rows, with a column for each arm, sorted by the names of the arms.
 * @param rows the rows in the order of the table, each with its line if it was read
 */
function tableOf(rows: readonly (Row & { line?: number })[]): CaseTable {
  const cases = [...new Set(rows.map(row => row.case))];
  const places = new Map(cases.map((name, at) => [name, at]));
  const columns = new Map<string, ArmColumn>();
  const used = amounts.filter(amount => rows.some(row => row.amounts[amount] !== undefined));
  for (const row of rows) {
    let column = columns.get(row.arm);
    if (!column) {
      const sums = used.map(amount => [amount, new Array<number | null>(cases.length).fill(0)]);
      column = {
        arm: row.arm,
        line: row.line ?? 1,
        repeats: 0,
        verdicts: new Array<string>(cases.length).fill(''),
        amounts: Object.fromEntries(sums),
      };
      columns.set(row.arm, column);
    }
    addRow(column, row, places.get(row.case)!, used);
  }
  return { cases, arms: [...columns.values()].sort((a, b) => byText(a.arm, b.arm)) };
}

function addRow(column: ArmColumn, row: Row, at: number, used: readonly Amount[]): void {
  column.verdicts[at]! += verdicts[row.verdict];
  column.repeats = Math.max(column.repeats, row.repeat);
  for (const amount of used) {
    const sums = column.amounts[amount]!;
    const stated = row.amounts[amount];
    const known = sums[at] ?? null;
    sums[at] = stated === undefined || known === null ? null : known + Number(stated);
  }
}

/** Writes rows as a table, sorted. Leaves out columns of amounts that no row states. */
export function writeTable(rows: readonly Row[]): string {
  const used = amounts.filter(amount => rows.some(row => row.amounts[amount] !== undefined));
  const lines = [...rows].sort(byRow).map(row => {
    const cells = [
      row.case,
      row.arm,
      row.repeat,
      row.verdict,
      ...used.map(amount => row.amounts[amount] ?? ''),
    ];
    return cells.join(',');
  });
  return `${[[...required, ...used].join(','), ...lines].join('\n')}\n`;
}
