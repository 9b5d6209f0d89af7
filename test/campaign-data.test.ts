/** A slice of each campaign against what is stored: nothing that was acknowledged is lost. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { campaign as failover } from './campaign/failover.ts';
import { campaign as kills } from './campaign/kills.ts';
import { campaign as slow } from './campaign/slow.ts';

const say = () => undefined;

test('a slice of: what was acknowledged survives kill -9, on both databases', async () => {
  const { kills: times, tickets, changes, runs } = await kills.run({ seed: 7, rounds: 2, say });
  assert.equal(times, 2);
  assert.ok(tickets! > 0 && changes! > 0 && runs! > 0);
});

test('a slice of: what was acknowledged survives a failover', async () => {
  const { failovers, acknowledged } = await failover.run({ seed: 7, rounds: 1, say });
  assert.equal(failovers, 1);
  assert.ok(acknowledged! > 0);
});

test('a slice of: what was acknowledged survives a file that is locked, and a process that froze with it', async () => {
  const { locked, frozen, acknowledged } = await slow.run({ seed: 7, rounds: 2, say });
  assert.deepEqual([locked, frozen], [1, 1]);
  assert.ok(acknowledged! > 0);
});
