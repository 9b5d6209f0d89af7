/** The share of a question that a page has, and the floor below which a page is no result. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SearchResult } from 'minisearch';
import { coverageOf, termShares, withoutFaint } from '#edition/search/coverage.ts';
import { Engine } from '#edition/search/engine.ts';

const engine = new Engine();
const empty = { names: '', title: '', asked: '', detail: '', words: '', pairs: '' };
for (const [id, about] of [
  'invoice report',
  'report',
  'report',
  'report',
  'report',
  'report',
  'report',
  'harpsichord',
].entries())
  engine.add({ ...empty, id, about });

const matched = (...queryTerms: string[]) => ({ queryTerms }) as unknown as SearchResult;
const having = (match: Record<string, string[]>, queryTerms = Object.keys(match)) =>
  ({ match, queryTerms }) as unknown as SearchResult;

describe('the floor of search', () => {
  const left = (question: string, ...matches: SearchResult[]) =>
    withoutFaint(matches, termShares(question, engine)).map(({ queryTerms }) => queryTerms.join());

  test('leaves out a page that has only the common word, where another has the rarer one', () => {
    const question = 'harpsichord report';
    assert.deepEqual(left(question, matched('harpsichord'), matched('report')), ['harpsichord']);
    assert.deepEqual(left(question, matched('report')), ['report']);
  });

  test('lets everything through where a question has many words', () => {
    const question = 'harpsichord report invoice table column row';
    assert.deepEqual(left(question, matched('harpsichord'), matched('report')), ['harpsichord', 'report']);
  });
});

describe('the coverage of a question', () => {
  const shares = termShares('harpsichord report', engine);

  test('is 1 for a page that has every word in its name, and less where a page has them in its text', () => {
    const inName = coverageOf(having({ harpsichord: ['names'], report: ['title'] }), shares);
    const inText = coverageOf(having({ harpsichord: ['words'], report: ['words'] }), shares);
    assert.ok(Math.abs(inName - 1) < 1e-9, String(inName));
    assert.ok(inText > 0 && inText < inName, String(inText));
  });

  test('is greater for the rarer word, and counts a word by its best place', () => {
    const rare = coverageOf(having({ harpsichord: ['about', 'words'] }), shares);
    assert.ok(rare > coverageOf(having({ report: ['about'] }), shares));
    assert.equal(rare, coverageOf(having({ harpsichord: ['about'] }), shares));
  });

  test('counts a word in place of a misspelled one, but less', () => {
    const asked = termShares('harpsicord', engine);
    const near = coverageOf(having({ harpsichord: ['about'] }, ['harpsicord']), asked);
    assert.ok(near > 0 && near < coverageOf(having({ harpsicord: ['about'] }), asked), String(near));
  });
});
