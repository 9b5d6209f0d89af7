/** A slice of each campaign against connections and receipts, and the command that runs campaigns. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { campaign as connections } from './campaign/connections.ts';
import { campaign as drain } from './campaign/drain.ts';
import { campaign as receipts } from './campaign/receipts.ts';

const say = () => undefined;

test('a slice of: mutated receipts are never accepted, and never break the server', async () => {
  const counts = await receipts.run({ seed: 7, rounds: 640, say });
  assert.ok((counts[422] ?? 0) > 200 && (counts[409] ?? 0) > 0, JSON.stringify(counts));
});

test('a slice of: a stop under load resets no client', async () => {
  const { answers, resets } = await drain.run({ seed: 7, rounds: 2, say });
  assert.equal(resets, 0);
  assert.ok(answers! > 20);
});

test('a slice of: connections that do nothing leave nothing behind', async () => {
  const { answers, peak_files } = await connections.run({ seed: 7, rounds: 200, say });
  assert.ok(answers! > 25 && peak_files! > 200);
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
