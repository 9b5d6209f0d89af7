/** Computes a comparison again: from its table, and from the files of its source if they are at hand. */

import { digestField, sha256Hex } from '#document/text/digest.ts';
import { fieldName } from '#document/text/fault.ts';
import {
  type ComparisonFields,
  type Computed,
  computeFromTable,
} from '../../../build/document/comparison/compute.ts';
import { computeFromCounts, countsFromTable } from '../../../build/document/comparison/counts.ts';
import { firstDifference, numbersOf } from '../../../build/document/comparison/difference.ts';
import { extractRows, extractTotals, type Totals } from '../../../build/document/comparison/extract.ts';
import { type CaseTable, readTable, writeTable } from '../../../build/document/comparison/table.ts';
import { openCheckout } from './checkout.ts';

/**
 * Checks the numbers of a comparison against its counts or its table, and its sources in a checkout. Returns a line for each
 * fault.
 */
export function recompute(
  document: ComparisonFields,
  table: string | undefined,
  checkout?: string,
): string[] {
  const stated =
    table === undefined ? numberFaults(document, computeFromCounts(document)) : tableFaults(document, table);
  if (checkout === undefined) return stated;
  return [...stated, ...sourceFaults(document, table, checkout)];
}

function tableFaults(document: ComparisonFields, text: string): string[] {
  const digest = digestField(sha256Hex(Buffer.from(text)));
  const parsed = readTable(text);
  const other =
    digest === document.cases_digest
      ? []
      : [`The table has the digest ${digest}, but the document states ${document.cases_digest}.`];
  if (!parsed.ok)
    return [
      ...other,
      ...parsed.faults.map(({ line, column, message }) => `table:${line}:${column}: ${message}`),
    ];
  return [...other, ...numberFaults(document, computeFromTable(document, parsed.table))];
}

function numberFaults(document: ComparisonFields, computed: Computed): string[] {
  const path = firstDifference(numbersOf(document), computed, []);
  if (!path) return [];
  const value = (from: unknown) =>
    JSON.stringify(path.reduce<unknown>((at, step) => Object(at)[step], from)) ?? 'absent';
  return [`${fieldName(path)} is ${value(numbersOf(document))}; computed ${value(computed)}.`];
}

/**
 * Makes the table and the totals from the files of the source.
 * @throws CheckoutError or ExtractionError when this is not possible
 */
export function tableFromSource(
  document: ComparisonFields,
  checkout: string,
): { table: string; totals: Totals } {
  const [source] = document.sources;
  const read = openCheckout(checkout, source!);
  for (const { path } of source!.files) read(path);
  const { extraction } = document;
  return { table: writeTable(extractRows(extraction, read)), totals: extractTotals(extraction, read) };
}

function sourceFaults(document: ComparisonFields, table: string | undefined, checkout: string): string[] {
  const made = tableFromSource(document, checkout);
  if (table !== undefined) return differences(table, made.table);
  return numberFaults(document, countsFromTable(document, read(made.table), made.totals));
}

/**
 * Reads a table.
 * @throws Error that names its first fault
 */
export function read(table: string): CaseTable {
  const parsed = readTable(table);
  if (parsed.ok) return parsed.table;
  const { line, column, message } = parsed.faults[0]!;
  throw new Error(`table:${line}:${column}: ${message}`);
}

/** Describes the first line in which a table differs from the table made from the source; an empty list if they are equal. */
function differences(found: string, made: string): string[] {
  if (found === made) return [];
  const [is, be] = [found.split('\n'), made.split('\n')];
  const isReordered = [...is].sort().join('\n') === [...be].sort().join('\n');
  if (isReordered) return ['The rows of the table are those that the source gives, in another order.'];
  const at = is.findIndex((line, index) => line !== be[index]);
  const line = at < 0 ? is.length : at;
  const shown = (text: string | undefined) => (text === undefined ? 'nothing' : `\`${text.slice(0, 200)}\``);
  return [`Line ${line + 1} of the table is ${shown(is[line])}, but the source gives ${shown(be[line])}.`];
}
