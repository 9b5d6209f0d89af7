/** Reports as the operator looks through them: by the day they were accepted, by rule, and by who sent them. */
import { type RawBuilder, sql } from 'kysely';
import type { Cohort } from '#document/message/use-receipt-acceptance.ts';
import type { Backend } from '../../store/database/backend.ts';

/** What reports are put together by. `network` is a wider network, `client` one client in it; a credential is both. */
const groupings = ['day', 'rule', 'network', 'client'] as const;
export type Grouping = (typeof groupings)[number];

/** The reports of one group. */
export interface ReportGroup {
  cohort: Cohort;
  /** Days since 1970, a rule, or an id; null where there is no rule. */
  key: number | string | null;
  /** The reports that count, how many of them tell of success, and those that were discarded. */
  reports: number;
  successes: number;
  discarded: number;
  /** The networks, or credentials, that sent any of them. */
  reporters: number;
  /** The clients, or credentials, that sent any of them. */
  clients: number;
  /** The wider network of a client. */
  network: string | null;
}

const keys: Record<Grouping, RawBuilder<unknown>> = {
  day: sql`accepted_at / 86400`,
  rule: sql`rule`,
  network: sql`coalesce(network, holder)`,
  client: sql`holder`,
};

/** What comes first: the latest days, or those with the most reports. */
const orders: Record<Grouping, RawBuilder<unknown>> = {
  day: sql`2 DESC, 1`,
  rule: sql`count(*) DESC, 2, 1`,
  network: sql`count(*) DESC, 2, 1`,
  client: sql`count(*) DESC, 2, 1`,
};

/**
 * The groups that come first, one row for each cohort.
 * @returns at most `limit` of them, and how many there are
 */
export async function summarize(
  { kysely }: Backend,
  grouping: Grouping,
  limit: number,
): Promise<{ groups: ReportGroup[]; total: number }> {
  const key = keys[grouping];
  const { rows } = await sql<ReportGroup & { total: number }>`
    SELECT cohort, ${key} AS key,
      count(*) - count(discarded_at) AS reports, count(discarded_at) AS discarded,
      count(CASE WHEN discarded_at IS NULL AND outcome IN ('pass', 'worked') THEN 1 END) AS successes,
      count(DISTINCT coalesce(network, holder)) AS reporters, count(DISTINCT holder) AS clients,
      max(network) AS network, count(*) OVER () AS total
    FROM receipt JOIN ticket ON ticket.number = receipt.ticket
    GROUP BY cohort, ${key} ORDER BY ${orders[grouping]} LIMIT ${limit}`.execute(kysely);
  return { groups: rows.map(({ total, ...group }) => group), total: rows[0]?.total ?? 0 };
}
