/** The second verifier: that it answers the published vectors as this project does, and finds what is wrong with a folder. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { temporaryFolder } from '../../support/folder.ts';
import { noPython, runPython } from '../../support/python.ts';
import { vectors } from '../../support/vectors.ts';

const folder = join(import.meta.dirname, '../../../scripts/verify');
const [program, file] = ['recompute.py', 'vectors.json'].map(name => join(folder, name)) as [string, string];
const run = (...words: string[]) => runPython(program, ...words);

describe('the second verifier', { skip: noPython }, () => {
  test('answers every published vector', () => {
    const { status, stdout } = run('--vectors', file);
    assert.deepEqual([status, stdout], [0, '200 of 200 vectors agree.\n']);
  });

  test('finds a vector that is wrong', () => {
    const text = readFileSync(file, 'utf8').replace('"0.033333"', '"0.025000"');
    const wrong = join(temporaryFolder(), 'wrong.json');
    writeFileSync(wrong, text);
    const { status, stdout } = run('--vectors', wrong);
    assert.equal(status, 1);
    assert.match(stdout, /^spends .*expected 0\.025000, computed 0\.033333\n199 of 200 vectors agree\.\n$/);
  });

  test('says how it is used, and that a folder without decisions proves nothing', () => {
    assert.equal(run().status, 2);
    assert.equal(run(temporaryFolder()).status, 1);
  });
});

describe('the published vectors', () => {
  test('are what this project answers', () => {
    const answered = `[\n${vectors()
      .map(vector => JSON.stringify(vector))
      .join(',\n')}\n]\n`;
    if (process.env.WRITE_VECTORS) writeFileSync(file, answered);
    assert.equal(
      readFileSync(file, 'utf8'),
      answered,
      'if that is meant, run this test with WRITE_VECTORS=1',
    );
  });
});
