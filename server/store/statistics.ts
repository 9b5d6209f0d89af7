/** The size of the database, for planning its disk. */
import type { Backend } from './database/backend.ts';
import type { Tables } from './database/tables.ts';

interface TableStatistics {
  table: string;
  rows: number;
  /** The bytes of the table with its indexes; undefined if the database does not know them. */
  bytes: number | undefined;
  /** The number of rows that were added within the last day; undefined for a table whose rows have no time. */
  addedInDay: number | undefined;
}

export interface Statistics {
  /** The bytes of the whole database. */
  bytes: number;
  tables: TableStatistics[];
}

const day = 86_400;

/** The tables that grow, each with the column that holds the time of a row. */
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

/** Returns the rows, bytes and growth of all tables that grow, the largest table first. */
export async function readStatistics(backend: Backend, at: number): Promise<Statistics> {
  const sizes = await backend.sizes();
  const tables = [];
  for (const [table, time] of Object.entries(times)) {
    const recent = time === undefined ? 'NULL' : `count(CASE WHEN ${time} > ${at - day} THEN 1 END)`;
    const [found] = await backend.survey<{ count: number; recent: number | null }>(
      `SELECT count(*) AS count, ${recent} AS recent FROM ${table}`,
    );
    const addedInDay = found!.recent ?? undefined;
    tables.push({ table, rows: found!.count, bytes: sizes.tables.get(table), addedInDay });
  }
  tables.sort((one, two) => (two.bytes ?? 0) - (one.bytes ?? 0) || two.rows - one.rows);
  return { bytes: sizes.total, tables };
}

/** Counts the open tickets, by adding up the counts of their holders. */
export async function openTickets({ survey }: Backend): Promise<number> {
  const [row] = await survey<{ open: number | string | null }>('SELECT sum(open) AS open FROM ticket_holder');
  // PostgreSQL returns the sum of whole numbers as a decimal, which arrives as text.
  return Number(row?.open ?? 0);
}

/** Counts the evaluation jobs in each state. */
export async function jobCounts({ survey }: Backend): Promise<Record<string, number>> {
  const found = await survey<{ state: string; count: number }>(
    'SELECT state, count(*) AS count FROM evaluation_job GROUP BY state',
  );
  return Object.fromEntries(found.map(({ state, count }) => [state, count]));
}
