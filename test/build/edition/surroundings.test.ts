/** The surroundings of a page: the parts of other pages that it shows. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { libraryOf } from '#edition/library.ts';
import { besideOf } from '#edition/surroundings.ts';

const path = '/research/index.md';

/** Returns the surroundings of an index with so many rows to choose from. */
function indexWith(count: number) {
  const rows = Array.from({ length: count }, (_, at) => [{ text: `Record ${at}` }]);
  const fields = { choice: { of: 'records', columns: [{ name: 'source' }], rows } };
  return besideOf(
    libraryOf([{ path, title: 'Research records', description: '', kind: 'index', fields }]),
    path,
  );
}

suite('An index', () => {
  test('has a table to choose from if it has up to 1,000 rows', () =>
    assert.equal(indexWith(1000).choice?.rows.length, 1000));

  test('beyond 1,000 rows has the pages of its list alone', () =>
    assert.equal(indexWith(1001).choice, undefined));
});
