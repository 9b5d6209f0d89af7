/** How far evaluations that may stop early were looked at. */
import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('evaluation_job').addColumn('looked', 'text').execute();
}
