/** When imported runs began, how many there are, what runs cost, and how far an evaluation was at an event. */
import { type Kysely, sql } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('assignment').addColumn('started_at', 'bigint').execute();
  await database.schema.alterTable('tenant_event').addColumn('progress', 'text').execute();
  for (const name of ['imported', 'tokens', 'counted'])
    await database.schema
      .alterTable('evaluation_job')
      .addColumn(name, 'bigint', column => column.notNull().defaultTo(0))
      .execute();
  await countTokens(database);
}

async function countTokens(database: Kysely<unknown>): Promise<void> {
  await sql`
    UPDATE evaluation_job SET tokens = summed.tokens, counted = summed.counted
    FROM (
      SELECT tenant_id, job_id, sum(input_tokens + output_tokens) AS tokens, count(*) AS counted
      FROM assignment WHERE input_tokens + output_tokens IS NOT NULL GROUP BY tenant_id, job_id
    ) AS summed
    WHERE summed.tenant_id = evaluation_job.tenant_id AND summed.job_id = evaluation_job.id`.execute(
    database,
  );
}
