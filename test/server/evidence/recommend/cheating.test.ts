/** Ways of cheating, each tried a few times on a team that is no better; the campaign `honesty` tries each 200 times. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { campaign as honesty } from '../../../campaign/honesty.ts';

test('no way of cheating gets a team recommended that is no better', async () => {
  const counts = await honesty.run({ seed: 7, rounds: 2, say: () => undefined });
  assert.ok(Object.keys(counts).length > 40, 'ways of cheating, and conditions of power');
});
