/** Numbers and task classes by which plans, evaluations and adoptions are listed, and indexes that hold all that lists filter by. */
import { type Kysely, sql } from 'kysely';

/** A server of an older version leaves them empty; the first list request fills them in. */
const columns = [
  ['evaluation_plan', 'number', 'bigint'],
  ['evaluation_plan', 'task_class', 'text'],
  ['evaluation_job', 'number', 'bigint'],
  ['evaluation_job', 'task_class', 'text'],
  ['adoption', 'task_class', 'text'],
] as const;

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const [table, column, type] of columns)
    await database.schema.alterTable(table).addColumn(column, type).execute();
  await fillPlans(database);
  await fillJobs(database);
  await fillAdoptions(database);
  await index(database, 'tenant_artifact', ['kind', 'number', 'task_class', 'status', 'registered_at']);
  await index(database, 'evaluation_plan', [
    ...['number', 'task_class', 'approval', 'job_id', 'expires_at', 'quoted_at'],
  ]);
  await index(database, 'evaluation_job', ['number', 'task_class', 'state', 'created_at']);
  await index(database, 'adoption', ['number', 'task_class', 'outcome', 'recorded_at']);
}

async function index(database: Kysely<unknown>, table: string, names: readonly string[]): Promise<void> {
  await database.schema
    .createIndex(`${table}_page`)
    .on(table)
    .columns(['tenant_id', ...names])
    .execute();
}

const fieldOf = (field: string, table: string, digest: string) =>
  sql.raw(`(SELECT ${field} FROM tenant_artifact AS named
    WHERE named.tenant_id = ${table}.tenant_id AND named.digest = ${table}.${digest})`);

async function fillPlans(database: Kysely<unknown>): Promise<void> {
  const own = (field: string) => fieldOf(field, 'evaluation_plan', 'digest');
  await sql`UPDATE evaluation_plan SET number = ${own('number')}, task_class = ${own('task_class')}`.execute(
    database,
  );
}

async function fillJobs(database: Kysely<unknown>): Promise<void> {
  await sql`
    UPDATE evaluation_job SET number = numbered.number, task_class = ${fieldOf('task_class', 'evaluation_job', 'suite')}
    FROM (
      SELECT tenant_id, id, row_number() OVER (PARTITION BY tenant_id ORDER BY created_at, id) AS number
      FROM evaluation_job
    ) AS numbered
    WHERE numbered.tenant_id = evaluation_job.tenant_id AND numbered.id = evaluation_job.id`.execute(
    database,
  );
}

/** What is no recommendation has no class of its own. */
async function fillAdoptions(database: Kysely<unknown>): Promise<void> {
  await sql`
    UPDATE adoption SET task_class = coalesce(${fieldOf('task_class', 'adoption', 'subject')}, '')`.execute(
    database,
  );
}
