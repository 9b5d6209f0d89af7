/** A real PostgreSQL for tests: one server serves a run of them, and every caller gets a fresh database. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { freePort } from '../../scripts/support/port.ts';
import { type PostgresServer, startPostgres } from '../../scripts/support/postgres.ts';

/** Names a server that is running already: the runner of the tests sets it for all of them. */
export const serverVariable = 'TEST_POSTGRES_URL';

let own: Promise<PostgresServer> | undefined;

/**
 * Makes a fresh, empty database and returns its URL.
 * @throws Error that says what was tried, when no PostgreSQL can be started
 */
export async function freshDatabase(): Promise<string> {
  const server = process.env[serverVariable] ?? (await ownServer()).url;
  const name = `test_${randomBytes(8).toString('hex')}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return Object.assign(new URL(server), { pathname: `/${name}` }).toString();
}

function ownServer(): Promise<PostgresServer> {
  own ??= startTestServer();
  return own;
}

/** Starts a server whose commits are fast rather than durable: no test cuts the power. */
export const startTestServer = async (): Promise<PostgresServer> =>
  startPostgres({ port: await freePort(), durable: false });
