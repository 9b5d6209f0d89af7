/**
 * Servers killed in the middle of load: each round starts one, redeems tickets from many connections, and kills it with
 * SIGKILL. Every acceptance that a client saw is there after the restart, byte for byte, and none was counted twice.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../scripts/support/port.ts';
import { openFile } from '../../server/store/dialect/sqlite-driver.ts';
import { openStore } from '../../server/store/store.ts';
import { capNames, maxOfCap } from '../../server/ticket/caps.ts';
import { exampleContent, temporaryFolder } from '../support/folder.ts';
import { launchableFolder } from '../support/program.ts';
import { receiptText } from '../support/receipt.ts';
import { type Answer, buildInto } from '../support/server.ts';
import { start as testStart } from '../support/store.ts';
import { fieldsOf, postReceipt, visit } from '../support/ticket.ts';
import { type Campaign, randomFrom } from './campaign.ts';

const clients = 8;

export const campaign: Campaign = {
  description: 'kill -9 in the middle of load: every acceptance that was seen survives, none twice',
  rounds: 100,
  async run({ seed, rounds, say }) {
    const random = randomFrom(seed);
    const place = { dataDir: join(temporaryFolder(), 'data'), distDir: buildInto(exampleContent) };
    await raiseCaps(place.dataDir);
    const seen = new Map<string, Answer>();
    const counts = { kills: 0, acceptances: 0, replays: 0 };
    for (let round = 1; round <= rounds; round += 1) {
      const port = await freePort();
      const child = await startProcess(place, port);
      counts.replays += await replayAll(port, seen);
      const fresh = new Map<string, Answer>();
      const load = Promise.all(Array.from({ length: clients }, () => redeemUntilDead(port, fresh)));
      // Not before the load is under way, however slow the machine is; then at any moment.
      while (fresh.size < clients) await wait(10);
      await wait(random() * 300);
      const ended = new Promise(resolve => child.once('exit', resolve));
      child.kill('SIGKILL');
      await Promise.all([ended, load]);
      for (const [ticket, answer] of fresh) seen.set(ticket, answer);
      counts.kills += 1;
      counts.acceptances = seen.size;
      say(`${round} of ${rounds}: ${JSON.stringify(counts)}`);
    }
    const port = await freePort();
    const child = await startProcess(place, port);
    counts.replays += await replayAll(port, seen, seen.size);
    checkCounts(place.dataDir, seen.size);
    child.kill('SIGKILL');
    return counts;
  },
};

/** Caps that do not end the load. */
async function raiseCaps(dataDir: string): Promise<void> {
  const store = await openStore({ dataDir }, testStart);
  await store.settings.write(new Map(capNames.map(name => [`cap.${name}`, String(maxOfCap(name))])));
  await store.close();
}

function startProcess(place: { dataDir: string; distDir: string }, port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['scripts/launch.cjs', 'server/main.ts'], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: launchableFolder(place.dataDir),
      DIST_DIR: place.distDir,
      PORT: String(port),
      RECEIPTS_PER_MINUTE: '1000000000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.stdout.on('data', chunk => String(chunk).includes('serving') && resolve(child));
    child.once('exit', code => reject(new Error(`the server ended with ${code}`)));
  });
}

const serverAt = (port: number) => ({ server: { address: `http://127.0.0.1:${port}` } }) as never;

async function redeemUntilDead(port: number, accepted: Map<string, Answer>): Promise<void> {
  try {
    for (;;) {
      const { headers } = await visit(serverAt(port));
      const ticket = String(headers['use-ticket']);
      const answer = await postReceipt(serverAt(port), receiptText({ ticket }));
      if (answer.status === 200) accepted.set(ticket, answer);
    }
  } catch {
    // The connection broke: the server was killed, and what it had not answered is nobody's.
  }
}

/** Sends receipts of earlier rounds again: each must get the answer that its client saw. The newest come first. */
async function replayAll(port: number, seen: ReadonlyMap<string, Answer>, limit = 300): Promise<number> {
  const recent = [...seen].slice(-limit);
  for (const [ticket, first] of recent) {
    const again = await postReceipt(serverAt(port), receiptText({ ticket }));
    assert.equal(again.status, 200, again.body.toString());
    assert.equal(again.headers['idempotent-replayed'], 'true');
    assert.deepEqual(fieldsOf(again), fieldsOf(first));
  }
  return recent.length;
}

/** The reports counted are the receipts kept, one a ticket, and no fewer than clients saw. */
function checkCounts(dataDir: string, seen: number): void {
  const database = openFile(join(dataDir, 'catalog.sqlite'), { readonly: true });
  const count = (sql: string) => Number(database.prepare(sql).pluck().get());
  const receipts = count('SELECT count(*) FROM receipt');
  assert.equal(count('SELECT count(DISTINCT ticket) FROM receipt'), receipts, 'one receipt a ticket');
  assert.equal(
    count("SELECT sum(reports) FROM report_count WHERE precision <> 'none'"),
    receipts,
    'counted once',
  );
  assert.ok(receipts >= seen, `${receipts} kept, ${seen} seen`);
  database.close();
}
