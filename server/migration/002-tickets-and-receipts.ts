/** Ticket keys, tickets, what caps are counted by, receipts, and the counts that are published. */
import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './migration.ts';

export async function up(database: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await createTicketKey(database);
  await createTicket(database, types);
  await createHolders(database);
  await createReceipt(database, types);
  await database.schema
    .createTable('report_count')
    .addColumn('cohort', 'text', column => column.notNull())
    .addColumn('page_kind', 'text', column => column.notNull())
    .addColumn('precision', 'text', column => column.notNull())
    .addColumn('outcome', 'text', column => column.notNull())
    .addColumn('reports', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('report_count_key', ['cohort', 'page_kind', 'precision', 'outcome'])
    .execute();
}

async function createTicketKey(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('ticket_key')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('ticket_secret', 'text')
    .addColumn('network_secret', 'text')
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('rotated_at', 'bigint')
    .execute();
  // One key is in force at a time, whatever races.
  await database.schema
    .createIndex('ticket_key_in_force')
    .unique()
    .on('ticket_key')
    .expression(sql`(1)`)
    .where(sql.ref('rotated_at'), 'is', null)
    .execute();
}

async function createTicket(database: Kysely<unknown>, { numberKey }: ColumnTypes): Promise<void> {
  await database.schema
    .createTable('ticket')
    .addColumn('number', numberKey, column => column.primaryKey())
    .addColumn('id', 'text', column => column.notNull())
    .addColumn('key_id', 'text', column => column.notNull())
    .addColumn('cohort', 'text', column => column.notNull())
    .addColumn('holder', 'text', column => column.notNull())
    .addColumn('holder_number', 'bigint')
    .addColumn('site_number', 'bigint')
    .addColumn('rule', 'text')
    .addColumn('subject_kind', 'text', column => column.notNull())
    .addColumn('subject', 'text', column => column.notNull())
    .addColumn('stage', 'text', column => column.notNull())
    .addColumn('issued_at', 'bigint', column => column.notNull())
    .addColumn('expires_at', 'bigint', column => column.notNull())
    .addColumn('state', 'text', column => column.notNull())
    .execute();
  await database.schema
    .createIndex('ticket_of_visitor')
    .unique()
    .on('ticket')
    .columns(['holder', 'holder_number'])
    .where(sql.ref('holder_number'), 'is not', null)
    .execute();
  await database.schema
    .createIndex('ticket_of_site')
    .unique()
    .on('ticket')
    .column('site_number')
    .where(sql.ref('site_number'), 'is not', null)
    .execute();
  await database.schema
    .createTable('ticket_swept')
    .addColumn('through', 'bigint', column => column.notNull())
    .execute();
  await sql`INSERT INTO ticket_swept (through) VALUES (0)`.execute(database);
}

async function createHolders(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('ticket_holder')
    .addColumn('cohort', 'text', column => column.notNull())
    .addColumn('holder', 'text', column => column.notNull())
    .addColumn('issued', 'bigint', column => column.notNull())
    .addColumn('open', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('ticket_holder_key', ['cohort', 'holder'])
    .execute();
}

async function createReceipt(database: Kysely<unknown>, { numberKey }: ColumnTypes): Promise<void> {
  await database.schema
    .createTable('receipt')
    .addColumn('ticket', numberKey, column => column.primaryKey())
    .addColumn('form', 'text', column => column.notNull())
    .addColumn('digest', 'text', column => column.notNull())
    .addColumn('accepted_at', 'bigint', column => column.notNull())
    .addColumn('outcome', 'text', column => column.notNull())
    .addColumn('model_id', 'text')
    .addColumn('model_precision', 'text')
    .addColumn('task_class', 'text')
    .addColumn('tests_ran', 'bigint')
    .addColumn('tests_passed', 'bigint')
    .addColumn('input_tokens', 'bigint')
    .addColumn('output_tokens', 'bigint')
    .addColumn('elapsed_milliseconds', 'bigint')
    .execute();
}
