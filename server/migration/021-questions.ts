/**
 * Plans that name a question are told from those that are questions of their own: all of them were, before questions were registered. A
 * server of an older version knows no questions, so its plans are too.
 */
import { type Kysely, sql } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('tenant_artifact')
    .addColumn('names_question', 'bigint', column => column.notNull().defaultTo(0))
    .execute();
  await sql`
    UPDATE tenant_artifact SET names_question = 1 WHERE kind = 'evaluation_plan' AND EXISTS (
      SELECT 1 FROM evaluation_plan AS planned
      WHERE planned.tenant_id = tenant_artifact.tenant_id AND planned.digest = tenant_artifact.digest
        AND planned.resolved LIKE '%"question":"sha256:%'
    )`.execute(database);
  await sql`
    CREATE INDEX tenant_artifact_questions ON tenant_artifact (tenant_id, number, task_class, status, registered_at)
    WHERE kind = 'question' OR (kind = 'evaluation_plan' AND names_question = 0)`.execute(database);
}
