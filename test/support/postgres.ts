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
export const freshDatabase = (): Promise<string> =>
  onServer(async (client, urlOf) => {
    const name = newName();
    await client.query(`CREATE DATABASE ${name} STRATEGY FILE_COPY`);
    return urlOf(name);
  });

/** The database that all test files of a run copy, once one of them has made it. */
const original = 'original';

/**
 * Makes a copy of a database that is made once for a run of the tests, and returns its URL.
 * @param make fills a database with what all callers want
 */
export const copiedDatabase = (make: (url: string) => Promise<void>): Promise<string> =>
  onServer(async (client, urlOf) => {
    const name = newName();
    const copy = () => client.query(`CREATE DATABASE ${name} TEMPLATE ${original} STRATEGY FILE_COPY`);
    await copy().catch(async (error: { code?: string }) => {
      // There is no such database.
      if (error.code !== '3D000') throw error;
      await makeOriginal(client, url => make(urlOf(url)));
      await copy();
    });
    return urlOf(name);
  });

/** Makes the database that is copied, unless another file does so meanwhile. */
async function makeOriginal(client: pg.Client, make: (name: string) => Promise<void>): Promise<void> {
  await client.query('SELECT pg_advisory_lock(1)');
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [original]);
  if (rowCount === 0) {
    const draft = newName();
    await client.query(`CREATE DATABASE ${draft}`);
    await make(draft);
    await client.query(`ALTER DATABASE ${draft} RENAME TO ${original}`);
  }
  await client.query('SELECT pg_advisory_unlock(1)');
}

const newName = (): string => `test_${randomBytes(8).toString('hex')}`;

async function onServer<Result>(
  act: (client: pg.Client, urlOf: (name: string) => string) => Promise<Result>,
): Promise<Result> {
  const server = process.env[serverVariable] ?? (await ownServer()).url;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    return await act(client, name => Object.assign(new URL(server), { pathname: `/${name}` }).toString());
  } finally {
    await client.end();
  }
}

function ownServer(): Promise<PostgresServer> {
  own ??= startTestServer();
  return own;
}

/** Starts a server whose commits are fast rather than durable: no test cuts the power. */
export const startTestServer = async (): Promise<PostgresServer> =>
  startPostgres({ port: await freePort(), durable: false });
