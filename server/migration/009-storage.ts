/**
 * What is stored for each tenant, counted; plans that name their cases by their suite; assignments that have a row from
 * their first lease on; and leases that end.
 */
import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './migration.ts';

export async function up(database: Kysely<unknown>, { name }: ColumnTypes): Promise<void> {
  for (const [table, column] of counts) {
    await database.schema
      .alterTable(table)
      .addColumn(column, 'bigint', each => each.notNull().defaultTo(0))
      .execute();
  }
  await database.schema.alterTable('assignment').addColumn('lease_ends', 'bigint').execute();
  await referToCases(database, name);
  // All assignments of what was started before have a row. Its runs are reserved as those of a new job are.
  await sql`UPDATE evaluation_job SET made = runs`.execute(database);
  await sql`
    UPDATE evaluation_job SET reserved_bytes = reserved * 8960 + 106496
    WHERE state IN ('queued', 'running', 'cancel_requested')`.execute(database);
  await sql`UPDATE assignment SET lease_ends = leased_until + 86400 WHERE state = 'leased'`.execute(database);
  await countStorage(database);
}

const counts = [
  ['tenant', 'stored_bytes'],
  ['tenant', 'reserved_bytes'],
  ['evaluation_job', 'made'],
  ['evaluation_job', 'reserved_bytes'],
] as const;

/** Puts how many cases there are in the place of a copy of them all. */
async function referToCases(database: Kysely<unknown>, name: ColumnTypes['name']): Promise<void> {
  const resolved =
    name === 'sqlite'
      ? sql`json_set(resolved, '$.cases', json_array_length(resolved, '$.cases'))`
      : sql`jsonb_set(resolved::jsonb, '{cases}', to_jsonb(jsonb_array_length(resolved::jsonb -> 'cases')))::text`;
  await sql`UPDATE evaluation_plan SET resolved = ${resolved}`.execute(database);
}

/** Each row counts its texts, and a fixed number of bytes for what else it takes (`stored-bytes.ts`). */
async function countStorage(database: Kysely<unknown>): Promise<void> {
  const texts = (table: string, row: number, bytes: string) =>
    sql`coalesce((SELECT sum(${sql.raw(`${row} + ${bytes}`)}) FROM ${sql.table(table)} AS counted
      WHERE counted.tenant_id = tenant.id), 0)`;
  const parts = [
    texts('tenant_artifact', 1024, 'octet_length(title) + size_bytes'),
    texts('tenant_event', 320, '0'),
    texts(
      'tenant_response',
      384,
      'octet_length(idempotency_key) + octet_length(headers) + octet_length(body)',
    ),
    texts('evaluation_plan', 512, 'octet_length(resolved)'),
    texts('evaluation_job', 640, '0'),
    texts('assignment', 768, '0'),
    texts('adoption', 448, '0'),
  ];
  await sql`
    UPDATE tenant SET stored_bytes = ${sql.join(parts, sql` + `)},
      reserved_bytes = ${texts('evaluation_job', 0, 'counted.reserved_bytes')}`.execute(database);
}
