/**
 * Leaves room next to each ticket on PostgreSQL, where a redemption rewrites its row: on the same page no index has to
 * follow it (PostgreSQL, Heap-Only Tuples).
 */
import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './migration.ts';

export async function up(database: Kysely<unknown>, { name }: ColumnTypes): Promise<void> {
  if (name === 'postgres') await sql`ALTER TABLE ticket SET (fillfactor = 70)`.execute(database);
}
