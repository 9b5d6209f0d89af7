/** How far evaluations that may stop early were looked at. */
import type { Kysely } from 'kysely';

type Database = Kysely<unknown>;

export async function up(database: Database): Promise<void> {
  await database.schema.alterTable('evaluation_job').addColumn('looked', 'text').execute();
}
