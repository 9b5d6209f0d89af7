/** PostgreSQL: a pool of connections, statements prepared by name, synchronous commit insisted upon. */
import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Tables } from '../tables.ts';
import { type Backend, type LockName, lockNames, type Row, StoreBusy, type Work } from './backend.ts';
import { copyInto } from './copy.ts';
import { turns } from './turns.ts';

const connections = 10;
const patienceMilliseconds = 5000;

/** Opens a PostgreSQL database by its URL. Connects at the first use. */
export function openPostgres(url: string): Backend {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: patienceMilliseconds,
    // Rows and names are locked for what must not interleave, which this isolation level is made for; a server may have
    // another by default.
    options:
      '-c default_transaction_isolation=read\\ committed -c synchronous_commit=on -c idle_in_transaction_session_timeout=60000',
    types: { getTypeParser: parserOf as typeof pg.types.getTypeParser },
  });
  // An idle connection that breaks is replaced by the pool; without a listener its error would end the process.
  pool.on('error', () => {});
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    name: 'postgres',
    kysely,
    transact: body => transact(pool, body),
    lock: (name: LockName) => ({ sql: 'SELECT pg_advisory_xact_lock($1)', parameters: [lockNames[name]] }),
    inTurn: turns(),
    forUpdate: 'FOR NO KEY UPDATE',
    rowsOf: columns => {
      const typed = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
      return `jsonb_to_recordset($1::jsonb) AS listed(${typed.join(', ')})`;
    },
    numberKey: 'bigint',
    copyTo: file => copyInto(file, kysely),
    close: () => kysely.destroy(),
  };
}

const bigint = 20;

/** Whole numbers as numbers: none that is stored exceeds what a double holds exactly. */
function parserOf(oid: number, format?: 'text' | 'binary') {
  return oid === bigint ? Number : pg.types.getTypeParser(oid, format as 'text');
}

async function transact<Result>(pool: pg.Pool, body: () => Work<Result>): Promise<Result> {
  const client = await connect(pool);
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await drive(client, body());
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(failure => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (cause) {
    throw new StoreBusy('The database does not answer.', { cause });
  }
}

async function drive<Result>(client: pg.PoolClient, work: Work<Result>): Promise<Result> {
  let step = work.next();
  while (!step.done) {
    const query = step.value;
    const values = 'list' in query ? [JSON.stringify(query.list)] : [...query.parameters];
    const { rows } = await client.query<Row>({ name: nameOf(query.sql), text: query.sql, values });
    step = work.next(rows);
  }
  return step.value;
}

const names = new Map<string, string>();

/** The name under which a connection prepares a statement: a digest of its text. */
function nameOf(sql: string): string {
  let name = names.get(sql);
  if (name === undefined) {
    name = createHash('sha256').update(sql).digest('hex').slice(0, 32);
    names.set(sql, name);
  }
  return name;
}
