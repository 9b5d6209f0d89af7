/** Badges and pictures that other sites show. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { manifestOf, readTree } from '../../../build/publish/tree.ts';
import { catalogWithReadingDist } from '../../support/shared.ts';

const dist = catalogWithReadingDist();
const { pages } = manifestOf(readTree(dist)!);
const badges = pages.filter(({ kind }) => kind === 'badge');
const textOf = (path: string) => readFileSync(join(dist, path.slice(1)), 'utf8');

describe('badges', () => {
  test('are there for each record and version, and say what the catalog says', () => {
    const known = new Map(pages.map(page => [page.path, page]));
    for (const { path } of badges) {
      const of = known.get(`${path.replace(/^\/badges/, '').replace(/(?:\/digest)?\.svg$/, '')}.md`)!;
      const [, name, value] = /aria-label="(\w+): (\w+)"/.exec(textOf(path))!;
      if (name === 'grade') assert.match(textOf(of.path), new RegExp(`^grade: ${value}$`, 'm'));
      else if (name === 'status') assert.equal(of.artifact!.status, value, path);
      else assert.ok(of.artifact!.digest.replace('sha256:', '').startsWith(value!), path);
    }
    const versions = pages.filter(
      ({ path, artifact, kind }) =>
        artifact && /^(?:starter|formation)$/.test(kind) && !path.startsWith('/artifacts/'),
    );
    const records = pages.filter(({ kind }) => kind === 'research_record');
    assert.equal(badges.length, records.length + 2 * versions.length);
  });

  test('have no style and load nothing, so that any policy shows them', () => {
    for (const { path } of badges) {
      const text = textOf(path);
      assert.doesNotMatch(text, /style|href|<script|url\(/, path);
    }
  });
});

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
