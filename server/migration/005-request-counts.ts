/** Requests of credentials in the present minute, counted for all processes together. */
import type { Kysely } from 'kysely';

/** The columns stand in the order in which the rate limiter fills them. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('request_count')
    .addColumn('key', 'text', column => column.primaryKey().notNull())
    .addColumn('points', 'bigint', column => column.notNull())
    .addColumn('expire', 'bigint', column => column.notNull())
    .execute();
}
