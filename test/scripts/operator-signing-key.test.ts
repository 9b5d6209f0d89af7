/** `operator signing-key rotate`, as operators run it. */
import assert from 'node:assert/strict';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { keyPurposes } from '#document/kind/signing-keys.ts';
import { readKeyFile, writeKeyFile } from '#document/proof/key-file.ts';
import { operator } from '../../scripts/operator/program.ts';
import { testRing } from '../keys.ts';
import { temporaryFolder, write } from '../support/folder.ts';
import { call } from '../support/program.ts';

const rotate = (dataDir: string, words: string[], more: Record<string, string> = {}) =>
  call(operator, ['signing-key', 'rotate', ...words], { DATA_DIR: dataDir, ...more });

/** A data folder with the keys of tests. */
function dataFolder(): string {
  const dataDir = temporaryFolder();
  write(dataDir, 'signing-keys/keys.pem', writeKeyFile(testRing()));
  chmodSync(join(dataDir, 'signing-keys/keys.pem'), 0o600);
  return dataDir;
}

const ringIn = (dataDir: string) => readKeyFile(readFileSync(join(dataDir, 'signing-keys/keys.pem'), 'utf8'));

describe('operator signing-key rotate', () => {
  for (const purpose of [undefined, ...keyPurposes]) {
    test(`replaces ${purpose ? `the ${purpose} key` : 'the publication key unless told otherwise'}`, async () => {
      const dataDir = dataFolder();
      const { code, stdout } = await rotate(dataDir, purpose ? ['--purpose', purpose] : []);
      const rotated = purpose ?? 'publication';
      const { active, retired } = ringIn(dataDir)[rotated];
      assert.equal(code, 0);
      assert.match(stdout, new RegExp(`^purpose: ${rotated}\nkey_id: "?${active.keyId}"?$`, 'm'));
      assert.deepEqual(
        retired.map(({ keyId }) => keyId),
        [testRing()[rotated].active.keyId],
      );
    });
  }

  test('refuses a purpose that is none, and changes nothing', async () => {
    const dataDir = dataFolder();
    const { code, stderr } = await rotate(dataDir, ['--purpose', 'all']);
    assert.equal(code, 1);
    assert.match(stderr, /Allowed choices are publication, tenant, log/);
    assert.deepEqual(writeKeyFile(ringIn(dataDir)), writeKeyFile(testRing()));
  });

  test('says how it is done where the keys come from SIGNING_KEY, without a word of them', async () => {
    const signingKey = writeKeyFile(testRing());
    const { code, stderr } = await rotate(temporaryFolder(), ['--purpose', 'log'], {
      SIGNING_KEY: signingKey,
    });
    assert.equal(code, 1);
    assert.match(stderr, /Put `Purpose: log` and a new PEM before the keys of that purpose/);
    assert.ok(!stderr.includes(signingKey.split('\n')[3]!));
  });
});
