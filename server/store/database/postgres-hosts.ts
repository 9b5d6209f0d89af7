/** Finds, among several PostgreSQL servers, the one that accepts changes. */
import pg from 'pg';

/**
 * Returns the URL of the first server that says that it accepts changes.
 * @param milliseconds the time that each server has to answer
 * @throws the error of a server that does not answer, if none accepts changes
 */
export async function findPrimary(
  urls: readonly string[],
  config: pg.PoolConfig,
  milliseconds: number,
): Promise<string> {
  try {
    return await Promise.any(urls.map(url => requirePrimary(url, config, milliseconds)));
  } catch (error) {
    const { errors } = error as AggregateError;
    throw errors.find(each => !(each instanceof ReadOnly)) ?? errors[0];
  }
}

/** An error for a standby. It answers, and accepts no changes until it is promoted. */
class ReadOnly extends Error {
  override name = 'ReadOnly';
  readonly code = 'READ_ONLY';
}

async function requirePrimary(url: string, config: pg.PoolConfig, milliseconds: number): Promise<string> {
  const limits = { connectionTimeoutMillis: milliseconds, query_timeout: milliseconds };
  const client = new pg.Client({ ...config, ...limits, connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
    if (rows[0]?.transaction_read_only === 'on') throw new ReadOnly('The database takes no changes.');
    return url;
  } finally {
    client.end().catch(() => {});
  }
}
