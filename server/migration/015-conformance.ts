/** Whether runs followed their team: how many of their steps were checked, and how many deviate. */
import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('assignment').addColumn('checked_steps', 'bigint').execute();
  await database.schema.alterTable('assignment').addColumn('deviations', 'bigint').execute();
}
