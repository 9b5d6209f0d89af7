/** Groups the reports for operators: by the day of acceptance, by rule, or by sender. */
import type { Cohort } from '#document/message/use-receipt-acceptance.ts';
import type { Backend } from '../../store/database/backend.ts';

/**
 * The ways to group reports. `network` is a wider network and `client` one client in it; for invited reports, both are the
 * credential.
 */
const groupings = ['day', 'rule', 'network', 'client'] as const;
export type Grouping = (typeof groupings)[number];

/** The reports of one group. */
export interface ReportGroup {
  cohort: Cohort;
  /** The day, in days since 1970, the rule, or the id; null for reports without a rule. */
  key: number | string | null;
  /** The number of reports that count, of those among them that report success, and of discarded reports. */
  reports: number;
  successes: number;
  discarded: number;
  /** The number of networks, or credentials, that sent reports of the group. */
  reporters: number;
  /** The number of clients, or credentials, that sent reports of the group. */
  clients: number;
  /** The id of the client's IPv4 /24 or IPv6 /48, which says nothing in a group by day or rule; null for credentials. */
  network: string | null;
}

const keys: Record<Grouping, string> = {
  day: 'accepted_at / 86400',
  rule: 'rule',
  network: 'coalesce(network, holder)',
  client: 'holder',
};

/** The order of the groups: the latest day first, or the group with the most reports. */
const orders: Record<Grouping, string> = {
  day: '2 DESC, 1',
  rule: 'count(*) DESC, 2, 1',
  network: 'count(*) DESC, 2, 1',
  client: 'count(*) DESC, 2, 1',
};

/**
 * Returns the first groups, one for each cohort and key, and the number of all groups.
 * @param limit the most groups that are returned
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
