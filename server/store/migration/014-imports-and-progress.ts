/** When imported runs began, and how far an evaluation was at an event. */
import type { Kysely } from 'kysely';

type Database = Kysely<unknown>;

export async function up(database: Database): Promise<void> {
  await database.schema.alterTable('assignment').addColumn('started_at', 'bigint').execute();
  await database.schema.alterTable('tenant_event').addColumn('progress', 'text').execute();
}
