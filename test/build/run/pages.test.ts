/** Addresses that lead to those of pages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogDist, exampleDist, manifestIn } from '../../support/shared.ts';

const redirectsIn = (dist: string) => manifestIn(dist).redirects;
const glossary = { path: '/glossary.md', to: '/guides/glossary.md' };

test('the glossary has a short address, where there is a glossary', () => {
  assert.deepEqual(
    redirectsIn(catalogDist()).filter(({ path }) => path === glossary.path),
    [glossary],
  );
  assert.ok(redirectsIn(exampleDist()).every(({ path }) => path !== glossary.path));
});

test('no address leads to a page of the reading edition where there is none', () => {
  assert.ok(redirectsIn(catalogDist()).some(({ to }) => to.includes('.html')));
  assert.ok(redirectsIn(exampleDist()).every(({ to }) => !to.includes('.html')));
});
