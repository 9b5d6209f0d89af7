/** The floor below which a page is no result. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SearchResult } from 'minisearch';
import { Engine } from '#edition/search/engine.ts';
import { saysEnough } from '#edition/search/floor.ts';

const engine = new Engine();
const empty = { names: '', title: '', situations: '', detail: '', pairs: '' };
for (const [id, purpose] of ['invoice report', 'report', 'report', 'report', 'harpsichord'].entries())
  engine.add({ ...empty, id, purpose });

const matched = (...queryTerms: string[]) => ({ queryTerms }) as unknown as SearchResult;

describe('the floor of search', () => {
  test('lets through a match with the rarer word, and none with the common word alone', () => {
    const isEnough = saysEnough('harpsichord report', engine);
    assert.equal(isEnough(matched('harpsichord')), true);
    assert.equal(isEnough(matched('report')), false);
  });

  test('counts a synonym as the word', () => {
    const isEnough = saysEnough('report', engine);
    assert.equal(isEnough(matched('report')), true);
  });

  test('lets everything through where a question has many words', () => {
    const isEnough = saysEnough('harpsichord report invoice table column row', engine);
    assert.equal(isEnough(matched('report')), true);
  });
});
