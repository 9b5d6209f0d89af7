/** Clients of a server whose database goes away and comes back, and what they saw. */
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { DatabasePlace } from '../../server/store/database/database.ts';
import { openStore } from '../../server/store/store.ts';
import { capNames, maxOfCap } from '../../server/ticket/rule/caps.ts';
import type { Launched } from './launched.ts';
import { receiptText } from './receipt.ts';
import { type Answer, send } from './server.ts';
import { start as testStart } from './store.ts';
import { fields, formationText, get, issue, post, type TestCredential } from './tenant.ts';
import { fieldsOf, postReceipt, visit } from './ticket.ts';

const T = '/v1/tenants/acme';

/** The observations of clients, which must still hold after each outage. */
export interface Seen {
  receipts: Map<string, Answer>;
  artifacts: Set<string>;
  pages: number;
  slowestPage: number;
  /** Of pages that may come with a ticket. */
  slowestVisit: number;
  slowestAnswer: number;
}

export const nothingSeen = (): Seen => ({
  ...{ receipts: new Map(), artifacts: new Set(), pages: 0 },
  ...{ slowestPage: 0, slowestVisit: 0, slowestAnswer: 0 },
});

/** A tenant with room for all that the load registers, and caps that do not end it. */
export async function prepareForLoad(place: DatabasePlace): Promise<TestCredential> {
  const store = await openStore(place, testStart);
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

export function startLoad(
  server: Launched,
  credential: TestCredential,
  seen: Seen,
): { stop(): Promise<void> } {
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
    const began = performance.now();
    const { headers, status } = await visit({ server });
    assert.equal(status, 200);
    seen.slowestVisit = Math.max(seen.slowestVisit, performance.now() - began);
    const ticket = headers['use-ticket'];
    if (ticket === undefined) return wait(20);
    const answer = await timed(postReceipt({ server }, receiptText({ ticket: String(ticket) })));
    if (answer.status === 200) seen.receipts.set(String(ticket), answer);
    else await wait(20);
  };
  const register = async () => {
    words += 1;
    const body = formationText(`w${words}`);
    const key = `load-${words}`;
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

/**
 * How long after now the service answers for good, in milliseconds: the account, and the replay of a receipt where there is one, ten
 * times in a row, since several processes may answer. Throws after a minute.
 */
export async function untilBack(
  server: Launched,
  credential: TestCredential,
  seen: Pick<Seen, 'receipts'> = nothingSeen(),
): Promise<number> {
  const [ticket] = [...seen.receipts.keys()].slice(-1);
  const statuses = async () => [
    (await get(server, `${T}/account.md`, credential)).status,
    ticket === undefined ? 200 : (await postReceipt({ server }, receiptText({ ticket }))).status,
  ];
  const began = performance.now();
  let [inARow, backAfter] = [0, 0];
  for (;;) {
    const given = await statuses();
    const passed = performance.now() - began;
    if (given.every(status => status === 200)) {
      if (inARow === 0) backAfter = passed;
      inARow += 1;
      if (inARow === 10) return backAfter;
    } else inARow = 0;
    assert.ok(passed < 60_000, `still ${given} after a minute: ${server.output().slice(-500)}`);
    await wait(10);
  }
}

/** Everything that was acknowledged is there: receipts replay with the same answer, artifacts are served. */
export async function checkKept(server: Launched, credential: TestCredential, seen: Seen): Promise<void> {
  for (const [ticket, first] of [...seen.receipts].slice(-200)) {
    const again = await postReceipt({ server }, receiptText({ ticket }));
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
