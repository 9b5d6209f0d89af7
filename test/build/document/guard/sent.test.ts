import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readSent } from '../../../../build/document/guard/sent.ts';

const limit = 256 * 1024;
const faultsOf = (text: string): string[] => {
  const reading = readSent(text, limit);
  return reading.ok ? [] : reading.faults.map(({ line, column, rule }) => `${line}:${column} ${rule}`);
};

describe('a document that was sent', () => {
  test('is read when it is long because it holds much', () => {
    const line = (at: number) => `  - {id: a-b-c-d-${at}, digest: "sha256:${'1'.repeat(64)}"}\n`;
    const lines = Array.from({ length: 2000 }, (_, at) => line(at));
    assert.deepEqual(faultsOf(`---\ncases:\n${lines.join('')}---\n`), []);
  });

  test('is refused before it is parsed when it is long and nothing but marks', () => {
    assert.deepEqual(faultsOf(`---\na: [${'[],'.repeat(40_000)}]\n---\n`), ['1:1 front-matter']);
  });

  test('is refused for a character that is not seen, also where an escape stands for it', () => {
    assert.deepEqual(faultsOf('---\na: x\u00ady\n---\n'), ['2:5 hidden-character']);
    assert.deepEqual(faultsOf('---\na: "x\\u00ady"\n---\n'), ['2:1 hidden-character']);
  });
});
