/** Turns of searches: pages first, networks in turns, and no more than a share of the processor. */
import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { trustsProxyOf } from '../../../../server/http/admission/client.ts';
import { searchTurns } from '../../../../server/http/admission/search-turn.ts';
import type { RunningServer } from '../../../../server/process/server.ts';
import { Refusal } from '../../../../server/support/refusal.ts';
import { freeTraffic, send, serve } from '../../../support/server.ts';

const requestFrom = (address: string): IncomingMessage =>
  ({
    socket: { remoteAddress: '127.0.0.1' },
    headers: { 'x-forwarded-for': address },
  }) as unknown as IncomingMessage;

/** A row of searches, with a processor whose time the test says, and by default the clock of this machine. */
function row(share = 1, now = () => performance.now()) {
  let used = 0;
  const take = searchTurns(share, trustsProxyOf(1), { now, used: () => used });
  const done: string[] = [];
  const search = (address: string, name: string, cost = 0) =>
    take(requestFrom(address), () => {
      done.push(name);
      used += cost;
    });
  return { done, search, take };
}

const isBusy = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'rate_limited' && error.headers['Retry-After'] === '2';

describe('a search', () => {
  test('is done at once where none is before it, and otherwise when others had their turn', async () => {
    const { done, search } = row();
    const [first, second] = [search('192.0.2.1', 'first'), search('192.0.2.2', 'second')];
    assert.deepEqual(done, ['first']);
    await Promise.all([first, second]);
    assert.deepEqual(done, ['first', 'second']);
    await nextTurn();
    search('192.0.2.1', 'third');
    assert.deepEqual(done, ['first', 'second', 'third']);
  });

  test('waits for one of each other network, however many those have', async () => {
    const { done, search } = row();
    const busy = Array.from({ length: 6 }, (_, at) => search('192.0.2.1', `busy ${at}`));
    await Promise.all([...busy, search('192.0.2.2', 'other'), search('192.0.2.3', 'third')]);
    assert.deepEqual(done.slice(0, 5), ['busy 0', 'busy 1', 'other', 'third', 'busy 2']);
    assert.equal(done.length, 8);
  });

  test('waits until the processor time of those before it is made up for', async () => {
    let now = 0;
    const { done, search } = row(1, () => now);
    const first = search('192.0.2.1', 'costly', 2020);
    const second = search('192.0.2.2', 'other');
    await first;
    await wait(50);
    assert.deepEqual(done, ['costly']);
    now = 21;
    await second;
    assert.deepEqual(done, ['costly', 'other']);
  });

  test('is refused where too many of its network wait, and where too many wait in all', async () => {
    const { search } = row();
    const all: Promise<unknown>[] = [];
    for (let network = 1; network <= 4; network += 1)
      for (let at = 0; at < 64; at += 1) all.push(search(`192.0.2.${network}`, ''));
    // One is done already.
    all.push(search('192.0.2.1', ''));
    await assert.rejects(search('192.0.2.2', ''), isBusy);
    await assert.rejects(search('192.0.2.9', ''), isBusy);
    await Promise.all(all);
  });

  test('of a client that has gone is not done', async () => {
    const { done, search, take } = row();
    const gone = requestFrom('192.0.2.2');
    const first = search('192.0.2.1', 'first');
    const second = take(gone, () => done.push('gone'));
    Object.assign(gone.socket, { destroyed: true });
    await assert.rejects(second, isBusy);
    await first;
    assert.deepEqual(done, ['first']);
  });

  test('that fails is told so, and the next has its turn', async () => {
    const { search, take } = row();
    const failing = take(requestFrom('192.0.2.1'), () => {
      throw new Error('no');
    });
    const next = search('192.0.2.1', 'next');
    await assert.rejects(failing, /^Error: no$/);
    await next;
  });
});

describe('a server with many searches', () => {
  let server: RunningServer;
  before(async () => {
    server = await serve({ traffic: { ...freeTraffic, searchShare: 1 } });
  });
  after(() => server.stop());

  test('serves pages, and refuses over HTTP and MCP what would wait too long', async () => {
    const http = (at: number) => send(server, `/search.md?q=check+${at}`);
    const mcp = (at: number) => {
      const params = { name: 'search', arguments: { query: `check ${at}` } };
      return send(server, '/mcp', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: at, method: 'tools/call', params }),
      });
    };
    const asked = Array.from({ length: 400 }, (_, at) => (at % 2 === 0 ? http(at) : mcp(at)));
    assert.equal((await send(server, '/llms.txt')).status, 200);
    const answers = await Promise.all(asked);
    const statuses = answers.map(({ status }) => status);
    assert.ok(statuses.includes(200), String(statuses));
    const [refused, refusedOverMcp] = [0, 1].map(door =>
      answers.find(({ status }, at) => at % 2 === door && status === 429),
    );
    assert.equal(refused?.headers['retry-after'], '2');
    assert.match(refused.body.toString(), /^code: rate_limited$/m);
    assert.equal(refusedOverMcp?.headers['retry-after'], '2');
    const { error } = JSON.parse(refusedOverMcp.body.toString());
    assert.deepEqual([error.code, error.data], [-32_000, { code: 'rate_limited', retry_after: 2 }]);
  });
});
