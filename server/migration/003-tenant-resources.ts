/** What tenants register, the events of their changes, the answers kept for repeats, and the counts of their accounts. */
import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await extendTenant(database);
  await createArtifact(database);
  await database.schema
    .createTable('tenant_event')
    .addColumn('tenant_id', 'text', column => column.notNull().references('tenant.id'))
    .addColumn('number', 'bigint', column => column.notNull())
    .addColumn('at', 'bigint', column => column.notNull())
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('subject', 'text', column => column.notNull())
    .addColumn('actor', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('tenant_event_key', ['tenant_id', 'number'])
    .execute();
  await createResponse(database);
}

async function extendTenant(database: Kysely<unknown>): Promise<void> {
  for (const name of ['last_event', 'last_artifact', 'candidates', 'documents']) {
    await database.schema
      .alterTable('tenant')
      .addColumn(name, 'bigint', column => column.notNull().defaultTo(0))
      .execute();
  }
  await database.schema
    .alterTable('tenant')
    .addColumn('plan', 'text', column => column.notNull().defaultTo('standard'))
    .execute();
  await database.schema
    .alterTable('tenant')
    .addColumn('limits', 'text', column => column.notNull().defaultTo('{}'))
    .execute();
}

async function createArtifact(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('tenant_artifact')
    .addColumn('tenant_id', 'text', column => column.notNull().references('tenant.id'))
    .addColumn('digest', 'text', column => column.notNull())
    .addColumn('number', 'bigint', column => column.notNull())
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('title', 'text', column => column.notNull())
    .addColumn('task_class', 'text')
    .addColumn('formation', 'text')
    .addColumn('content', 'text', column => column.notNull())
    .addColumn('size_bytes', 'bigint', column => column.notNull())
    .addColumn('key_id', 'text', column => column.notNull())
    .addColumn('signature', 'text', column => column.notNull())
    .addColumn('signed_at', 'text', column => column.notNull())
    .addColumn('registered_at', 'bigint', column => column.notNull())
    .addColumn('registered_by', 'text', column => column.notNull())
    .addColumn('status', 'text', column => column.notNull())
    .addColumn('reason_code', 'text', column => column.notNull())
    .addColumn('status_since', 'bigint', column => column.notNull())
    .addColumn('superseded_by', 'text')
    .addPrimaryKeyConstraint('tenant_artifact_key', ['tenant_id', 'digest'])
    .execute();
  await database.schema
    .createIndex('tenant_artifact_list')
    .unique()
    .on('tenant_artifact')
    .columns(['tenant_id', 'kind', 'number'])
    .execute();
  await database.schema
    .createIndex('tenant_artifact_formation')
    .on('tenant_artifact')
    .columns(['tenant_id', 'formation'])
    .execute();
}

async function createResponse(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('tenant_response')
    .addColumn('tenant_id', 'text', column => column.notNull().references('tenant.id'))
    .addColumn('idempotency_key', 'text', column => column.notNull())
    .addColumn('fingerprint', 'text', column => column.notNull())
    .addColumn('status', 'integer', column => column.notNull())
    .addColumn('headers', 'text', column => column.notNull())
    .addColumn('body', 'text', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('tenant_response_key', ['tenant_id', 'idempotency_key'])
    .execute();
  await database.schema
    .createIndex('tenant_response_age')
    .on('tenant_response')
    .column('created_at')
    .execute();
}
