/** Transactions on PostgreSQL. Statements are sent as the body yields them, in as few packets as it has questions. */
import type pg from 'pg';
import { sha256Hex } from '#document/text/digest.ts';
import { memo } from '../../support/bounded.ts';
import type { Query, Row, Statement, Transaction } from './backend.ts';
import { type Connections, faultOf, streamOf } from './postgres-pool.ts';

/** The way in which transactions begin and statements are sent. */
interface Manner {
  begin: string;
  queryOf(statement: Statement): pg.QueryConfig;
}

/**
 * Runs a body in a transaction on a connection of its own, and returns its result.
 * @throws StoreAway or StoreBusy as `take`, or the error of the body or the database; then nothing was kept
 */
export const transact = <Result>(
  pool: Connections,
  body: () => Transaction<Result>,
  manner: Manner,
): Promise<Result> => onConnection(pool, client => new PostgresTransaction(client, manner).run(body()));

/**
 * Gives work a connection of its own, on which it begins and commits a transaction, and returns its result.
 * @throws StoreAway or StoreBusy as `take`, or the error of the work or the database; then nothing was kept
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
 * One transaction on a connection that pipelines: statements are sent as they are yielded, and are waited for when their rows
 * are needed. BEGIN is sent together with the first question, and COMMIT together with the last writes.
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

  /** Runs a body and commits. Rejects with the first failure; then nothing was kept, and the caller must send ROLLBACK. */
  async run<Result>(work: Transaction<Result>): Promise<Result> {
    try {
      this.#send({ text: this.#manner.begin });
      let begun = false;
      let step = work.next();
      while (!step.done) {
        // If BEGIN fails, the statements after it run outside any transaction. That does no harm to a question, but a change
        // would be kept.
        if (!begun && !onlyReads(step.value)) await this.#answered();
        begun = true;
        step = work.next(await this.#answer(step.value));
      }
      // After a failed statement, PostgreSQL treats COMMIT as ROLLBACK. The failure of the statement is what is reported.
      this.#send({ text: 'COMMIT' });
      await this.#answered();
      return step.value;
    } finally {
      // The next user of this connection would wait behind the statements of a body that failed.
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
    // The body may fail before anything waits for this result.
    result.catch(() => {});
    this.#sent.push(result);
    return result;
  }

  /**
   * Holds statements back, so that those whose rows nobody needs leave in one packet with the next one whose rows are needed.
   */
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

  /** Waits for the answers to everything that was sent. */
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

/** Makes the query of a statement in the form that the driver takes. */
export function bareQuery(statement: Statement): pg.QueryConfig {
  const values = 'list' in statement ? [JSON.stringify(statement.list)] : [...statement.parameters];
  return { text: statement.sql, values };
}

/** Makes the query of a statement that each connection prepares once. */
export const namedQuery = (statement: Statement): pg.QueryConfig => ({
  name: nameOf(statement.sql),
  ...bareQuery(statement),
});

/** Returns the name under which connections prepare a statement: a digest of its text. */
const nameOf = memo(1000, sql => sha256Hex(sql).slice(0, 32), Number.POSITIVE_INFINITY);
