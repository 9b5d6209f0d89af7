/** What each evaluation counts for those that follow it, and how often runs were handed back. */
import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const name of ['comparisons', 'comparisons_before', 'cases_seen'])
    await database.schema.alterTable('evaluation_job').addColumn(name, 'bigint').execute();
  for (const name of ['arms', 'question'])
    await database.schema.alterTable('evaluation_job').addColumn(name, 'text').execute();
  await database.schema
    .alterTable('assignment')
    .addColumn('handed_back', 'bigint', column => column.notNull().defaultTo(0))
    .execute();
}
