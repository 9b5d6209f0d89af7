/** Verifying trees from before keys had purposes. */
import assert from 'node:assert/strict';
import { cpSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { readLogFolder } from '../../../build/document/proof/disk/log-store.ts';
import { build } from '../../../build/run/build.ts';
import { testRing, testSigner } from '../../keys.ts';
import { exampleContent, temporaryFolder } from '../../support/folder.ts';
import { type Draft, signedTree } from '../../support/signed-tree.ts';
import { assertGreen, assertRed, changes, filesIn, run, superseded } from './setting.ts';

describe('verifying a tree from before keys had purposes', () => {
  const fixture = 'test/fixture/one-key/tree';
  const formerLog = readLogFolder(join(fixture, 'log'))!;
  /** The pages as they were then, under the signature of the one key. */
  const asItWas = (pages: Draft[]) => {
    for (const file of filesIn(fixture)) {
      const path = `/${relative(fixture, file)}`;
      const page = pages.find(each => each.path === path)!;
      page.bytes = readFileSync(file);
    }
  };

  it('is green', async () => {
    const report = await run(signedTree({ changes, alter: asItWas }).dist, { keyId: testSigner(1).keyId });
    assertGreen(report);
    assert.deepEqual([report.artifacts, report.logEntries], [3, 5]);
  });

  it('is green after its log went on under a key of its own, also against a checkpoint from then', async () => {
    const { dist } = signedTree({ changes, log: formerLog });
    const report = await run(dist, { checkpoint: formerLog.get('checkpoint')! });
    assertGreen(report);
    assert.equal(report.logEntries, 6);
  });

  it('is red when a checkpoint from then leads to another history, or no publication key signed it', async () => {
    const { dist } = signedTree({ changes: [superseded] });
    await assertRed(dist, /had 5 when the kept checkpoint/, { checkpoint: formerLog.get('checkpoint')! });
    const stranger = signedTree({ changes, ring: testRing(2) });
    await assertRed(stranger.dist, /kept checkpoint is not of this log/, {
      checkpoint: formerLog.get('checkpoint')!,
    });
  });

  it('is green after the next build of a whole catalog, which keeps every tile of the log', async () => {
    const [former, folder] = ['test/fixture/one-key/catalog-log', temporaryFolder()];
    const [logDir, distDir] = [join(folder, 'log'), join(folder, 'dist')];
    cpSync(former, logDir, { recursive: true });
    const options = { contentDir: exampleContent, distDir, baseUrl: 'http://catalog.test', logDir };
    const built = await build({ ...options, keys: testRing() });
    assert.ok(built.ok, JSON.stringify(built));
    for (const file of filesIn(former).filter(name => !name.endsWith('checkpoint')))
      assert.deepEqual(readFileSync(join(logDir, relative(former, file))), readFileSync(file), file);
    const report = await run(distDir, { checkpoint: readFileSync(join(former, 'checkpoint')) });
    assertGreen(report);
    assert.equal(report.logEntries, 3);
    const again = await build({ ...options, keys: testRing() });
    assert.equal(again.ok && again.written, 0);
  });

  it('is red when the log took another name and no entry says so', async () => {
    const { dist } = signedTree({ changes });
    await assertRed(dist, /log\/checkpoint: No entry says that the log catalog.test\/log continues here/, {
      checkpoint: formerLog.get('checkpoint')!,
    });
  });

  it('is red when the log continues a checkpoint whose key is no longer listed', async () => {
    const { log } = signedTree({ changes, log: formerLog });
    const { log: logKeys, tenant } = testRing();
    const ring = { publication: testRing(2).publication, log: logKeys, tenant };
    await assertRed(
      signedTree({ changes, ring, log }).dist,
      /transparency log: log\/checkpoint: Entry 5 of the log: The checkpoint of catalog.test\/log/,
    );
  });
});
