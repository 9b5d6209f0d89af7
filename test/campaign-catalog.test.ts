/** A slice of each campaign against builds, trees and those who publish them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { campaign as builders } from './campaign/builders.ts';
import { campaign as faults } from './campaign/faults.ts';
import { campaign as mistakes } from './campaign/mistakes.ts';
import { campaign as restores } from './campaign/restores.ts';
import { campaign as tampering } from './campaign/tampering.ts';
import { campaign as withdrawals } from './campaign/withdrawals.ts';
import { hasPromtool } from './support/alert-rules.ts';

const say = () => undefined;

test('a slice of: builders and a server killed at random leave a tree that verifies', async () => {
  const { verified } = await builders.run({ seed: 7, rounds: 1, say });
  assert.equal(verified, 1);
});

test('a slice of: a backup keeps keys, log and ETags in each shape of a deployment', async () => {
  assert.deepEqual(await restores.run({ seed: 7, rounds: 5, say }), { restores: 5 });
});

test('a slice of: faults of a deployment are seen without reading the log', async () => {
  const counts = await faults.run({ seed: 4, rounds: 2, say });
  assert.equal(counts.faults, 2);
  assert.equal(counts.alerts, hasPromtool() ? 2 : 0);
});

test('a slice of: a tree that was changed with its key, and by a mirror without one, is found out', async () => {
  const { changes, found, notByTheTree, byContent } = await tampering.run({ seed: 7, rounds: 2, say });
  assert.deepEqual([changes, found, notByTheTree, byContent], [3, 2, 1, 1]);
});

test('a slice of: a version is withdrawn in any state of the content, the tree and the log', async () => {
  assert.deepEqual(await withdrawals.run({ seed: 7, rounds: 2, say }), { withdrawals: 2 });
});

test('a slice of: mistakes of editors are named, and no correction makes another one', async () => {
  const { made, caught, wrong } = await mistakes.run({ seed: 7, rounds: 8, say });
  assert.deepEqual([made, wrong], [8, 0]);
  assert.ok(caught! >= 7);
});
