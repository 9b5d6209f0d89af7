/** Addresses of a page relative to where it is. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withRelativeAddresses } from '../../../build/edition/relative.ts';

test('addresses in tags lead to the same pages from wherever the tree is', () => {
  const page =
    '<a class="x" href="/a/b.html#c">b</a><form action="/search.html"><script src="/reading/s.js"></script>';
  assert.equal(
    withRelativeAddresses(page, '/patterns/gate.html'),
    '<a class="x" href="../a/b.html#c">b</a><form action="../search.html"><script src="../reading/s.js"></script>',
  );
  assert.equal(withRelativeAddresses('<a href="/index.html">', '/index.html'), '<a href="./index.html">');
  assert.equal(withRelativeAddresses('<a href="/a.html">', '/a/b/c.html'), '<a href="../../a.html">');
});

test('other hosts, other attributes, anchors and texts stay as they are', () => {
  for (const same of [
    ...['<a href="https://example.org/x">', '<a href="//example.org/x">', '<a href="#here">'],
    ...['<p title="/a">', '<code>&lt;a href="/a"></code>', '<p>write href="/a" there</p>'],
  ])
    assert.equal(withRelativeAddresses(same, '/a/b.html'), same);
});
