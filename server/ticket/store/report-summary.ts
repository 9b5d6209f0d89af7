/** Reports as the operator looks through them: by the day they were accepted, by rule, and by who sent them. */
import type { Cohort } from '#document/message/use-receipt-acceptance.ts';
import type { Backend } from '../../store/database/backend.ts';

/** The ways to group reports. `network` is a wider network, `client` one client in it; a credential is both. */
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

const keys: Record<Grouping, string> = {
  day: 'accepted_at / 86400',
  rule: 'rule',
  network: 'coalesce(network, holder)',
  client: 'holder',
};

/** The order of each grouping: the latest days first, or those with the most reports. */
const orders: Record<Grouping, string> = {
  day: '2 DESC, 1',
  rule: 'count(*) DESC, 2, 1',
  network: 'count(*) DESC, 2, 1',
  client: 'count(*) DESC, 2, 1',
};

/**
 * The groups that come first, one row for each cohort.
 * @returns at most `limit` of them, and how many there are
 */
export async function summarize(
  { survey }: Backend,
  grouping: Grouping,
  limit: number,
): Promise<{ groups: ReportGroup[]; total: number }> {
  const key = keys[grouping];
  const rows = await survey<ReportGroup & { total: number }>(
    `SELECT cohort, ${key} AS key,
      count(*) - count(discarded_at) AS reports, count(discarded_at) AS discarded,
      count(CASE WHEN discarded_at IS NULL AND outcome IN ('pass', 'worked') THEN 1 END) AS successes,
      count(DISTINCT coalesce(network, holder)) AS reporters, count(DISTINCT holder) AS clients,
      max(network) AS network, count(*) OVER () AS total
    FROM receipt JOIN ticket ON ticket.number = receipt.ticket
    GROUP BY cohort, ${key} ORDER BY ${orders[grouping]} LIMIT $1`,
    limit,
  );
  return { groups: rows.map(({ total, ...group }) => group), total: rows[0]?.total ?? 0 };
}
