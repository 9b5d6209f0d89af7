/** `operator signing-key rotate`, as operators run it. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { readKeyFile, writeKeyFile } from '#document/key-file.ts';
import { keyPurposes } from '#document/signature.ts';
import { testRing } from '../keys.ts';
import { temporaryFolder, write } from '../support/folder.ts';
import { program } from '../support/program.ts';

const entry = await program('scripts/operator.ts');

function operator(dataDir: string, words: string[], more: Record<string, string> = {}) {
  const command = [entry, 'signing-key', 'rotate', ...words];
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, ...more };
  return spawnSync(process.execPath, command, { env, encoding: 'utf8' });
}

/** A data folder with the keys of tests. */
function dataFolder(): string {
  const dataDir = temporaryFolder();
  write(dataDir, 'signing-keys/keys.pem', writeKeyFile(testRing()));
  spawnSync('chmod', ['600', join(dataDir, 'signing-keys/keys.pem')]);
  return dataDir;
}

const ringIn = (dataDir: string) => readKeyFile(readFileSync(join(dataDir, 'signing-keys/keys.pem'), 'utf8'));

describe('operator signing-key rotate', () => {
  for (const purpose of [undefined, ...keyPurposes]) {
    test(`replaces ${purpose ? `the ${purpose} key` : 'the publication key unless told otherwise'}`, () => {
      const dataDir = dataFolder();
      const { status, stdout } = operator(dataDir, purpose ? ['--purpose', purpose] : []);
      const rotated = purpose ?? 'publication';
      const { active, retired } = ringIn(dataDir)[rotated];
      assert.equal(status, 0);
      assert.match(stdout, new RegExp(`^purpose: ${rotated}\nkey_id: "?${active.keyId}"?$`, 'm'));
      assert.deepEqual(
        retired.map(({ keyId }) => keyId),
        [testRing()[rotated].active.keyId],
      );
    });
  }

  test('refuses a purpose that is none, and changes nothing', () => {
    const dataDir = dataFolder();
    const { status, stderr } = operator(dataDir, ['--purpose', 'all']);
    assert.equal(status, 1);
    assert.match(stderr, /Allowed choices are publication, tenant, log/);
    assert.deepEqual(writeKeyFile(ringIn(dataDir)), writeKeyFile(testRing()));
  });

  test('says how it is done where the keys come from SIGNING_KEY, without a word of them', () => {
    const signingKey = writeKeyFile(testRing());
    const { status, stderr } = operator(temporaryFolder(), ['--purpose', 'log'], { SIGNING_KEY: signingKey });
    assert.equal(status, 1);
    assert.match(stderr, /Put `Purpose: log` and a new PEM before the keys of that purpose/);
    assert.ok(!stderr.includes(signingKey.split('\n')[3]!));
  });
});
