/** The signing key of a server: from the environment or the data folder, seen anew after a rotation. */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { EnvironmentError } from '#document/environment.ts';
import { writeKeyFile } from '#document/key-file.ts';
import type { Refusal } from '../../../server/refusal.ts';
import { openSigning } from '../../../server/tenant/signing.ts';
import { testRing, testSigner } from '../../keys.ts';
import { temporaryFolder, write } from '../../support/folder.ts';

const fail = (error: unknown): void => {
  throw error;
};

const bytes = Buffer.from('bytes');

describe('a signing key', () => {
  test('of the data folder is found when it appears, and its successor within a second', () => {
    const dataDir = temporaryFolder();
    let now = 0;
    const signing = openSigning({ dataDir }, () => now, fail);
    const keyAfter = (milliseconds: number) => {
      now += milliseconds;
      return signing.sign(bytes).keyId;
    };
    assert.throws(
      () => signing.sign(bytes),
      (error: Refusal) => error.code === 'service_unavailable',
    );
    mkdirSync(join(dataDir, 'signing-keys'));
    write(dataDir, 'signing-keys/keys.pem', writeKeyFile(testRing(1)));
    assert.equal(keyAfter(999), testSigner(1).keyId);
    rmSync(join(dataDir, 'signing-keys/keys.pem'));
    write(dataDir, 'signing-keys/keys.pem', writeKeyFile(testRing(2)));
    assert.equal(keyAfter(999), testSigner(2).keyId);
  });

  test('that cannot be read is reported, and the one before goes on', () => {
    const dataDir = temporaryFolder();
    let now = 0;
    const errors: unknown[] = [];
    const signing = openSigning(
      { dataDir },
      () => now,
      error => errors.push(error),
    );
    write(dataDir, 'signing-keys/keys.pem', writeKeyFile(testRing(1)));
    assert.equal(signing.sign(bytes).keyId, testSigner(1).keyId);
    write(dataDir, 'signing-keys/keys.pem', 'no key');
    now += 1000;
    assert.equal(signing.sign(bytes).keyId, testSigner(1).keyId);
    assert.equal(errors.length, 1);
  });

  test('of the environment that is none stops the start, and its text is not repeated', () => {
    const open = () => openSigning({ signingKey: 'my secret', dataDir: '' }, Date.now, fail);
    assert.throws(
      open,
      (error: Error) => error instanceof EnvironmentError && !/my secret/.test(error.message),
    );
  });
});
