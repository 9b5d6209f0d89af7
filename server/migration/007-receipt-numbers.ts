/** Receipts under numbers of their own, which their tickets then name. Those of before keep the number of their ticket. */
import { type Kysely, sql } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('receipt').renameColumn('ticket', 'number').execute();
  await database.schema.alterTable('receipt').addColumn('ticket', 'bigint').execute();
  await sql`UPDATE receipt SET ticket = number`.execute(database);
  await database.schema.alterTable('ticket').addColumn('receipt', 'bigint').execute();
}
