/** The sign of the site. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readingDist } from '../../support/shared.ts';

test('browsers that take no SVG get an icon', () => {
  const icon = readFileSync(join(readingDist(), 'favicon.ico'));
  assert.deepEqual([icon.readUInt16LE(2), icon.readUInt16LE(4)], [1, 1]);
});
