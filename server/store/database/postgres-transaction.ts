/** Transactions on PostgreSQL: statements leave as they are made, in as few packets as there are questions. */
import type pg from 'pg';
import { sha256Hex } from '#document/text/digest.ts';
import { memo } from '../../support/bounded.ts';
import type { Query, Row, Statement, Transaction } from './backend.ts';
import { type Connections, faultOf, streamOf } from './postgres-pool.ts';

/** How statements are sent. */
interface Manner {
  begin: string;
  queryOf(statement: Statement): pg.QueryConfig;
}

/**
 * Runs a body in a transaction on a connection of its own.
 * @throws StoreAway, StoreBusy, or what the body or the database throws; then nothing was kept
 */
export const transact = <Result>(
  pool: Connections,
  body: () => Transaction<Result>,
  manner: Manner,
): Promise<Result> => onConnection(pool, client => new PostgresTransaction(client, manner).run(body()));

/**
 * Gives work a connection of its own, for a transaction that it begins and commits.
 * @throws StoreAway, StoreBusy, or what the work or the database throws; then nothing was kept
 */
export async function onConnection<Result>(
  pool: Connections,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.take();
  try {
    const result = await work(client);
    client.release();
    return result;
  } catch (error) {
    if (faultOf(error) !== undefined) throw pool.fail(client, error);
    await client.query('ROLLBACK').then(
      () => client.release(),
      failure => pool.fail(client, failure),
    );
    throw error;
  }
}

/**
 * One transaction on a connection that pipelines: statements leave as they are made, and are waited for where their rows
 * are needed. It begins together with its first question, and commits together with its last writes.
 */
class PostgresTransaction {
  readonly #client: pg.PoolClient;
  readonly #manner: Manner;
  #sent: Promise<pg.QueryResult<Row>>[] = [];
  #isGathering = false;

  constructor(client: pg.PoolClient, manner: Manner) {
    this.#client = client;
    this.#manner = manner;
  }

  /** Runs a body and commits. Rejects with the first failure; then nothing was kept, and a ROLLBACK is due. */
  async run<Result>(work: Transaction<Result>): Promise<Result> {
    try {
      this.#send({ text: this.#manner.begin });
      let begun = false;
      let step = work.next();
      while (!step.done) {
        // Should BEGIN fail, whatever follows it would stand alone: no harm in a question, but a change would be kept.
        if (!begun && !onlyReads(step.value)) await this.#answered();
        begun = true;
        step = work.next(await this.#answer(step.value));
      }
      // After a statement that failed, PostgreSQL takes COMMIT for ROLLBACK; the failure is what is reported.
      this.#send({ text: 'COMMIT' });
      await this.#answered();
      return step.value;
    } finally {
      // The next user of this connection would wait behind statements that a failed body left.
      this.#flush();
    }
  }

  async #answer(query: Query): Promise<Row[]> {
    if ('together' in query) {
      const results = query.together.map(each => this.#send(this.#manner.queryOf(each)));
      await this.#answered();
      return (await Promise.all(results)).map(({ rows }) => ({ rows }));
    }
    const result = this.#send(this.#manner.queryOf(query));
    if (query.blind) return [];
    await this.#answered();
    return (await result).rows;
  }

  #send(query: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    this.#gather();
    const result = this.#client.query<Row>(query);
    // The body may throw before it is looked at.
    result.catch(() => {});
    this.#sent.push(result);
    return result;
  }

  /** Holds statements back, so that those that nobody awaits leave in one packet with the next that somebody does. */
  #gather(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    streamOf(this.#client).cork();
  }

  #flush(): void {
    if (!this.#isGathering) return;
    this.#isGathering = false;
    streamOf(this.#client).uncork();
  }

  /** Waits for all that was sent. */
  async #answered(): Promise<void> {
    this.#flush();
    const sent = this.#sent;
    this.#sent = [];
    await Promise.all(sent);
  }
}

function onlyReads(query: Query): boolean {
  return 'together' in query ? query.together.every(onlyReads) : query.sql.trimStart().startsWith('SELECT');
}

/** A statement as the driver takes it. */
export function bareQuery(statement: Statement): pg.QueryConfig {
  const values = 'list' in statement ? [JSON.stringify(statement.list)] : [...statement.parameters];
  return { text: statement.sql, values };
}

/** Makes the query of a statement that is prepared once on each connection. */
export const namedQuery = (statement: Statement): pg.QueryConfig => ({
  name: nameOf(statement.sql),
  ...bareQuery(statement),
});

/** The name under which a connection prepares a statement: a digest of its text. */
const nameOf = memo(1000, sql => sha256Hex(sql).slice(0, 32), Number.POSITIVE_INFINITY);
