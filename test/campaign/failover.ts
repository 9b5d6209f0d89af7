/**
 * A primary that dies under load, and its synchronous standby that takes over: each round kills the one and promotes the other.
 * Pages are served all the while, what needs the database is refused at once, and nothing that was acknowledged is lost.
 */
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { PostgresPair } from '../../scripts/support/postgres-pair.ts';
import { openStore } from '../../server/store/store.ts';
import { capNames, maxOfCap } from '../../server/ticket/caps.ts';
import { temporaryFolder } from '../support/folder.ts';
import { type Launched, launch } from '../support/launched.ts';
import { receiptText } from '../support/receipt.ts';
import { type Answer, send } from '../support/server.ts';
import { start as testStart } from '../support/store.ts';
import { fields, formationText, get, issue, post, type TestCredential } from '../support/tenant.ts';
import { fieldsOf, postReceipt, visit } from '../support/ticket.ts';
import { type Campaign, randomFrom, withEndings } from './campaign.ts';

const T = '/v1/tenants/acme';

/** What clients saw, which must still hold after each failover. */
interface Seen {
  receipts: Map<string, Answer>;
  artifacts: Set<string>;
  pages: number;
  slowestPage: number;
  slowestAnswer: number;
}

export const campaign: Campaign = {
  description: 'a primary that dies under load and a standby that takes over: nothing acknowledged is lost',
  rounds: 20,
  goals: { 'slowest page, ms': 250, 'slowest answer, ms': 5000, 'slowest return, ms': 2000 },
  run: ({ seed, rounds, say }) =>
    withEndings(async context => {
      const random = randomFrom(seed);
      const pair = await PostgresPair.start();
      context.after(() => pair.stop());
      const credential = await prepare(pair.url);
      const server = await launch(context, {
        ...{ DATA_DIR: temporaryFolder(), DATABASE_URL: pair.url, RECEIPTS_PER_MINUTE: '1000000000' },
      });
      await server.until(/serving/);
      const seen: Seen = {
        receipts: new Map(),
        artifacts: new Set(),
        pages: 0,
        slowestPage: 0,
        slowestAnswer: 0,
      };
      const returns: number[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        const load = startLoad(server, credential, seen);
        await wait(300 + random() * 700);
        await pair.kill();
        await wait(random() * 1000);
        await pair.promote();
        returns.push(await untilBack(server, credential));
        await wait(300);
        await load.stop();
        await checkKept(server, credential, seen);
        if (round < rounds) await pair.rejoin();
        say(`${round} of ${rounds}: back after ${Math.round(returns.at(-1)!)} ms`);
      }
      return {
        failovers: rounds,
        acknowledged: seen.receipts.size + seen.artifacts.size,
        lost: 0,
        pages: seen.pages,
        'slowest page, ms': Math.round(seen.slowestPage),
        'slowest answer, ms': Math.round(seen.slowestAnswer),
        'slowest return, ms': Math.round(Math.max(...returns)),
      };
    }),
};

/** A tenant with room for all that the load registers, and caps that do not end it. */
async function prepare(databaseUrl: string): Promise<TestCredential> {
  const store = await openStore({ dataDir: temporaryFolder(), databaseUrl }, testStart);
  await store.settings.write(new Map(capNames.map(name => [`cap.${name}`, String(maxOfCap(name))])));
  const credential = await issue(store, 'acme');
  await store.accounts.setLimits(
    'acme',
    new Map([
      ['private_candidates', 1_000_000],
      ['requests_per_minute', 1_000_000],
      ['storage_bytes', 1_000_000_000_000],
    ]),
  );
  await store.close();
  return credential;
}

let words = 0;

function startLoad(server: Launched, credential: TestCredential, seen: Seen): { stop(): Promise<void> } {
  let stopped = false;
  const repeat = async (work: () => Promise<void>) => {
    while (!stopped) await work();
  };
  const timed = async (answer: Promise<Answer>): Promise<Answer> => {
    const began = performance.now();
    const given = await answer;
    seen.slowestAnswer = Math.max(seen.slowestAnswer, performance.now() - began);
    assert.ok([200, 201, 503].includes(given.status), `${given.status} ${given.body}`);
    if (given.status === 503) assert.ok(given.headers['retry-after'], 'says when to try again');
    return given;
  };
  const page = async () => {
    const began = performance.now();
    const { status } = await send(server, '/patterns/gate.md');
    assert.equal(status, 200);
    seen.slowestPage = Math.max(seen.slowestPage, performance.now() - began);
    seen.pages += 1;
    await wait(5);
  };
  const redeem = async () => {
    const { headers, status } = await visit({ server } as never);
    assert.equal(status, 200);
    const ticket = headers['use-ticket'];
    if (ticket === undefined) return wait(20);
    const answer = await timed(postReceipt({ server } as never, receiptText({ ticket: String(ticket) })));
    if (answer.status === 200) seen.receipts.set(String(ticket), answer);
    else await wait(20);
  };
  const register = async () => {
    words += 1;
    const body = formationText(`w${words}`);
    const key = `failover-${words}`;
    // As a tenant does: the same request with the same key until it is answered.
    while (!stopped) {
      const answer = await timed(post(server, `${T}/formations`, body, credential, key));
      if (answer.status === 201) {
        seen.artifacts.add(String(fields(answer).digest));
        return;
      }
      await wait(50);
    }
  };
  const all = Promise.all([page, redeem, redeem, redeem, register, register].map(repeat));
  // What fails early is told when the load is stopped.
  all.catch(() => {});
  return {
    stop: async () => {
      stopped = true;
      await all;
    },
  };
}

/** How long after now the account answers, in milliseconds. */
async function untilBack(server: Launched, credential: TestCredential): Promise<number> {
  const began = performance.now();
  for (;;) {
    const { status } = await get(server, `${T}/account.md`, credential);
    if (status === 200) return performance.now() - began;
    await wait(10);
  }
}

/** Everything that was acknowledged is there: receipts replay with the same answer, artifacts are served. */
async function checkKept(server: Launched, credential: TestCredential, seen: Seen): Promise<void> {
  for (const [ticket, first] of [...seen.receipts].slice(-200)) {
    const again = await postReceipt({ server } as never, receiptText({ ticket }));
    assert.deepEqual(
      [again.status, again.headers['idempotent-replayed']],
      [200, 'true'],
      again.body.toString(),
    );
    assert.deepEqual(fieldsOf(again), fieldsOf(first));
  }
  for (const digest of [...seen.artifacts].slice(-100)) {
    const { status } = await get(server, `${T}/artifacts/${digest.replace(':', '/')}.md`, credential);
    assert.equal(status, 200, digest);
  }
}
