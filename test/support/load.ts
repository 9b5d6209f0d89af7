/**
 * Load on servers that die, are exchanged or lose their database: pages, tickets, registrations and evaluations, each request repeated,
 * as a client does, until it is answered. It knows what was acknowledged, and checks that all of it is still there.
 */
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { LimitName } from '#document/message/account.ts';
import { type DatabasePlace, openDatabase } from '../../server/store/database/database.ts';
import { openStore } from '../../server/store/store.ts';
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
import { type Answer, send } from './server.ts';
import { start } from './store.ts';
import { fields, formationText, get, issue, lockText, post, type TestCredential } from './tenant.ts';
import { postReceipt, visit } from './ticket.ts';

interface Credentials {
  tenant: TestCredential;
  runner: TestCredential;
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
const lanes = { page: 1, report: 4, register: 2, evaluate: 1 } as const;

interface Options {
  /** Whether no server dies: then there is an answer to each request. */
  isUp?: boolean;
}

/** Makes a tenant with room for all that a load does, and caps that do not end it; and the load. */
export async function loadOn(
  place: DatabasePlace,
  name: string,
  random: () => number,
  options: Options = {},
) {
  const store = await openStore(place, start);
  await store.settings.write(new Map(capNames.map(each => [`cap.${each}`, String(maxOfCap(each))])));
  const tenant = await issue(store, tenantId);
  const runner = await issue(store, tenantId, [], { runner: true });
  const plenty = { private_candidates: 1e6, requests_per_minute: 1e6, evaluation_runs_per_month: 1e6 };
  const limits = Object.entries({ ...plenty, storage_bytes: 1e12 }) as [LimitName, number][];
  await store.accounts.setLimits(tenantId, new Map(limits));
  await store.close();
  return { place, tenant, load: new Load({ tenant, runner }, name, random, options) };
}

class Load {
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
  pages = 0;
  /** How long an answer took at most, in milliseconds: a page, one that may come with a ticket, and any other. */
  readonly slowest = { page: 0, visit: 0, answer: 0 };
  readonly #isUp: boolean;
  #underWay = 0;

  /** @param name makes what it sends differ from what another load sends */
  constructor(credentials: Credentials, name: string, random: () => number, { isUp = false }: Options = {}) {
    this.#isUp = isUp;
    this.#credentials = credentials;
    this.#name = name;
    this.#random = random;
    const work = {
      page: () => this.#page(),
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

  /** Resolves when no request is under way, and none follows. */
  async rest(): Promise<void> {
    this.turnTo();
    while (this.#underWay > 0) await Promise.race([wait(5), this.#ended]);
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
  async #answer(
    ask: (server: { address: string }) => Promise<Answer>,
    kind: keyof Load['slowest'] = 'answer',
  ): Promise<Answer | undefined> {
    while (!this.#stopped) {
      const address = this.#addresses[Math.floor(this.#random() * this.#addresses.length)];
      const answer = address && (await this.#timed(ask({ address }), kind));
      // Pages need no database.
      if (answer && (answer.status !== 503 || kind !== 'answer')) return answer;
      if (answer) assert.ok(answer.headers['retry-after'], 'says when to try again');
      await wait(20);
    }
    return undefined;
  }

  async #timed(asked: Promise<Answer>, kind: keyof Load['slowest']): Promise<Answer | undefined> {
    const began = performance.now();
    this.#underWay += 1;
    try {
      const answer = await asked;
      this.slowest[kind] = Math.max(this.slowest[kind], performance.now() - began);
      return answer;
    } catch (error) {
      if (this.#isUp) throw error;
      return undefined;
    } finally {
      this.#underWay -= 1;
    }
  }

  async #page(): Promise<void> {
    const page = await this.#answer(server => send(server, '/patterns/gate.md'), 'page');
    if (!page) return;
    assert.equal(page.status, 200);
    this.pages += 1;
    await wait(5);
  }

  async #report(): Promise<void> {
    const page = await this.#answer(server => visit({ server }), 'visit');
    if (page) assert.equal(page.status, 200);
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
