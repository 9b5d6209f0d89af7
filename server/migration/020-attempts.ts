/** Of runs that are the best of several attempts: how many were made, and how many would have passed. */
import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const name of ['tries', 'tries_passed'])
    await database.schema.alterTable('assignment').addColumn(name, 'bigint').execute();
}
