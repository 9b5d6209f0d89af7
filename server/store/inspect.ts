/** Inspects a database without changing it, for `operator doctor`. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabasePlace } from './database/database.ts';
import { type Database, openFile } from './database/sqlite-driver.ts';
import { migrations } from './migration/index.ts';

interface Inspection {
  name: 'SQLite' | 'PostgreSQL';
  /** The faults of the database, a sentence each. */
  faults: string[];
  /** The number of migrations that the next start will run. */
  pending: number;
  /** The clock of a database server, in seconds since 1970; undefined for SQLite. */
  clock: number | undefined;
  /** The latest time of any record, in seconds since 1970; undefined if there is no record, or the database cannot be read. */
  newest: number | undefined;
}

/** The query for the latest time of any record. */
const newestRecord = `
  SELECT max(at) AS newest FROM (
    SELECT max(issued_at) AS at FROM ticket UNION ALL SELECT max(accepted_at) FROM receipt
    UNION ALL SELECT max(registered_at) FROM tenant_artifact) AS latest`;

/**
 * Inspects the database at a place, which must exist.
 * @throws StoreAway when a server does not answer
 */
export function inspectDatabase({ dataDir, databaseUrl }: DatabasePlace): Promise<Inspection> {
  return databaseUrl ? inspectServer(databaseUrl) : inspectFile(join(dataDir, 'catalog.sqlite'));
}

async function inspectFile(file: string): Promise<Inspection> {
  const nothing = { name: 'SQLite', pending: 0, clock: undefined, newest: undefined } as const;
  if (!existsSync(file)) return { ...nothing, faults: [`There is no file ${file}.`] };
  let database: Database | undefined;
  try {
    database = openFile(file, { readonly: true });
    const verdict = database.pragma('quick_check(3)') as { quick_check: string }[];
    const damage = verdict.map(row => row.quick_check).filter(text => text !== 'ok');
    if (damage.length > 0) return { ...nothing, faults: damage.map(text => `${file} is damaged: ${text}`) };
    const applied = database.prepare('SELECT number FROM migration').pluck().all() as number[];
    const newest = database.prepare(newestRecord).pluck().get() as number | null;
    return { ...nothing, faults: [], pending: pendingAfter(applied), newest: newest ?? undefined };
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    return { ...nothing, faults: [`${file} cannot be read as a database (${code}).`] };
  } finally {
    database?.close();
  }
}

async function inspectServer(url: string): Promise<Inspection> {
  const { openPostgres } = await import('./database/postgres.ts');
  const backend = openPostgres(url, { connect: 5000 });
  try {
    const [state] = await backend.ask<{ clock: number; readonly: string; made: string | null }>(
      `SELECT floor(extract(epoch FROM clock_timestamp()))::bigint AS clock,
        current_setting('transaction_read_only') AS readonly, to_regclass('migration')::text AS made`,
    );
    const found = { name: 'PostgreSQL', clock: state!.clock } as const;
    if (state!.made === null) return { ...found, faults: [], pending: migrations.length, newest: undefined };
    const applied = await backend.survey<{ number: number }>('SELECT number FROM migration');
    const [latest] = await backend.survey<{ newest: number | null }>(newestRecord);
    return {
      ...found,
      faults:
        state!.readonly === 'on' ? ['PostgreSQL takes no changes: it is a standby or set to read-only.'] : [],
      pending: pendingAfter(applied.map(({ number }) => number)),
      newest: latest?.newest ?? undefined,
    };
  } finally {
    await backend.close();
  }
}

const pendingAfter = (applied: readonly number[]): number =>
  migrations.filter(({ number }) => !applied.includes(number)).length;
