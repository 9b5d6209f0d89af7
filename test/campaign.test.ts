/** A slice of each campaign whose rounds are short; `npm run campaign` runs them whole. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { doorTypes } from '#build/exchange/door.ts';
import { apiRoutes } from '#build/exchange/routes.ts';
import { branches } from '../server/api/routes.ts';
import { campaign as builders } from './campaign/builders.ts';
import { campaign as conformance } from './campaign/conformance.ts';
import { campaign as connections } from './campaign/connections.ts';
import { campaign as cost } from './campaign/cost.ts';
import { campaign as drain } from './campaign/drain.ts';
import { campaign as failover } from './campaign/failover.ts';
import { campaign as faults } from './campaign/faults.ts';
import { campaign as growth } from './campaign/growth.ts';
import { campaign as honesty } from './campaign/honesty.ts';
import { campaign as kills } from './campaign/kills.ts';
import { campaign as mistakes } from './campaign/mistakes.ts';
import { campaign as receipts } from './campaign/receipts.ts';
import { campaign as restores } from './campaign/restores.ts';
import { campaign as slow } from './campaign/slow.ts';
import { campaign as tampering } from './campaign/tampering.ts';
import { campaign as upgrade } from './campaign/upgrade.ts';
import { campaign as withdrawals } from './campaign/withdrawals.ts';
import { hasPromtool } from './support/alert-rules.ts';

const say = () => undefined;

test('a slice of: mutated receipts are never accepted, and never break the server', async () => {
  const counts = await receipts.run({ seed: 7, rounds: 640, say });
  assert.ok((counts[422] ?? 0) > 200 && (counts[409] ?? 0) > 0, JSON.stringify(counts));
});

test('a slice of: what was acknowledged survives kill -9, on both databases', async () => {
  const { kills: times, tickets, changes, runs } = await kills.run({ seed: 7, rounds: 2, say });
  assert.equal(times, 2);
  assert.ok(tickets! > 0 && changes! > 0 && runs! > 0);
});

test('a slice of: the previous release and this version share a database, on both databases', async () => {
  const { upgrades, runs, refused } = await upgrade.run({ seed: 7, rounds: 2, say });
  assert.deepEqual([upgrades, refused], [2, 2]);
  assert.ok(runs! > 0);
});

test('a slice of: a stop under load resets no client', async () => {
  const { answers, resets } = await drain.run({ seed: 7, rounds: 2, say });
  assert.equal(resets, 0);
  assert.ok(answers! > 20);
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

test('a slice of: connections that do nothing leave nothing behind', async () => {
  const { answers, peak_files } = await connections.run({ seed: 7, rounds: 200, say });
  assert.ok(answers! > 25 && peak_files! > 200);
});

test('a slice of: no input costs more than its share', async () => {
  const counts = await cost.run({ seed: 7, rounds: 40, say });
  assert.equal(counts.inputs, 42);
  // None is forgotten: a route or door that is added is asked as dearly as it may be.
  assert.deepEqual(
    [counts.routes, counts.types, counts.branches],
    [Object.keys(apiRoutes).length, Object.keys(doorTypes).length, branches.length],
  );
});

test('a slice of: traces that were changed are found out, and no others', async () => {
  const counts = await conformance.run({ seed: 7, rounds: 24, say });
  const { undeclared_edges_missed: edges, other_changes_missed: others, false_alarms: false_ } = counts;
  assert.deepEqual([edges, others, false_], [0, 0, 0]);
  assert.ok(counts.undeclared_edge! > 0 && counts.rounds! > 0, JSON.stringify(counts));
});

test('a slice of: a tree that was changed with its key, and by a mirror without one, is found out', async () => {
  const { changes, found, notByTheTree, byContent } = await tampering.run({ seed: 7, rounds: 4, say });
  assert.deepEqual([changes, found, notByTheTree, byContent], [5, 4, 1, 1]);
});

test('a slice of: a version is withdrawn in any state of the content, the tree and the log', async () => {
  assert.deepEqual(await withdrawals.run({ seed: 7, rounds: 4, say }), { withdrawals: 4 });
});

test('a slice of: a catalog that grows builds and verifies, lists all that it holds, and its starters stay near', async () => {
  const { lists, path } = await growth.run({ seed: 7, rounds: 2, say });
  assert.ok(lists! > 100 && path! <= 2600, `${lists} pages of lists, ${path} tokens`);
});

test('a slice of: no way of cheating gets a team recommended that is no better', async () => {
  const counts = await honesty.run({ seed: 7, rounds: 20, say });
  assert.ok(Object.keys(counts).length > 40, 'ways of cheating, and conditions of power');
});

test('the command names every campaign when it knows none of a name', () => {
  const { stderr, status } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/campaign.ts', 'none'], {
    encoding: 'utf8',
  });
  assert.equal(status, 1);
  // Beside them lies what a campaign is.
  const names = readdirSync(join(import.meta.dirname, 'campaign'))
    .filter(name => name.endsWith('.ts'))
    .map(name => basename(name, '.ts'))
    .filter(name => name !== 'campaign');
  assert.match(stderr, new RegExp(`There is no campaign none\\. Campaigns: ${names.join(', ')}\\.`));
});

test('a slice of: mistakes of editors are named, and no correction makes another one', async () => {
  const { made, caught, wrong } = await mistakes.run({ seed: 7, rounds: 16, say });
  assert.deepEqual([made, wrong], [16, 0]);
  assert.ok(caught! >= 15);
});
