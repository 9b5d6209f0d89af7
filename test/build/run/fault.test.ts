/** Every fault fixture: the messages are exactly those that it states. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultFixtures, messagesOf } from '../../support/fault.ts';

for (const [name, fixture] of faultFixtures)
  test(`the fault \`${name}\` is named with its place and remedy`, async () => {
    assert.equal(await messagesOf(fixture), fixture.says);
    assert.notEqual(fixture.says, '');
  });
