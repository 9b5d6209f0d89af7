/** Databases of servers under measurement: on a disk whose syncs are part of what is measured. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../support/port.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';

/** An empty folder below `DATA_DIR`: where the service itself would keep what must survive a loss of power. */
export function durableFolder(name: string): string {
  const folder = join(process.env.DATA_DIR ?? 'data', 'bench', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** A PostgreSQL that commits durably, or why there is none. */
export async function durablePostgres(): Promise<PostgresServer | { absent: string }> {
  try {
    return await startPostgres({ port: await freePort(), durable: true });
  } catch (error) {
    return { absent: (error as Error).message.split('\n')[0]! };
  }
}

/** Makes an empty database on a server. @returns its URL */
export async function emptyDatabase(server: PostgresServer, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return Object.assign(new URL(server.url), { pathname: `/${name}` }).toString();
}
