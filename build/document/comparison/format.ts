/**
 * Reads the files in which sources keep results, and returns their records. The content is only data, and nothing in it is
 * executed.
 */
import { parse } from 'csv-parse/sync';
import type { ExtractionInput } from '../kind/extraction.ts';
import { valueAt } from './json-place.ts';
import { compileLinePattern, maxLine } from './line-pattern.ts';

/** A record in a file of a source. */
export interface SourceRecord {
  value: unknown;
  /** The name under which the file lists the record; empty in a list without names. */
  key: string;
  /** The place of the record in the file, from 0. */
  row: number;
}

/** The fields of an extraction input that say how a file is read. */
export type RecordFormat = Pick<ExtractionInput, 'format' | 'rows' | 'pattern'>;

/**
 * Returns the records of a file.
 * @throws Error when the file does not have the format
 */
export function recordsOf(input: RecordFormat, path: string, text: string): SourceRecord[] {
  switch (input.format) {
    case 'json':
      return listed(parseJson(text), input.rows ?? []);
    case 'json_lines':
      return text
        .split('\n')
        .filter(line => line.trim() !== '')
        .map((line, row) => ({ value: parseJson(line), key: '', row }));
    case 'csv':
      return (parse(text, { columns: true, bom: true }) as unknown[]).map((value, row) => ({
        value,
        key: '',
        row,
      }));
    case 'lines':
      return matched(text, compileLinePattern(input.pattern ?? ''));
    case 'python_flags':
      return flags(path, text);
  }
}

/** A JSON string, which ends with the text if no quote closes it; or a number that JSON does not have: `NaN` or `Infinity`. */
const stringOrNumber = /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|-?\b(?:NaN|Infinity)\b/g;

/** Parses JSON as Python writes it: `NaN` and `Infinity`, which JSON does not have, become `null`. */
const parseJson = (text: string): unknown =>
  JSON.parse(text.replace(stringOrNumber, found => (found[0] === '"' ? found : 'null')));

function listed(file: unknown, place: readonly string[]): SourceRecord[] {
  const found = valueAt(file, place);
  if (Array.isArray(found)) return found.map((value, row) => ({ value, key: '', row }));
  if (typeof found !== 'object' || found === null) throw new Error('there is no list of rows at that place.');
  return Object.entries(found).map(([key, value], row) => ({ value, key, row }));
}

function matched(text: string, pattern: RegExp): SourceRecord[] {
  const lines = text.split('\n').filter(line => line.length <= maxLine);
  const matches = lines.flatMap(line => {
    const groups = pattern.exec(line.replace(/\r$/, ''))?.groups;
    return groups ? [{ ...groups }] : [];
  });
  return matches.map((value, row) => ({ value, key: '', row }));
}

/**
 * Returns a record for each outcome in the list of `True` and `False` that a Python program printed on the first line. The name
 * of the file names the cases.
 * @throws Error when the first line is no such list
 */
function flags(path: string, text: string): SourceRecord[] {
  const [first = ''] = text.split('\n', 1);
  const list = /^\[((?:True|False)(?:, (?:True|False))*)\]/.exec(first)?.[1];
  if (list === undefined) throw new Error('the first line lists no outcomes.');
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.[a-z]{1,8}$/, '');
  return list
    .split(', ')
    .map((passed, row) => ({ value: { passed, name, case: `${name}/${row}` }, key: name, row }));
}
