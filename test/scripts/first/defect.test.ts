/** The suite `small-defects`: its cases can be solved, and by nothing less than what is right; programs of strangers are kept apart. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import { defects } from '../../../scripts/first/defect/index.ts';
import { applyDiff, diffOf } from '../../../scripts/first/patch.ts';
import { openSandbox } from '../../../scripts/first/sandbox.ts';

const sandbox = openSandbox();
after(() => sandbox.close());

const passes = async (code: string, tests: readonly string[]): Promise<boolean[]> =>
  (await sandbox.run(code, tests)).map(failure => failure === '');
const all = (found: readonly boolean[]) => found.every(Boolean);

describe('the cases', () => {
  test('are sixty, ten of each level, and each has the mistake in one place', () => {
    assert.equal(new Set(defects.map(({ id }) => id)).size, 60);
    for (const level of [1, 2, 3, 4, 5, 6])
      assert.equal(defects.filter(each => each.level === level).length, 10);
    for (const { id, code, from } of defects) assert.equal(code.split(from).length, 2, id);
  });

  for (const level of [1, 2, 3, 4, 5, 6])
    test(`of level ${level} fail as reported, pass when repaired, and find what only looks repaired`, async () => {
      for (const { id, code, from, right, wrong, shown, hidden } of defects.filter(
        each => each.level === level,
      )) {
        const repaired = (by: string) => code.replace(from, () => by);
        assert.ok(!all(await passes(code, shown)), `${id} does not show its defect`);
        assert.ok(all(await passes(repaired(right), [...shown, ...hidden])), `${id} cannot be repaired`);
        assert.ok(all(await passes(repaired(wrong), shown)), `${id}: the wrong repair looks wrong`);
        assert.ok(!all(await passes(repaired(wrong), hidden)), `${id}: the wrong repair passes`);
        assert.ok(!all(await passes('', [...shown, ...hidden])), `${id} passes without a program`);
        assert.equal(applyDiff(code, diffOf(code, from, right)), repaired(right), id);
      }
    });
});

describe('a program of a stranger', () => {
  const says = async (code: string, test: string) => (await sandbox.run(code, [test]))[0]!;

  test('cannot decide its own tests', async () => {
    for (const code of [
      'function same() {}',
      'globalThis.same = () => {};',
      'same(1, 1);',
      "JSON.stringify = () => '[\"\"]'; Array.prototype.join = () => ''; Array.prototype.push = () => 0; Object.keys = () => [];",
      'throw new Error();',
      "Object.defineProperty(globalThis, 'answer', { get() { same(1, 1); return 1; } });",
    ])
      assert.notEqual(await says(code, 'same(globalThis.answer ?? [2], [3])'), '', code);
  });

  test('reaches nothing, and ends', async () => {
    const nothing = 'undefined'.repeat(5);
    const reached = 'typeof process + typeof require + typeof fetch + typeof module + typeof setTimeout';
    assert.equal(await says('', `same(${reached}, '${nothing}')`), '');
    for (const code of [
      "this.constructor.constructor('return process')()",
      "new Function('return 1')()",
      "import('node:fs')",
    ])
      assert.notEqual(await says(`const found = ${code};`, "same(typeof found.pid, 'number')"), '');
    assert.match(await says('for (;;);', 'same(1, 1)'), /did not end within 500 ms/);
    assert.match(
      await says('const all = []; for (;;) all.push(new Array(1e6).fill(1));', 'same(1, 1)'),
      /memory or time|did not end/,
    );
    assert.equal(await says('', 'same(1, 1)'), '', 'the next one is not affected');
  });
});

describe('a diff', () => {
  test('is applied where its lines are, whatever its numbers say', () => {
    const code = 'a\nb\nc\nb\nd';
    assert.equal(applyDiff(code, '@@ -9,9 +9,9 @@\n c\n-b\n+x'), 'a\nb\nc\nx\nd');
    assert.equal(
      applyDiff(code, 'Words.\n```diff\n--- a\n+++ b\n@@ -1 +1 @@\n-a\n+A\n@@ -5 +5 @@\n-d\n+D\n```\nMore.'),
      'A\nb\nc\nb\nD',
    );
    assert.equal(applyDiff(code, '@@ -1 +1 @@\n-nothing\n+x'), undefined);
    assert.equal(applyDiff(code, 'no diff'), undefined);
  });

  test('of two texts leads from one to the other', () => {
    const line = fc.constantFrom('a', 'b', 'c', '');
    const lines = fc.array(line, { minLength: 1, maxLength: 6 }).map(each => each.join('\n'));
    fc.assert(
      fc.property(lines, lines, lines, (before, from, to) => {
        const code = `start\n${before}\nX${from}\nend`;
        const diff = diffOf(code, `X${from}`, `X${to}`);
        return applyDiff(code, diff) === `start\n${before}\nX${to}\nend`;
      }),
    );
  });
});
