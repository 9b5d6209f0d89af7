/** Every fault fixture: the messages are exactly those that its `expected.txt` holds. With `ACCEPT=1` they are written there, to be read in the diff. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { faultFolder, messagesOf } from '../../support/fault.ts';

for (const fixture of readdirSync(faultFolder).sort()) {
  test(`the fault \`${fixture}\` is named with its place and remedy`, () => {
    if (process.env.ACCEPT) writeFileSync(join(faultFolder, fixture, 'expected.txt'), messagesOf(fixture));
    const expected = readFileSync(join(faultFolder, fixture, 'expected.txt'), 'utf8');
    assert.equal(messagesOf(fixture), expected);
    assert.notEqual(expected, '');
  });
}
