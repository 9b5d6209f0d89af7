/** The demonstration of evaluations, as people run it after a build: to the end, on both databases. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { writeKeyFile } from '#build/proof/key-file.ts';
import { testRing } from '../keys.ts';
import { temporaryFolder } from '../support/folder.ts';
import { run } from '../support/program.ts';
import { catalogDist } from '../support/shared.ts';
import { onBothDatabases } from '../support/store.ts';
import { assertUnconfounded } from '../support/unconfounded.ts';

let distDir: string;
before(() => {
  distDir = catalogDist();
});

const runDemo = (options: string[], environment: Record<string, string>) =>
  run('scripts/demo.ts', options, { DIST_DIR: distDir, ...environment });

onBothDatabases('the demonstration', database => {
  test('goes from no evidence to the team that is truly better, and says which formation that is', async () => {
    const { dataDir, databaseUrl } = await database.emptyPlace();
    const { code, stdout, stderr } = await runDemo(['--cases', '30'], {
      DATA_DIR: dataDir,
      SIGNING_KEY: writeKeyFile(testRing()),
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    });
    assert.equal(code, 0, stderr);
    assert.match(stdout, databaseUrl ? /on PostgreSQL:/ : /on SQLite:/);
    const decisions = [...stdout.matchAll(/^decision: (\w+)$/gm)].map(match => match[1]);
    assert.deepEqual(decisions, ['insufficient_evidence', 'recommend']);
    const [, crew] = /A fixer and two reviewers: lock ([0-9a-f]{12})/.exec(stdout)!;
    assert.match(stdout, new RegExp(`^recommended: sha256:${crew}`, 'm'));
    assert.match(stdout, /The quote: 90 runs, confirmatory, approved/);
    assert.match(stdout, /The evaluation is completed\./);
    assert.match(stdout, /1 adopted, 0 declined/);
    await assertUnconfounded({ dataDir, databaseUrl });
  });
});

describe('the demonstration', () => {
  test('without a signing key ends at once and says what to do', async context => {
    const dataDir = join(temporaryFolder(context), 'data');
    const { code, stderr } = await runDemo([], { DATA_DIR: dataDir });
    assert.deepEqual([code, stderr.split('\n').length], [1, 2]);
    assert.match(stderr, /^error: There is no signing key in .*npm run build/);
  });
});
