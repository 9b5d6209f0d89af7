/** Where the keys come from: a variable, or the file that another one names. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { EnvironmentError, signingKeyOf } from '#document/text/environment.ts';
import { temporaryFolder } from '../../../support/folder.ts';

test('the keys are in one variable or in the file of the other, and nowhere when neither is set', context => {
  const file = join(temporaryFolder(context), 'keys.pem');
  writeFileSync(file, 'of the file');
  assert.equal(signingKeyOf({}, readFileSync), undefined);
  assert.equal(signingKeyOf({ SIGNING_KEY: 'of the variable' }, readFileSync), 'of the variable');
  assert.equal(signingKeyOf({ SIGNING_KEY_FILE: file }, readFileSync), 'of the file');
});

test('both variables, and a file that cannot be read, are refused by name', () => {
  const refused = (message: string) => (error: unknown) =>
    error instanceof EnvironmentError && error.message === message;
  assert.throws(
    () => signingKeyOf({ SIGNING_KEY: 'secret', SIGNING_KEY_FILE: '/nowhere' }, readFileSync),
    refused('SIGNING_KEY_FILE: SIGNING_KEY is set too; set one.'),
  );
  assert.throws(
    () => signingKeyOf({ SIGNING_KEY_FILE: '/nowhere' }, readFileSync),
    refused('SIGNING_KEY_FILE: /nowhere cannot be read (ENOENT).'),
  );
});
