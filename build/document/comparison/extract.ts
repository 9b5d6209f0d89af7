/**
 * Applies the extraction rule of a comparison to the files of its source, and returns rows (docs/comparisons.md#7). Nothing in
 * a file is executed.
 */

import { amounts, type Extraction, type ExtractionInput } from '../kind/extraction.ts';
import { sha256Hex } from '../text/digest.ts';
import { byText } from '../text/manifest.ts';
import { type RecordFormat, recordsOf, type SourceRecord } from './format.ts';
import { textOf, valueAt } from './json-place.ts';
import { compileLinePattern } from './line-pattern.ts';
import { caseForm, type Row, type Verdict } from './table.ts';

/** An error for a file to which a rule cannot be applied. */
export class ExtractionError extends Error {}

/**
 * Returns the rows that a rule finds in its source.
 * @param read returns the text of a file of the source, by its path
 * @throws ExtractionError when the rule cannot be applied to the files
 */
export function extractRows(rule: Extraction, read: (path: string) => string): Row[] {
  const rows = new Map<string, Row>();
  for (const input of rule.inputs) {
    const before = new Set(input.rest && rows.keys());
    for (const path of input.files) {
      for (const row of rowsOf(input, path, read(path))) {
        const key = keyOf(row.case, row.arm, row.repeat);
        if (before.has(key)) continue;
        if (rows.has(key) && !input.first) {
          const what = `names the case \`${row.case}\` of \`${row.arm}\` a second time`;
          throw new ExtractionError(`${path} ${what}. Correct the rule, or let a filter choose one.`);
        }
        if (!rows.has(key)) rows.set(key, row);
      }
    }
  }
  return filled([...rows.values()], rule);
}

/** The total amount that each arm took, with its unit, as a source states it; by arm. */
export type Totals = ReadonlyMap<
  string,
  { of: NonNullable<Extraction['totals']>[number]['of']; amount: number }
>;

/**
 * Returns the totals that a rule finds in its source.
 * @param read returns the text of a file of the source, by its path
 * @throws ExtractionError when a file does not state the amount of an arm
 */
export function extractTotals({ totals = [] }: Extraction, read: (path: string) => string): Totals {
  return new Map(
    totals.map(({ file, arm, format, where, of, field }) => {
      const stated = readRecords({ format }, file, read(file))
        .filter(({ value }) =>
          where.every(filter => filter.is.includes(textOf(valueAt(value, filter.field)))),
        )
        .map(({ value }) => Number(textOf(valueAt(value, field))));
      if (stated.length > 0 && stated.every(amount => Number.isFinite(amount) && amount >= 0))
        return [arm, { of, amount: stated.reduce((sum, each) => sum + each, 0) }];
      throw new ExtractionError(`${file} does not state what \`${arm}\` took.`);
    }),
  );
}

const keyOf = (name: string, arm: string, repeat: number) => `${name} ${arm} ${repeat}`;

/**
 * Keeps the rows of the cases that every arm in `only` has, and adds a row with the verdict `missing` for each missing repeat.
 * @throws ExtractionError when a repeat is missing and the rule says `fill: refuse`
 */
function filled(rows: readonly Row[], { fill, only, inputs }: Extraction): Row[] {
  const casesOf = (arm: string) => new Set(rows.filter(row => row.arm === arm).map(row => row.case));
  const kept = only?.map(casesOf);
  const counted = kept ? rows.filter(row => kept.every(cases => cases.has(row.case))) : [...rows];
  const repeats = new Map<string, number>();
  for (const { arm } of inputs) repeats.set(arm, 1);
  for (const { arm, repeat } of counted) repeats.set(arm, Math.max(repeats.get(arm)!, repeat));
  const known = new Set(counted.map(row => keyOf(row.case, row.arm, row.repeat)));
  const cases = [...new Set(counted.map(row => row.case))].sort(byText);
  for (const [arm, count] of repeats) {
    for (const name of cases) {
      for (let repeat = 1; repeat <= count; repeat += 1) {
        if (known.has(keyOf(name, arm, repeat))) continue;
        if (fill === 'refuse')
          throw new ExtractionError(`No file states repeat ${repeat} of the case \`${name}\` of \`${arm}\`.`);
        counted.push({ case: name, arm, repeat, verdict: 'missing', amounts: {} });
      }
    }
  }
  return counted;
}

function rowsOf(input: ExtractionInput, path: string, text: string): Row[] {
  const records = readRecords(input, path, text).filter(({ value }) =>
    (input.where ?? []).every(({ field, is }) => is.includes(textOf(valueAt(value, field)))),
  );
  const seen = new Map<string, number>();
  return records.flatMap(record => {
    const name = caseOf(input, record, path);
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    const repeat = input.in_order ? count : (input.repeat ?? 1);
    return samplesOf(input, record.value).map((sample, at) => ({
      case: name,
      arm: input.arm,
      repeat: input.samples ? at + 1 : repeat,
      ...{
        verdict: verdictOf(input, sample),
        amounts: amountsOf(input, input.samples ? sample : record.value),
      },
    }));
  });
}

function readRecords(input: RecordFormat, path: string, text: string): SourceRecord[] {
  try {
    return recordsOf(input, path, text);
  } catch (error) {
    throw new ExtractionError(`${path} cannot be read as ${input.format}: ${(error as Error).message}`);
  }
}

/**
 * Returns the values from which verdicts are read: the value of the row itself, or the items of the list at `samples` in it; an
 * empty list if there is no list at that place.
 */
function samplesOf({ samples }: ExtractionInput, value: unknown): unknown[] {
  if (!samples) return [value];
  const list = valueAt(value, samples);
  return Array.isArray(list) ? list : [];
}

function caseOf(
  { case: rule = {}, as_text }: ExtractionInput,
  { value, key, row }: SourceRecord,
  path: string,
): string {
  const read = (place: readonly string[]) => {
    const found = textOf(valueAt(value, place));
    return as_text ? found.trim() : found;
  };
  let name = rule.key ? key : rule.row ? String(row) : '';
  if (rule.field) name = (valueAt(value, rule.field) ?? '') === '' ? '' : read(rule.field);
  if (rule.digest) name = digestOf(rule.digest.map(place => textOfCase(rule, read(place))));
  if (rule.pattern) {
    const match = compileLinePattern(rule.pattern).exec(name)?.groups?.case;
    if (match === undefined) return checked(name, row, path);
    name = match;
  }
  for (const part of rule.cut ?? []) {
    if (name.startsWith(part)) name = name.slice(part.length);
    if (name.endsWith(part)) name = name.slice(0, -part.length);
  }
  return checked((rule.prefix ?? '') + name, row, path);
}

function checked(name: string, row: number, path: string): string {
  if (caseForm.test(name)) return name;
  throw new ExtractionError(`${path}: row ${row} has no identifier of a case that a table can hold.`);
}

/**
 * Returns the part of a text that identifies the case: the text up to `before`, and with `letters` only its letters and digits,
 * in lower case. The files of one source may punctuate the same case differently, or add its options.
 */
function textOfCase({ before, letters }: NonNullable<ExtractionInput['case']>, text: string): string {
  const own = before === undefined ? text : (text.split(before, 1)[0] ?? '');
  return letters ? own.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '') : own;
}

/** The number of hexadecimal digits to which the digest that names a case is cut. */
const digestLength = 16;

const digestOf = (parts: readonly string[]): string => sha256Hex(parts.join('\n')).slice(0, digestLength);

const worded = ['missing', 'error', 'timeout', 'malformed', 'pass'] as const;

function verdictOf(input: ExtractionInput, value: unknown): Verdict {
  const { verdict: rule, any, as_text } = input;
  if (!rule)
    throw new ExtractionError(`The rule for \`${input.arm}\` does not say for any row whether it passed.`);
  if (rule.always) return rule.always;
  if (any) {
    const list = valueAt(value, any);
    const found = (Array.isArray(list) ? list : []).map(item =>
      verdictOf({ ...input, any: undefined }, item),
    );
    return found.find(each => each === 'pass') ?? 'fail';
  }
  const trim = (text: string) => (as_text ? text.trim() : text);
  const found = trim(textOf(valueAt(value, rule.field ?? [])));
  for (const name of worded) if (rule[name]?.includes(found)) return name;
  if (rule.at_least !== undefined) {
    const number = Number(found);
    return Number.isFinite(number) ? (number >= Number(rule.at_least) ? 'pass' : 'fail') : 'malformed';
  }
  if (!rule.same_as) return 'fail';
  if (found === trim(textOf(valueAt(value, rule.same_as)))) return 'pass';
  return rule.among && !namesAt(value, rule.among).includes(found) ? 'malformed' : 'fail';
}

function namesAt(value: unknown, place: readonly string[]): string[] {
  const found = valueAt(value, place);
  return Array.isArray(found) ? found.map(textOf) : Object.keys(Object(found));
}

function amountsOf(input: ExtractionInput, value: unknown): Row['amounts'] {
  return Object.fromEntries(
    amounts.flatMap(amount => {
      const place = input[amount];
      const stated = place && valueAt(value, place);
      const number = typeof stated === 'string' && stated !== '' ? Number(stated) : stated;
      if (typeof number !== 'number' || !Number.isFinite(number) || number < 0) return [];
      return [[amount, plain(number)]];
    }),
  );
}

/** Writes a number without an exponent, with at most ten digits after the point. */
const plain = (value: number): string =>
  Number.isInteger(value)
    ? String(value)
    : value
        .toFixed(10)
        .replace(/0{1,10}$/, '')
        .replace(/\.$/, '');
