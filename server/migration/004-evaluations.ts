/** Plans with their quotes, jobs, assignments, and adoptions. */
import { type Kysely, sql } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await createPlan(database);
  await createJob(database);
  await createAssignment(database);
  await database.schema
    .createTable('adoption')
    .addColumn('tenant_id', 'text', column => column.notNull().references('tenant.id'))
    .addColumn('number', 'bigint', column => column.notNull())
    .addColumn('subject', 'text', column => column.notNull())
    .addColumn('outcome', 'text', column => column.notNull())
    .addColumn('reason_code', 'text', column => column.notNull())
    .addColumn('date', 'text', column => column.notNull())
    .addColumn('recorded_at', 'bigint', column => column.notNull())
    .addColumn('recorded_by', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('adoption_key', ['tenant_id', 'number'])
    .execute();
  await database.schema
    .createIndex('adoption_subject')
    .on('adoption')
    .columns(['tenant_id', 'subject', 'number'])
    .execute();
}

async function createPlan(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('evaluation_plan')
    .addColumn('tenant_id', 'text', column => column.notNull().references('tenant.id'))
    .addColumn('digest', 'text', column => column.notNull())
    .addColumn('resolved', 'text', column => column.notNull())
    .addColumn('runs', 'bigint', column => column.notNull())
    .addColumn('approval', 'text', column => column.notNull())
    .addColumn('quoted_at', 'bigint', column => column.notNull())
    .addColumn('expires_at', 'bigint', column => column.notNull())
    .addColumn('job_id', 'text')
    .addPrimaryKeyConstraint('evaluation_plan_key', ['tenant_id', 'digest'])
    .execute();
}

const jobCounts = ['reserved', 'used', 'pending', 'leased', 'exhausted', 'cancelled', 'served'];

async function createJob(database: Kysely<unknown>): Promise<void> {
  let table = database.schema
    .createTable('evaluation_job')
    .addColumn('tenant_id', 'text', column => column.notNull().references('tenant.id'))
    .addColumn('id', 'text', column => column.notNull())
    .addColumn('plan', 'text', column => column.notNull())
    .addColumn('suite', 'text', column => column.notNull())
    .addColumn('grade', 'text', column => column.notNull())
    .addColumn('state', 'text', column => column.notNull())
    .addColumn('month', 'text', column => column.notNull())
    .addColumn('runs', 'bigint', column => column.notNull())
    .addColumn('tolerated', 'bigint', column => column.notNull());
  for (const name of jobCounts) table = table.addColumn(name, 'bigint', column => column.notNull());
  await table
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('first_claimed_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    .addColumn('snapshot', 'text')
    .addPrimaryKeyConstraint('evaluation_job_key', ['tenant_id', 'id'])
    .execute();
  await database.schema
    .createIndex('evaluation_job_state')
    .on('evaluation_job')
    .columns(['tenant_id', 'state'])
    .execute();
  await database.schema
    .createIndex('evaluation_job_month')
    .on('evaluation_job')
    .columns(['tenant_id', 'month'])
    .execute();
}

async function createAssignment(database: Kysely<unknown>): Promise<void> {
  let table = database.schema
    .createTable('assignment')
    .addColumn('tenant_id', 'text', column => column.notNull().references('tenant.id'))
    .addColumn('job_id', 'text', column => column.notNull())
    .addColumn('number', 'bigint', column => column.notNull())
    .addColumn('lock', 'text', column => column.notNull())
    .addColumn('formation', 'text', column => column.notNull())
    .addColumn('case_id', 'text', column => column.notNull())
    .addColumn('case_digest', 'text', column => column.notNull())
    .addColumn('repetition', 'bigint', column => column.notNull())
    .addColumn('state', 'text', column => column.notNull())
    .addColumn('attempts', 'bigint', column => column.notNull())
    .addColumn('fence', 'bigint', column => column.notNull())
    .addColumn('runner', 'text')
    .addColumn('leased_until', 'bigint')
    .addColumn('ended_at', 'bigint')
    .addColumn('outcome', 'text');
  for (const name of ['tests_ran', 'tests_passed', 'input_tokens', 'output_tokens', 'elapsed_milliseconds'])
    table = table.addColumn(name, 'bigint');
  await table.addPrimaryKeyConstraint('assignment_key', ['tenant_id', 'job_id', 'number']).execute();
  await database.schema
    .createIndex('assignment_pending')
    .on('assignment')
    .columns(['tenant_id', 'job_id', 'number'])
    .where(sql.ref('state'), '=', sql.lit('pending'))
    .execute();
  await database.schema
    .createIndex('assignment_leased')
    .on('assignment')
    .columns(['tenant_id', 'leased_until'])
    .where(sql.ref('state'), '=', sql.lit('leased'))
    .execute();
}
