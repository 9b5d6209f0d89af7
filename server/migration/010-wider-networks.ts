/**
 * Tickets know the wider network of their visitor; caps are counted by marks of the last hour instead of two numbers on each
 * ticket; reports are counted by who reported, and can be discarded.
 *
 * Tickets of before know no wider network, so their reports are counted by the client (an IPv4 address or IPv6 /64).
 */
import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './migration.ts';

export async function up(database: Kysely<unknown>, { name }: ColumnTypes): Promise<void> {
  // The rows of these tables are nothing but their keys and a count: on SQLite they need no second tree beside the key.
  const ending = name === 'sqlite' ? sql`WITHOUT ROWID` : sql``;
  await createMarks(database, ending);
  await changeTickets(database);
  await rebuildHolders(database, ending);
  await rebuildReportCounts(database, ending);
  await database.schema.alterTable('receipt').addColumn('discarded_at', 'bigint').execute();
}

async function createMarks(database: Kysely<unknown>, ending: ReturnType<typeof sql>): Promise<void> {
  await database.schema
    .createTable('ticket_mark')
    .addColumn('cohort', 'text', column => column.notNull())
    .addColumn('holder', 'text', column => column.notNull())
    .addColumn('at', 'bigint', column => column.notNull())
    .addColumn('issued_before', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('ticket_mark_key', ['cohort', 'holder', 'at'])
    .modifyEnd(ending)
    .execute();
  await database.schema.createIndex('ticket_mark_age').on('ticket_mark').column('at').execute();
  // The counts of the last hour, of clients and of the site, still apply.
  const lastHour = sql`number > (SELECT max(number) FROM ticket) - 3600000000`;
  await sql`
    INSERT INTO ticket_mark (cohort, holder, at, issued_before)
    SELECT cohort, holder, issued_at, min(holder_number) - 1 FROM ticket
    WHERE holder_number IS NOT NULL AND ${lastHour} GROUP BY cohort, holder, issued_at`.execute(database);
  await sql`
    INSERT INTO ticket_mark (cohort, holder, at, issued_before)
    SELECT cohort, '', issued_at, min(site_number) - 1 FROM ticket
    WHERE site_number IS NOT NULL AND ${lastHour} GROUP BY cohort, issued_at`.execute(database);
}

async function changeTickets(database: Kysely<unknown>): Promise<void> {
  await database.schema.dropIndex('ticket_of_visitor').execute();
  await database.schema.dropIndex('ticket_of_site').execute();
  await database.schema.alterTable('ticket').dropColumn('holder_number').execute();
  await database.schema.alterTable('ticket').dropColumn('site_number').execute();
  await database.schema.alterTable('ticket').addColumn('network', 'text').execute();
}

async function rebuildHolders(database: Kysely<unknown>, ending: ReturnType<typeof sql>): Promise<void> {
  await database.schema.alterTable('ticket_holder').renameTo('ticket_holder_before').execute();
  await database.schema
    .createTable('ticket_holder')
    .addColumn('cohort', 'text', column => column.notNull())
    .addColumn('holder', 'text', column => column.notNull())
    .addColumn('issued', 'bigint', column => column.notNull())
    .addColumn('open', 'bigint', column => column.notNull())
    .addColumn('marked_at', 'bigint')
    .addColumn('marked_before', 'bigint')
    .addPrimaryKeyConstraint('ticket_holder_cohort_holder', ['cohort', 'holder'])
    .modifyEnd(ending)
    .execute();
  await sql`
    INSERT INTO ticket_holder (cohort, holder, issued, open, marked_at, marked_before)
    SELECT earlier.cohort, earlier.holder, issued, open, at, issued_before
    FROM ticket_holder_before AS earlier LEFT JOIN ticket_mark AS mark
      ON mark.cohort = earlier.cohort AND mark.holder = earlier.holder AND at = (
        SELECT max(at) FROM ticket_mark WHERE cohort = earlier.cohort AND holder = earlier.holder
      )`.execute(database);
  await database.schema.dropTable('ticket_holder_before').execute();
}

/** Counts what is recorded once more, for the counts so far do not tell who reported. */
async function rebuildReportCounts(database: Kysely<unknown>, ending: ReturnType<typeof sql>): Promise<void> {
  await database.schema.dropTable('report_count').execute();
  await database.schema
    .createTable('report_count')
    .addColumn('cohort', 'text', column => column.notNull())
    .addColumn('page_kind', 'text', column => column.notNull())
    .addColumn('precision', 'text', column => column.notNull())
    .addColumn('outcome', 'text', column => column.notNull())
    .addColumn('reporter', 'text', column => column.notNull())
    .addColumn('reports', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('report_count_cell_reporter', [
      ...(['cohort', 'page_kind', 'precision', 'outcome', 'reporter'] as const),
    ])
    .modifyEnd(ending)
    .execute();
  await sql`
    INSERT INTO report_count (cohort, page_kind, precision, outcome, reporter, reports)
    SELECT cohort, subject_kind, coalesce(model_precision, 'compact'), outcome, holder, count(*)
    FROM receipt JOIN ticket ON ticket.number = receipt.ticket
    GROUP BY cohort, subject_kind, coalesce(model_precision, 'compact'), outcome, holder`.execute(database);
  await sql`
    INSERT INTO report_count (cohort, page_kind, precision, outcome, reporter, reports)
    SELECT cohort, subject_kind, 'none', 'abandoned', holder, count(*)
    FROM ticket WHERE state = 'expired' GROUP BY cohort, subject_kind, holder`.execute(database);
}
