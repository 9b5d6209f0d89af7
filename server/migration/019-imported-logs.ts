/** What the logs of imported runs say of themselves. */
import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('assignment').addColumn('log', 'text').execute();
}
