/**
 * Takes reports out of the counts, for operators. Discarded reports are counted in rows of their own, and their senders get the
 * same answers as before.
 */
import type { Cohort, SubjectKind } from '#document/message/use-receipt-acceptance.ts';
import { type Backend, forEach, type Transaction, take } from '../../store/database/backend.ts';
import type { ReportPrecision } from '../../store/database/tables.ts';
import { type CellChange, reportCounter } from './aggregate.ts';

/** A filter of reports. It matches a report if every given field does. */
export interface ReportFilter {
  /** The name of the rule that selected the visitor. */
  rule?: string | undefined;
  /** The time since which reports were accepted, in seconds since 1970. */
  since?: number | undefined;
  /**
   * The id of a visitor's client (IPv4 address or IPv6 /64) or wider network, made with a secret key; or the id of a credential.
   */
  holder?: string | undefined;
}

export interface DiscardStore {
  /** Counts the reports that `discard` would take out. */
  count(filter: ReportFilter): Promise<number>;
  /**
   * Takes out the matching reports that were accepted before this began, in steps between which others can work. Returns how
   * many were taken out now.
   * @param at seconds since 1970
   */
  discard(filter: ReportFilter, at: number): Promise<number>;
}

/** The number of reports that are examined in one step. */
const reportsPerStep = 1000;

export function discardStore(backend: Backend): DiscardStore {
  const record = recorder(backend);
  return {
    count: async filter => {
      let matching = 0;
      for await (const found of steps(backend, filter)) matching += found.length;
      return matching;
    },
    discard: async (filter, at) => {
      let discarded = 0;
      for await (const found of steps(backend, filter))
        if (found.length > 0) discarded += await backend.transact(() => record(found, at));
      return discarded;
    },
  };
}

/** A report that counts, with the cell in which it counts. */
interface FoundReport {
  number: number;
  cohort: Cohort;
  pageKind: SubjectKind;
  precision: ReportPrecision;
  outcome: string;
  reporter: string;
}

/** Yields the matching reports that count, a step at a time. */
async function* steps(backend: Backend, filter: ReportFilter): AsyncGenerator<FoundReport[]> {
  const { survey } = backend;
  const [newest] = await survey<{ end: number | null }>('SELECT max(number) AS "end" FROM receipt');
  const end = newest?.end ?? undefined;
  let after = Number.MIN_SAFE_INTEGER;
  while (end !== undefined && after < end) {
    const [last] = await survey<{ number: number }>(
      `SELECT number FROM receipt WHERE number > $1 ORDER BY number LIMIT 1 OFFSET ${reportsPerStep - 1}`,
      after,
    );
    const through = Math.min(last?.number ?? end, end);
    yield await find(backend, filter, after, through);
    after = through;
  }
}

function find(
  { survey }: Backend,
  { rule, since, holder }: ReportFilter,
  after: number,
  through: number,
): Promise<FoundReport[]> {
  const parameters: unknown[] = [after, through];
  const conditions: string[] = [];
  const require = (value: unknown, condition: (place: string) => string) => {
    if (value !== undefined) conditions.push(`AND ${condition(`$${parameters.push(value)}`)}`);
  };
  require(rule, place => `rule = ${place}`);
  require(since, place => `accepted_at >= ${place}`);
  require(holder, place => `(holder = ${place} OR network = ${place})`);
  return survey<FoundReport>(
    `SELECT receipt.number, cohort, subject_kind AS "pageKind", outcome,
       coalesce(model_precision, 'compact') AS "precision", coalesce(network, holder) AS reporter
     FROM receipt JOIN ticket ON ticket.number = receipt.ticket
     WHERE receipt.number > $1 AND receipt.number <= $2 AND discarded_at IS NULL ${conditions.join(' ')}`,
    ...parameters,
  );
}

/** Makes the function whose body marks reports as discarded and moves their counts to other rows. */
function recorder(backend: Backend): (found: readonly FoundReport[], at: number) => Transaction<number> {
  const mark = `
    UPDATE receipt SET discarded_at = listed.at FROM ${backend.rowsOf({ number: 'bigint', at: 'bigint' })}
    WHERE receipt.number = listed.number AND discarded_at IS NULL
    RETURNING receipt.number`;
  const change = reportCounter(backend);
  return function* record(found, at) {
    // Two operators who discard the same reports come one after the other, and the second finds none.
    yield* take(backend.lock('discard'));
    const marked = yield* forEach<{ number: number }>(
      mark,
      found.map(({ number }) => ({ number, at })),
    );
    const numbers = new Set(marked.map(({ number }) => number));
    yield* change(found.filter(({ number }) => numbers.has(number)).flatMap(moves));
    return marked.length;
  };
}

const moves = ({ cohort, pageKind, precision, outcome, reporter }: FoundReport): CellChange[] => [
  { cohort, pageKind, precision, outcome, reporter, reports: -1 },
  { cohort, pageKind, precision: 'discarded', outcome, reporter, reports: 1 },
];
