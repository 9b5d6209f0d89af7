/** Pictures that other sites show. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { catalogWithReadingDist } from '../../support/shared.ts';

const dist = catalogWithReadingDist();
const textOf = (path: string) => readFileSync(join(dist, path.slice(1)), 'utf8');

describe('pictures', () => {
  test('are a PNG of the size that pages state, and an icon', () => {
    const share = readFileSync(join(dist, 'reading/share.png'));
    assert.deepEqual(
      [share.toString('latin1', 1, 4), share.readUInt32BE(16), share.readUInt32BE(20)],
      ['PNG', 1200, 630],
    );
    assert.match(textOf('/patterns/verifier-gate.html'), /og:image:width" content="1200"/);
    const icon = readFileSync(join(dist, 'favicon.ico'));
    assert.deepEqual([icon.readUInt16LE(2), icon.readUInt16LE(4)], [1, 1]);
  });
});
