/** The command that runs campaigns. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';

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
