/** Counts of reports in parts, so that transactions which count in the same cell need not wait for each other. */
import { type Kysely, sql } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('report_count_in_parts')
    .addColumn('cohort', 'text', column => column.notNull())
    .addColumn('page_kind', 'text', column => column.notNull())
    .addColumn('precision', 'text', column => column.notNull())
    .addColumn('outcome', 'text', column => column.notNull())
    .addColumn('part', 'bigint', column => column.notNull())
    .addColumn('reports', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('report_count_part_key', ['cohort', 'page_kind', 'precision', 'outcome', 'part'])
    .execute();
  await sql`
    INSERT INTO report_count_in_parts (cohort, page_kind, precision, outcome, part, reports)
    SELECT cohort, page_kind, precision, outcome, 0, reports FROM report_count`.execute(database);
  await database.schema.dropTable('report_count').execute();
  await database.schema.alterTable('report_count_in_parts').renameTo('report_count').execute();
}
