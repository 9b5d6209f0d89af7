/** Verifying against a checkpoint and a key that the caller kept. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { testRing, testSigner } from '../../keys.ts';
import { signedTree } from '../../support/signed-tree.ts';
import { assertGreen, assertRed, changes, rotatedRing, run } from './setting.ts';

describe('verifying against what was kept from before', () => {
  const earlier = signedTree();
  const checkpoint = earlier.log.get('checkpoint')!;

  it('is green when the log has grown from the kept checkpoint', async () => {
    assertGreen(await run(signedTree({ changes, log: earlier.log }).dist, { checkpoint }));
  });

  it('is green over a rotation and a move to another address', async () => {
    const ring = rotatedRing('retired');
    const baseUrl = 'http://elsewhere.test';
    const moved = signedTree({ changes, ring, baseUrl, log: earlier.log });
    assertGreen(await run(moved.dist, { checkpoint }));
    // Entry 3 binds the old name.
    assert.equal((await run(moved.dist)).logEntries, 6);
  });

  it('is red for a forked log, even when it is whole and signed by the right key', async () => {
    const forked = signedTree({ starters: ['one', 'zwei', 'three', 'four'] });
    assertGreen(await run(forked.dist));
    await assertRed(forked.dist, /log\/checkpoint: Its first 3 entries are not those .*fork/, { checkpoint });
  });

  it('is red for a log from which an entry was removed', async () => {
    const shorter = signedTree({ starters: ['one', 'two'] });
    assertGreen(await run(shorter.dist));
    await assertRed(shorter.dist, /had 3 when the kept checkpoint was signed, so entries were removed/, {
      checkpoint,
    });
    const replaced = signedTree({ starters: ['one', 'three', 'four'] });
    await assertRed(replaced.dist, /fork/, { checkpoint });
  });

  it('is red when the kept checkpoint is of no listed key', async () => {
    const stranger = signedTree({ ring: testRing(3) }).log.get('checkpoint')!;
    await assertRed(earlier.dist, /kept checkpoint is not of this log/, { checkpoint: stranger });
  });

  it('is red when the key that the caller expects is not listed, or revoked', async () => {
    assertGreen(await run(earlier.dist, { keyId: testSigner(1).keyId }));
    await assertRed(earlier.dist, /expected key/, { keyId: testSigner(2).keyId });
    const ring = rotatedRing('revoked');
    await assertRed(signedTree({ ring }).dist, /expected key/, { keyId: testSigner(1).keyId });
  });

  it('is green for an expected key of the log, and red for one that signs for tenants', async () => {
    const { log, tenant } = testRing();
    assertGreen(await run(earlier.dist, { keyId: log.active.keyId }));
    await assertRed(earlier.dist, /expected key/, { keyId: tenant.active.keyId });
  });
});
