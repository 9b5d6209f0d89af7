/**
 * Bare inserts: the rows that a request of the service leaves behind, written by the driver alone, each lot durably in a
 * transaction of its own. PostgreSQL (DATABASE_URL) has 64 clients at work, SQLite (BENCH_DATABASE) its one writer.
 *
 * It inserts the rows that BENCH_ROWS names for BENCH_SECONDS seconds, and prints how many lots there were and the time.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { openFile } from '../../../server/database/sqlite-driver.ts';

/** A value of a column: a number that counts up, or a text of about this many characters. */
type Column = 'number' | number;

/** The tables and columns of each lot of rows, about as wide as those of the service. */
const lots: Record<string, Record<string, Record<string, Column>>> = {
  receipt: {
    bare_receipt: {
      ...{
        number: 'number',
        form: 7,
        digest: 71,
        accepted_at: 'number',
        outcome: 4,
        model_id: 16,
        model_precision: 5,
      },
      ...{
        task_class: 14,
        tests_ran: 'number',
        tests_passed: 'number',
        input_tokens: 'number',
        elapsed: 'number',
      },
    },
  },
  registration: {
    bare_artifact: {
      ...{
        number: 'number',
        tenant_id: 8,
        digest: 71,
        kind: 9,
        title: 24,
        content: 3500,
        size_bytes: 'number',
      },
      key_id: 16,
      signature: 88,
      signed_at: 20,
      registered_at: 'number',
      registered_by: 16,
      status: 6,
    },
    bare_event: { number: 'number', tenant_id: 8, at: 'number', kind: 20, subject: 71, actor: 16 },
    bare_response: {
      ...{
        number: 'number',
        tenant_id: 8,
        idempotency_key: 24,
        fingerprint: 64,
        status: 'number',
        headers: 220,
      },
      body: 600,
      created_at: 'number',
    },
  },
};

const clients = 64;
const lot = lots[process.env.BENCH_ROWS!]!;
const milliseconds = Number(process.env.BENCH_SECONDS) * 1000;
const filler = randomBytes(4000).toString('hex');

const creation = Object.entries(lot).map(([table, columns]) => {
  const typed = Object.entries(columns).map(
    ([name, type]) => `${name} ${type === 'number' ? 'bigint' : 'text'}`,
  );
  return `CREATE TABLE IF NOT EXISTS ${table} (${typed.join(', ')}, PRIMARY KEY (number))`;
});
const insertions = Object.entries(lot).map(([table, columns]) => {
  const names = Object.keys(columns);
  const places = names.map((_, index) => `$${index + 1}`);
  return { table, columns, sql: `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places.join(', ')})` };
});
const valuesOf = (columns: Record<string, Column>, number: number): (string | number)[] =>
  Object.values(columns).map(type => (type === 'number' ? number : filler.slice(0, type)));

/** Numbers that no run before had. */
let number = Date.now() * 1000;

async function onPostgres(url: string): Promise<number> {
  const pool = Array.from({ length: clients }, () => new pg.Client({ connectionString: url }));
  await Promise.all(pool.map(client => client.connect()));
  for (const sql of creation) await pool[0]!.query(sql);
  let count = 0;
  const end = performance.now() + milliseconds;
  const work = async (client: pg.Client) => {
    while (performance.now() < end) {
      const mine = number++;
      if (insertions.length > 1) await client.query('BEGIN');
      for (const { table, columns, sql } of insertions) {
        await client.query({ name: table, text: sql, values: valuesOf(columns, mine) });
      }
      if (insertions.length > 1) await client.query('COMMIT');
      count += 1;
    }
  };
  await Promise.all(pool.map(work));
  await Promise.all(pool.map(client => client.end()));
  return count;
}

function onSqlite(file: string): number {
  const database = openFile(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  for (const sql of creation) database.exec(sql);
  const prepared = insertions.map(({ columns, sql }) => ({
    columns,
    statement: database.prepare(sql.replaceAll(/\$\d+/g, '?')),
  }));
  const insertLot = database.transaction((mine: number) => {
    for (const { columns, statement } of prepared) statement.run(...valuesOf(columns, mine));
  });
  let count = 0;
  for (const end = performance.now() + milliseconds; performance.now() < end; count += 1) insertLot(number++);
  database.close();
  return count;
}

const begun = performance.now();
const { DATABASE_URL, BENCH_DATABASE } = process.env;
const count = DATABASE_URL ? await onPostgres(DATABASE_URL) : onSqlite(BENCH_DATABASE!);
process.stdout.write(JSON.stringify({ count, seconds: (performance.now() - begun) / 1000 }));
