/** The start page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { render } from '#edition/rendering.ts';

test('the start page says what the catalog is before its table of all tasks, to which its search box leads', () => {
  const choice = { of: 'tasks', columns: [{ name: 'task' }], rows: [[{ text: 'Bug fix' }]] };
  const page = render('---\nkind: doc\ntitle: Catalog\n---\n\n# Catalog\n\nWords.\n', {
    ...{ as: 'page', path: '/', baseUrl: 'http://catalog.test' },
    beside: { site: 'Catalog', crumbs: [], parts: [], landing: { choice } },
  });
  const places = ['href="#Tasks"', 'id="About"', 'id="Tasks"', 'Bug fix'].map(part => page.indexOf(part));
  assert.ok(!places.includes(-1));
  assert.deepEqual(
    places,
    [...places].sort((a, b) => a - b),
  );
});
