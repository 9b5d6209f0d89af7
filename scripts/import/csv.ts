/** Results in a CSV file with a header (RFC 4180), and pairs of names. */
import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { type Claims, digestOf, type LogClaims, markPartial, statusOf } from './claim.ts';
import { type ImportedResult, type ReadOptions, refused } from './result.ts';
import { textOf } from './source.ts';
import {
  nameOf,
  numbersOf,
  optionalNameOf,
  type Place,
  repetitionOf,
  shown,
  timeOf,
  verdictOf,
} from './value.ts';

/** The most characters in a row. */
const longestRow = 64 * 1024;

type Row = Readonly<Record<string, string>>;

/**
 * Reads results, a row each. Columns that no result has are left out.
 * @throws Failure that names file, line and column
 */
export async function* readCsv(file: string, options: ReadOptions): AsyncGenerator<ImportedResult> {
  const { caseField = 'case_id', scorer = 'outcome', threshold, claims } = options;
  const logs: LogClaims = {};
  for await (const { row, line } of rowsOf(file, [caseField, scorer])) {
    const place = { file, place: `line ${line}` };
    const arm = optionalNameOf(row.arm, '`arm`', place);
    const repetition = repetitionOf(row.repetition, place);
    const startedAt = timeOf(row.started_at, place);
    const model = optionalNameOf(row.model, '`model`', place);
    yield {
      ...place,
      case_id: nameOf(row[caseField], `\`${caseField}\``, place),
      ...verdictOf(row[scorer], threshold, place),
      ...numbersOf(
        {
          input_tokens: row.input_tokens,
          output_tokens: row.output_tokens,
          total_tokens: row.total_tokens,
          cost_usd: row.cost_usd,
          seconds: row.seconds,
        },
        place,
      ),
      ...(arm !== undefined && { arm_hint: arm }),
      ...(repetition !== undefined && { repetition }),
      ...(startedAt !== undefined && { started_at: startedAt }),
      ...(model !== undefined && { model }),
      ...(claims && { claims: claimsOf(row, logs, place) }),
    };
  }
}

function claimsOf(row: Row, log: LogClaims, at: Place): Claims {
  const { model, threshold, log_status: status } = row;
  const scorer = optionalNameOf(row.scorer, '`scorer`', at);
  const caseDigest = digestIn(row.case_digest, '`case_digest`', at);
  const suiteDigest = digestIn(row.suite_digest, '`suite_digest`', at);
  if (log.suite_digest !== undefined && suiteDigest !== undefined && log.suite_digest !== suiteDigest)
    throw refused(at.file, at.place, 'Its rows state several `suite_digest`. Import each suite by itself.');
  if (suiteDigest !== undefined) log.suite_digest = suiteDigest;
  if (status) claimStatus(log, status, at);
  return {
    log,
    models: model ? [model.trim()] : [],
    ...(scorer !== undefined && { scorer }),
    ...(threshold && { threshold: numberIn(threshold, '`threshold`', at) }),
    ...(caseDigest !== undefined && { case_digest: caseDigest }),
  };
}

function claimStatus(log: LogClaims, status: string, { file, place }: Place): void {
  const known = statusOf(status);
  if (known === undefined)
    throw refused(
      file,
      place,
      `\`log_status\` is ${shown(status)}. Write complete or partial, or leave it out.`,
    );
  if (known === 'partial') markPartial(log, `${place} has the \`log_status\` ${shown(status)}`);
  else log.status ??= known;
}

function digestIn(value: string | undefined, what: string, { file, place }: Place): string | undefined {
  if (!value) return undefined;
  const digest = digestOf(value);
  if (digest === undefined)
    throw refused(file, place, `${what} is ${shown(value)}. Expected sha256: and 64 hexadecimal digits.`);
  return digest;
}

function numberIn(value: string, what: string, { file, place }: Place): number {
  const number = Number(value);
  if (Number.isFinite(number)) return number;
  throw refused(file, place, `${what} is ${shown(value)}. Expected a number.`);
}

/** Reads a file with the columns `from` and `to`. @throws Failure when a name has two meanings */
export async function readPairs(file: string): Promise<Map<string, string>> {
  const pairs = new Map<string, string>();
  for await (const { row, line } of rowsOf(file, ['from', 'to'])) {
    const place = { file, place: `line ${line}` };
    const from = nameOf(row.from, '`from`', place);
    const to = nameOf(row.to, '`to`', place);
    if (pairs.has(from))
      throw refused(file, place.place, `${JSON.stringify(from)} has a pair already. Keep one.`);
    pairs.set(from, to);
  }
  return pairs;
}

async function* rowsOf(file: string, needed: readonly string[]): AsyncGenerator<{ row: Row; line: number }> {
  const header = (names: string[]): string[] => {
    const missing = needed.find(name => !names.includes(name));
    const has = names.slice(0, 20).join(', ');
    if (missing !== undefined)
      throw refused(file, 'line 1', `There is no column \`${missing}\`. Its columns are: ${has}.`);
    const twice = names.find((name, at) => name !== '' && names.indexOf(name) !== at);
    if (twice !== undefined) throw refused(file, 'line 1', `Two columns are named \`${twice}\`. Rename one.`);
    return names;
  };
  const parser = parse({
    columns: header,
    info: true,
    max_record_size: longestRow,
    skip_empty_lines: true,
    trim: true,
  });
  // What the file throws ends the parser, and is thrown by the loop.
  pipeline(Readable.from(textOf(file)), parser, () => {});
  try {
    for await (const { record, info } of parser) yield { row: record as Row, line: (info as Info).lines };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const isLong = error.code === 'CSV_MAX_RECORD_SIZE';
    const what = isLong ? `A row has more than ${longestRow} bytes` : error.message;
    const help = 'Correct the row, or write the file with a CSV library.';
    throw refused(file, `line ${error.lines}`, `${what}. ${help}`);
  }
}

interface Info {
  /** The line on which the row ends. */
  lines: number;
}
