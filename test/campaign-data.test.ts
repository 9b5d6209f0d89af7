/** A slice of each campaign against what is stored: nothing that was acknowledged is lost. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { campaign as kills } from './campaign/kills.ts';
import { isLarge } from './support/large.ts';

const say = () => undefined;
const rounds = isLarge ? 2 : 1;

test('a slice of: what was acknowledged survives kill -9', async () => {
  const { kills: times, tickets, changes, runs } = await kills.run({ seed: 7, rounds, say });
  assert.equal(times, rounds);
  assert.ok(tickets! > 0 && changes! > 0 && runs! > 0);
});
