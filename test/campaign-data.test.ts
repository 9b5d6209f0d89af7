/** A slice of each campaign against what is stored: nothing that was acknowledged is lost. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { campaign as kills } from './campaign/kills.ts';

const say = () => undefined;

test('a slice of: what was acknowledged survives kill -9, on both databases', async () => {
  const { kills: times, tickets, changes, runs } = await kills.run({ seed: 7, rounds: 2, say });
  assert.equal(times, 2);
  assert.ok(tickets! > 0 && changes! > 0 && runs! > 0);
});
