/** Settings, tenants and credentials. */
import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('setting')
    .addColumn('name', 'text', column => column.primaryKey())
    .addColumn('value', 'text', column => column.notNull())
    .execute();
  await database.schema
    .createTable('tenant')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .execute();
  await database.schema
    .createTable('credential')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('tenant_id', 'text', column => column.notNull().references('tenant.id'))
    .addColumn('secret_sha256', 'text', column => column.notNull())
    .addColumn('scopes', 'text', column => column.notNull())
    .addColumn('runner', 'integer', column => column.notNull())
    .addColumn('invited', 'integer', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .execute();
  await database.schema.createIndex('credential_tenant').on('credential').column('tenant_id').execute();
}
