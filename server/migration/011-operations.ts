/** What operators did, tenants that are suspended, and the place up to which events were pruned. */
import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('audit')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('at', 'bigint', column => column.notNull())
    .addColumn('os_user', 'text', column => column.notNull())
    .addColumn('command', 'text', column => column.notNull())
    .addColumn('arguments', 'text', column => column.notNull())
    .addColumn('outcome', 'text', column => column.notNull())
    .execute();
  await database.schema.createIndex('audit_age').on('audit').column('at').execute();
  await database.schema.alterTable('tenant').addColumn('suspended_at', 'bigint').execute();
  await database.schema
    .alterTable('tenant')
    .addColumn('pruned_events', 'bigint', column => column.notNull().defaultTo(0))
    .execute();
}
