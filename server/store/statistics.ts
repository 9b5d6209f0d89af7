/** What the database holds, for planning its disk. */
import { sql } from 'kysely';
import type { Backend } from './database/backend.ts';
import type { Tables } from './database/tables.ts';

interface TableStatistics {
  table: string;
  rows: number;
  /** With its indexes; undefined where the database does not tell. */
  bytes: number | undefined;
  /** Rows added within a day; undefined for tables whose rows have no time. */
  addedInDay: number | undefined;
}

export interface Statistics {
  /** The whole database, in bytes. */
  bytes: number;
  tables: TableStatistics[];
}

const day = 86_400;

/** The tables that grow, each with the column that tells when a row was added. */
const times = {
  ticket: 'issued_at',
  receipt: 'accepted_at',
  tenant: 'created_at',
  credential: 'created_at',
  tenant_artifact: 'registered_at',
  tenant_event: 'at',
  tenant_response: 'created_at',
  evaluation_plan: 'quoted_at',
  evaluation_job: 'created_at',
  assignment: undefined,
  adoption: 'recorded_at',
  audit: 'at',
} as const satisfies Partial<Record<keyof Tables, string | undefined>>;

/** Reads rows, bytes and growth of all tables that grow, largest first. */
export async function readStatistics(backend: Backend, at: number): Promise<Statistics> {
  const sizes = await backend.sizes();
  const tables = [];
  for (const [table, time] of Object.entries(times)) {
    const recent =
      time === undefined ? sql`NULL` : sql`sum(CASE WHEN ${sql.ref(time)} > ${at - day} THEN 1 ELSE 0 END)`;
    const { rows } = await sql<{ count: number | string; recent: number | string | null }>`
      SELECT count(*) AS count, ${recent} AS recent FROM ${sql.table(table)}`.execute(backend.kysely);
    const [{ count, recent: added } = { count: 0, recent: null }] = rows;
    const addedInDay = time === undefined ? undefined : Number(added ?? 0);
    tables.push({ table, rows: Number(count), bytes: sizes.tables.get(table), addedInDay });
  }
  tables.sort((one, two) => (two.bytes ?? 0) - (one.bytes ?? 0) || two.rows - one.rows);
  return { bytes: sizes.total, tables };
}

/** How many tickets are open, as their holders are counted. */
export async function openTickets({ kysely }: Backend): Promise<number> {
  const row = await kysely
    .selectFrom('ticket_holder')
    .select(({ fn }) => fn.sum('open').as('open'))
    .executeTakeFirst();
  return Number(row?.open ?? 0);
}

/** How many evaluation jobs are in each state. */
export async function jobCounts({ kysely }: Backend): Promise<Record<string, number>> {
  const found = await kysely
    .selectFrom('evaluation_job')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  return Object.fromEntries(found.map(({ state, count }) => [state, Number(count)]));
}
