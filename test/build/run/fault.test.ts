/** Every fault fixture: the messages are exactly those that its `expected.txt` holds. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { faultFolder, messagesOf } from '../../support/fault.ts';

for (const fixture of readdirSync(faultFolder).sort()) {
  test(`the fault \`${fixture}\` is named with its place and remedy`, () => {
    const expected = readFileSync(join(faultFolder, fixture, 'expected.txt'), 'utf8');
    assert.equal(messagesOf(fixture), expected);
    assert.notEqual(expected, '');
  });
}
