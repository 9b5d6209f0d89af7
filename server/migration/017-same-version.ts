/** Bodies of one name and version in their order: without it, SQLite looked through all that a tenant has with each registration. */
import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.dropIndex('tenant_artifact_version_name').execute();
  await database.schema
    .createIndex('tenant_artifact_same_version')
    .on('tenant_artifact')
    .columns(['tenant_id', 'kind', 'version_name', 'number'])
    .execute();
}
