/** What formations and suites call themselves, so that one name and version with several bodies is noticed. */
import type { Kysely } from 'kysely';

/** A server of an older version leaves it empty, and what was registered before stays so: nothing says of it what it is called. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('tenant_artifact').addColumn('version_name', 'text').execute();
  await database.schema
    .createIndex('tenant_artifact_version_name')
    .on('tenant_artifact')
    .columns(['tenant_id', 'kind', 'version_name'])
    .execute();
}
