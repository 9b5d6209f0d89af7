/** A slice of the campaigns that look for what costs too much, and for ways to cheat. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doorTypes } from '#document/message/door.ts';
import { apiRoutes } from '#document/message/routes.ts';
import { branches } from '../server/api/routes.ts';
import { campaign as cost } from './campaign/cost.ts';
import { campaign as honesty } from './campaign/honesty.ts';

const say = () => undefined;

test('a slice of: every route, door and branch is asked what it costs at most', async () => {
  const counts = await cost.run({ seed: 7, rounds: 40, say });
  assert.equal(counts.inputs, 42);
  // None is forgotten: a route or door that is added is asked at its costliest.
  assert.deepEqual(
    [counts.routes, counts.types, counts.branches],
    [Object.keys(apiRoutes).length, Object.keys(doorTypes).length, branches.length],
  );
});

test('a slice of: no way of cheating gets a team recommended that is no better', async () => {
  const counts = await honesty.run({ seed: 7, rounds: 8, say });
  assert.ok(Object.keys(counts).length > 40, 'ways of cheating, and conditions of power');
});
