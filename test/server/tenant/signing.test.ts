/** The signing key of a server: from the environment or the data folder, seen again after a rotation. */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { writeKeyFile } from '#document/proof/key-file.ts';
import { EnvironmentError } from '#document/text/environment.ts';
import type { Refusal } from '../../../server/support/refusal.ts';
import { openSigning } from '../../../server/tenant/signing.ts';
import { testRing } from '../../keys.ts';
import { temporaryFolder, write } from '../../support/folder.ts';

const fail = (error: unknown): void => {
  throw error;
};

const bytes = Buffer.from('bytes');

/** A catalog that lists every key. */
const listed = () => true;

/** The key for tenants, in a ring or a file that gives no more than the publication key. */
const keyIdBy = (number: number) => testRing(number).tenant.active.keyId;

describe('a signing key', () => {
  test('of the data folder is found when it appears, and its successor within a second', () => {
    const dataDir = temporaryFolder();
    let now = 0;
    const signing = openSigning({ dataDir }, listed, () => now, fail);
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
    assert.equal(keyAfter(999), keyIdBy(1));
    rmSync(join(dataDir, 'signing-keys/keys.pem'));
    write(dataDir, 'signing-keys/keys.pem', writeKeyFile(testRing(2)));
    assert.equal(keyAfter(999), keyIdBy(2));
  });

  test('that cannot be read is reported, and the one before continues', () => {
    const dataDir = temporaryFolder();
    let now = 0;
    const errors: unknown[] = [];
    const signing = openSigning(
      { dataDir },
      listed,
      () => now,
      error => errors.push(error),
    );
    write(dataDir, 'signing-keys/keys.pem', writeKeyFile(testRing(1)));
    assert.equal(signing.sign(bytes).keyId, keyIdBy(1));
    write(dataDir, 'signing-keys/keys.pem', 'no key');
    now += 1000;
    assert.equal(signing.sign(bytes).keyId, keyIdBy(1));
    assert.equal(errors.length, 1);
  });

  test('is the one for tenants, though the file is from before keys had purposes', () => {
    const dataDir = temporaryFolder();
    const former = writeKeyFile(testRing(1))
      .split('Purpose: tenant')[0]!
      .replace('Purpose: publication\n', '');
    write(dataDir, 'signing-keys/keys.pem', former);
    assert.equal(openSigning({ dataDir }, listed, Date.now, fail).sign(bytes).keyId, keyIdBy(1));
  });

  test('may be the only one that a server is given', () => {
    const signingKey = `Purpose: tenant${writeKeyFile(testRing(1)).split('Purpose: tenant')[1]!.split('Purpose')[0]}`;
    assert.equal(
      openSigning({ signingKey, dataDir: '' }, listed, Date.now, fail).sign(bytes).keyId,
      keyIdBy(1),
    );
  });

  test('of the environment that is none stops the start, and its text is not repeated', () => {
    const open = () => openSigning({ signingKey: 'my secret', dataDir: '' }, listed, Date.now, fail);
    assert.throws(
      open,
      (error: Error) => error instanceof EnvironmentError && !/my secret/.test(error.message),
    );
  });
});
