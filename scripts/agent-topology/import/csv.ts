/** Reads results from a CSV file with a header (RFC 4180). */
import { CsvError, parse } from 'csv-parse/sync';
import { type ImportedResult, type LogClaims, type Place, type ReadOptions, refused } from './result.ts';
import { decoded, readBytes } from './source.ts';
import {
  digestOf,
  markPartial,
  nameOf,
  numberOf,
  optionalNameOf,
  repetitionOf,
  shown,
  statusOf,
  timeOf,
  usedBy,
  verdictOf,
} from './value.ts';

type Row = Readonly<Record<string, string>>;

/**
 * Reads the results in a CSV file, one in each row.
 * @throws Failure that names the file, line and column
 */
export function readCsv(file: string, { threshold }: ReadOptions): ImportedResult[] {
  const log: LogClaims = {};
  return rowsOf(file).map(({ row, at }) => ({
    ...at,
    case_id: nameOf(row.case_id, '`case_id`', at),
    arm_hint: optionalNameOf(row.arm, '`arm`', at),
    repetition: repetitionOf(row.repetition, at),
    ...verdictOf(row.outcome, threshold, at),
    ...usedBy(row.input_tokens, row.output_tokens, row.seconds, at),
    started_at: timeOf(row.started_at, at),
    claims: claimsOf(row, log, at),
  }));
}

function claimsOf(row: Row, log: LogClaims, at: Place): ImportedResult['claims'] {
  const suite = digestIn(row.suite_digest, '`suite_digest`', at);
  if (log.suite_digest !== undefined && suite !== undefined && log.suite_digest !== suite)
    throw refused(at, 'Its rows state several `suite_digest`. Import each suite by itself.');
  if (suite !== undefined) log.suite_digest = suite;
  const { log_status: status } = row;
  const known = statusOf(status);
  if (status && known === undefined)
    throw refused(at, `\`log_status\` is ${shown(status)}. Write complete or partial, or leave it out.`);
  if (known === 'partial') markPartial(log, `${at.place} has the \`log_status\` ${shown(status)}`);
  else if (known) log.status ??= known;
  return {
    log,
    models: row.model ? [nameOf(row.model, '`model`', at)] : [],
    scorer: optionalNameOf(row.scorer, '`scorer`', at),
    threshold: numberOf(row.threshold, 'threshold', Number.MAX_SAFE_INTEGER, at),
    case_digest: digestIn(row.case_digest, '`case_digest`', at),
  };
}

function digestIn(value: string | undefined, what: string, at: Place): string | undefined {
  const digest = digestOf(value);
  if (!value || digest !== undefined) return digest;
  throw refused(at, `${what} is ${shown(value)}. Expected sha256: and 64 hexadecimal digits.`);
}

function rowsOf(file: string): { row: Row; at: Place }[] {
  const header = (names: string[]): string[] => {
    const at = { file, place: 'line 1' };
    const missing = ['case_id', 'outcome'].find(name => !names.includes(name));
    const has = names.slice(0, 20).join(', ');
    if (missing !== undefined)
      throw refused(at, `There is no column \`${missing}\`. The columns are ${has}.`);
    const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
    if (twice !== undefined) throw refused(at, `Two columns are named \`${twice}\`. Rename one.`);
    return names;
  };
  const options = { columns: header, info: true, skip_empty_lines: true, trim: true } as const;
  try {
    const rows = parse(decoded(readBytes(file), { file, place: '' }), options);
    return (rows as unknown as { record: Row; info: { lines: number } }[]).map(({ record, info }) => ({
      row: record,
      at: { file, place: `line ${info.lines}` },
    }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const help = 'Correct the row, or write the file with a CSV library.';
    throw refused({ file, place: `line ${error.lines}` }, `${error.message}. ${help}`);
  }
}
