/**
 * Load on servers that die or are exchanged: tickets, registrations and evaluations, each request repeated, as a client does, until it
 * is answered. It knows what was acknowledged, and checks that all of it is still there.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type DatabasePlace, openDatabase } from '../../server/store/database/database.ts';
import { secretDigest } from '../../server/tenant/authenticate.ts';
import { capNames, maxOfCap } from '../../server/ticket/rule/caps.ts';
import {
  message,
  planOf,
  type Registered,
  soloLockText,
  soloText,
  suiteOf,
  summary,
  T,
  tenantId,
} from './evaluation.ts';
import { receiptText } from './receipt.ts';
import type { Answer } from './server.ts';
import { start } from './store.ts';
import { allScopes, fields, formationText, get, lockText, post, type TestCredential } from './tenant.ts';
import { postReceipt, visit } from './ticket.ts';

interface Credentials {
  tenant: TestCredential;
  runner: TestCredential;
}

/**
 * Statements that make a tenant with room for all that the load does, two credentials, and caps that do not end it; for a database of
 * any version.
 */
export function loadStatements(): { statements: string[]; credentials: Credentials } {
  const plenty = { private_candidates: 1e6, requests_per_minute: 1e6, evaluation_runs_per_month: 1e6 };
  const limits = JSON.stringify({ ...plenty, storage_bytes: 1e12 });
  const statements = capNames.map(name =>
    insertion('setting', { name: `cap.${name}`, value: String(maxOfCap(name)) }),
  );
  statements.push(insertion('tenant', { id: tenantId, created_at: start, limits }));
  const credential = (id: string, runner: boolean): TestCredential => {
    const secret = createHash('sha256').update(id).digest('base64url');
    const scopes = JSON.stringify(runner ? [] : allScopes);
    const row = { id, tenant_id: tenantId, secret_sha256: secretDigest(secret), scopes, created_at: start };
    statements.push(insertion('credential', { ...row, runner: Number(runner), invited: 0 }));
    return { id, token: `atc_${id}_${secret}` };
  };
  return { credentials: { tenant: credential('aaaa', false), runner: credential('bbbb', true) }, statements };
}

/** A change that was acknowledged: sent again with its key, it is answered from what was stored. */
interface Change {
  path: string;
  body: string;
  key: string;
  credential: TestCredential;
  answer: Answer;
}

/** How many requests of each kind are under way. */
const lanes = { report: 4, register: 2, evaluate: 1 } as const;

export class Load {
  readonly #credentials: Credentials;
  readonly #random: () => number;
  readonly #ended: Promise<unknown>;
  readonly #name: string;
  #addresses: readonly string[] = [];
  #stopped = false;
  #number = 0;
  #known: Registered | undefined;
  readonly receipts = new Map<string, Answer>();
  readonly changes: Change[] = [];
  runs = 0;

  /** @param name makes what it sends differ from what another load sends */
  constructor(credentials: Credentials, name: string, random: () => number) {
    this.#credentials = credentials;
    this.#name = name;
    this.#random = random;
    const work = {
      report: () => this.#report(),
      register: () => this.#register(),
      evaluate: () => this.#evaluate(),
    };
    const all = Object.entries(lanes).flatMap(([kind, count]) =>
      Array.from({ length: count }, () => this.#repeat(work[kind as keyof typeof work])),
    );
    this.#ended = Promise.all(all);
    // What fails early is told by `stop`.
    this.#ended.catch(() => {});
  }

  /** How much was acknowledged. */
  get acknowledged(): number {
    return this.receipts.size + this.changes.length;
  }

  /** The servers that requests are sent to from now on, any of them; none: they wait. */
  turnTo(...servers: readonly { address: string }[]): void {
    this.#addresses = servers.map(({ address }) => address);
  }

  /** Resolves when so much more was acknowledged, and any run of an evaluation. */
  async more(count: number): Promise<void> {
    const until = this.acknowledged + count;
    while (this.acknowledged < until || this.runs === 0) {
      await Promise.race([wait(10), this.#ended]);
      assert.ok(!this.#stopped);
    }
  }

  /** Ends it. @throws whatever a client may not see */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#ended;
  }

  async #repeat(work: () => Promise<void>): Promise<void> {
    while (!this.#stopped) await work();
  }

  /** Sends a request to one of the servers, and again until it is answered; undefined when the load ends before. */
  async #answer(ask: (server: { address: string }) => Promise<Answer>): Promise<Answer | undefined> {
    while (!this.#stopped) {
      const address = this.#addresses[Math.floor(this.#random() * this.#addresses.length)];
      const answer = address && (await ask({ address }).catch(() => undefined));
      if (answer && answer.status !== 503) return answer;
      if (answer) assert.ok(answer.headers['retry-after'], 'says when to try again');
      await wait(20);
    }
    return undefined;
  }

  async #report(): Promise<void> {
    const page = await this.#answer(server => visit({ server }));
    const ticket = page?.headers['use-ticket'];
    // While the database is away, pages come without.
    if (typeof ticket !== 'string') return wait(20);
    const answer = await this.#answer(server => postReceipt({ server }, receiptText({ ticket })));
    if (!answer) return;
    assert.equal(answer.status, 200, answer.body.toString());
    this.receipts.set(ticket, answer);
  }

  /** Makes a change, and keeps it. */
  async #change(
    path: string,
    body: string,
    credential = this.#credentials.tenant,
  ): Promise<Answer | undefined> {
    this.#number += 1;
    const key = `${this.#name}-${this.#number}`;
    const answer = await this.#answer(server => post(server, path, body, credential, key));
    // That there was nothing to claim is no change.
    const isChange = answer && answer.status < 300 && fields(answer).assignment !== 'none';
    if (isChange) this.changes.push({ path, body, key, credential, answer });
    return answer;
  }

  async #register(): Promise<void> {
    this.#number += 1;
    const answer = await this.#change(`${T}/formations`, formationText(`${this.#name}x${this.#number}`));
    assert.ok(answer === undefined || answer.status === 201, answer?.body.toString());
  }

  /** Claims a run and submits it; begins an evaluation when there is none. */
  async #evaluate(): Promise<void> {
    const claimed = await this.#change(
      `${T}/runner/claims`,
      message('runner_claim'),
      this.#credentials.runner,
    );
    if (!claimed) return;
    const { assignment, lease } = fields(claimed);
    if (assignment === 'none') return this.#begin();
    const submitted = await this.#change(`${T}/runs`, summary(lease, true), this.#credentials.runner);
    // A lease that ended while no server was there is another's.
    if (submitted) assert.ok([200, 409].includes(submitted.status), submitted.body.toString());
    if (submitted?.status === 200) this.runs += 1;
  }

  async #begin(): Promise<void> {
    this.#known ??= await this.#registerAll();
    if (!this.#known) return;
    const quoted = await this.#change(`${T}/evaluation-plans`, planOf(this.#known, { seed: this.#number }));
    if (!quoted) return;
    const begin = message('evaluation_start', `plan: ${fields(quoted).plan_digest}`);
    const began = await this.#change(`${T}/evaluations`, begin);
    assert.ok(began === undefined || began.status === 201, began?.body.toString());
  }

  /** Registers the documents of an evaluation; undefined when the load ends before they are there. */
  async #registerAll(): Promise<Registered | undefined> {
    const register = async (route: string, text: string) => {
      const answer = await this.#change(`${T}/${route}`, text);
      return answer && String(fields(answer).digest);
    };
    const solo = await register('formations', soloText());
    const pair = await register('formations', formationText());
    const control = solo && (await register('execution-locks', soloLockText(solo)));
    const team = pair && (await register('execution-locks', lockText(pair)));
    const suite = await register('suites', suiteOf(50));
    return control && team && suite ? { control, team, suite, profile: '' } : undefined;
  }

  /**
   * Everything that was acknowledged is there, as it was answered; the newest first.
   * @returns how much was asked for
   */
  async check(server: { address: string }, most: number): Promise<number> {
    const [receipts, changes] = [[...this.receipts].slice(-most), this.changes.slice(-most)];
    for (const [ticket, first] of receipts) {
      const again = await postReceipt({ server }, receiptText({ ticket }));
      checkReplay(first, again);
    }
    for (const { path, body, key, credential, answer } of changes) {
      checkReplay(answer, await post(server, path, body, credential, key));
      const { artifact_path: page } = fields(answer);
      if (page) assert.equal((await get(server, String(page), this.#credentials.tenant)).status, 200);
    }
    return receipts.length + changes.length;
  }
}

function checkReplay(first: Answer, again: Answer): void {
  assert.equal(again.headers['idempotent-replayed'], 'true', again.body.toString());
  assert.deepEqual([again.status, fields(again)], [first.status, fields(first)]);
}

/** Checks that the database has a load once: one receipt a ticket, each counted; each run; events without a gap. */
export async function checkCounts(place: DatabasePlace, load: Load): Promise<void> {
  const backend = await openDatabase(place, start);
  const count = async (sql: string) => Number((await backend.ask<{ n: number }>(sql))[0]!.n);
  try {
    const receipts = await count('SELECT count(*) AS n FROM receipt');
    assert.equal(await count('SELECT count(DISTINCT ticket) AS n FROM receipt'), receipts, 'one a ticket');
    const counted = await count("SELECT sum(reports) AS n FROM report_count WHERE precision <> 'none'");
    assert.equal(counted, receipts, 'each counted once');
    assert.ok(receipts >= load.receipts.size, `${receipts} kept, ${load.receipts.size} acknowledged`);
    const runs = await count("SELECT count(*) AS n FROM assignment WHERE state = 'completed'");
    assert.ok(runs >= load.runs, `${runs} kept, ${load.runs} acknowledged`);
    const events = await count('SELECT count(*) AS n FROM tenant_event');
    assert.equal(await count('SELECT max(number) AS n FROM tenant_event'), events, 'no gap');
  } finally {
    await backend.close();
  }
}

/** The statement that inserts a row, whose texts are plain. */
function insertion(table: string, row: Readonly<Record<string, string | number | null>>): string {
  const values = Object.values(row).map(value => (typeof value === 'string' ? `'${value}'` : String(value)));
  return `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${values.join(', ')})`;
}
