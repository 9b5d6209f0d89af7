/** Bodies that never end: what they fill is bounded, and the oldest is given up first. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { bodyBudget } from '../../../server/http/body-budget.ts';
import { send, serve } from '../../support/server.ts';

describe('the account of arriving bodies', () => {
  test('gives up the oldest past the limit, and no more than needed', () => {
    const begin = bodyBudget(100);
    const given: string[] = [];
    const body = (name: string) => begin(() => given.push(name));
    const [first, second, third] = [body('first'), body('second'), body('third')];
    first.add(40);
    second.add(30);
    third.add(30);
    assert.deepEqual(given, []);
    third.add(10);
    assert.deepEqual(given, ['first']);
    first.add(1000);
    third.add(30);
    assert.deepEqual(given, ['first']);
    third.add(1);
    assert.deepEqual(given, ['first', 'second']);
  });

  test('counts nothing of what has ended', () => {
    const begin = bodyBudget(100);
    for (let count = 0; count < 1000; count += 1) {
      const body = begin(() => assert.fail('it was given up'));
      body.add(90);
      body.end();
      body.end();
    }
  });
});

test('more bodies than fit are given up with 503, and anyone who sends in one go is served', async context => {
  const server = await serve();
  context.after(() => server.stop());
  const { port } = new URL(server.address);
  const head =
    'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 262144\r\n\r\n';
  const most = ' '.repeat(262_000);
  const answers: string[] = [];
  const sockets = Array.from({ length: 270 }, () => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(head + most));
    socket.on('error', () => undefined);
    return socket.on('data', chunk => answers.push(String(chunk)));
  });
  while (answers.length < 5) await new Promise(resolve => setTimeout(resolve, 20));
  assert.ok(answers.every(answer => /^HTTP\/1\.1 503 [\s\S]*Retry-After: 1/.test(answer)));
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  const headers = { 'Content-Type': 'application/json', Host: 'localhost' };
  assert.equal((await send(server, '/mcp', { method: 'POST', headers, body })).status, 200);
  for (const socket of sockets) socket.destroy();
});
