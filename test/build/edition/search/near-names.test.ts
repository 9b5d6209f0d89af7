/** Names that a question nearly is. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NearNames } from '#edition/search/near-names.ts';

const names = new NearNames();
for (const name of [
  ...['literature review', 'orchestrator worker', 'document long map reduce', 'grade', 'glossary'],
  ...['cost quickly run', 'cost run slowly', 'cost often run', 'cost run seldom', 'disk team', 'margin'],
])
  names.add(name);

const written = new Set(['trade']);
const of = (asked: string) => names.of(asked, word => written.has(word)).sort();

describe('names', () => {
  test('are found where letters are wrong, missing, or have changed places', () => {
    assert.deepEqual(of('litrature reveiw'), ['literature review']);
    assert.deepEqual(of('orchestrater worker'), ['orchestrator worker']);
    assert.deepEqual(of('glosary'), ['glossary']);
  });

  test('are found where one of at least three words is missing', () => {
    assert.deepEqual(of('document long map'), ['document long map reduce']);
    assert.deepEqual(of('documnet long reduce'), ['document long map reduce']);
    assert.deepEqual(of('document long'), []);
    assert.deepEqual(of('team'), []);
  });

  test('are not told by a part that many share', () => {
    assert.deepEqual(of('cost run'), []);
  });

  test('have every word of the question', () => {
    assert.deepEqual(of('literature review team'), []);
    assert.deepEqual(of('the and'), []);
    assert.deepEqual(of(''), []);
  });

  test('are not read into a word that the catalog has, or into a short one', () => {
    assert.deepEqual(of('trade'), []);
    assert.deepEqual(of('brade'), ['grade']);
    assert.deepEqual(of('tema disk'), []);
  });

  test('are not looked for in a question of more than six words', () => {
    const long = new NearNames();
    long.add('eight green bottles hang upon every wall');
    assert.deepEqual(
      long.of('eight green bottles hang upon every wal', () => false),
      [],
    );
  });
});
