/** The suite `small-defects`: its cases can be solved, and by nothing less than what is right; programs of strangers are kept apart. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { defects } from '../../../scripts/first/defect/defect.ts';
import { failuresOf } from '../../../scripts/first/sandbox.ts';
import { someOf } from '../../support/large.ts';

const passes = async (code: string, tests: readonly string[]): Promise<boolean[]> =>
  (await failuresOf(code, tests)).map(failure => failure === '');
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
      for (const { id, code, from, right, wrong, shown, hidden } of someOf(
        defects.filter(each => each.level === level),
        1,
      )) {
        const repaired = (by: string) => code.replace(from, () => by);
        assert.ok(!all(await passes(code, shown)), `${id} does not show its defect`);
        assert.ok(all(await passes(repaired(right), [...shown, ...hidden])), `${id} cannot be repaired`);
        const found = await passes(repaired(wrong), [...shown, ...hidden]);
        assert.ok(all(found.slice(0, shown.length)), `${id}: the wrong repair looks wrong`);
        assert.ok(!all(found.slice(shown.length)), `${id}: the wrong repair passes`);
      }
    });

  test('do not pass without a program', async () => {
    const found = await passes(
      '',
      defects.flatMap(({ shown, hidden }) => [...shown, ...hidden]),
    );
    for (const { id, shown, hidden } of defects)
      assert.ok(!all(found.splice(0, shown.length + hidden.length)), `${id} passes without a program`);
  });
});

describe('a program of a stranger', () => {
  const says = async (code: string, test: string) => (await failuresOf(code, [test]))[0]!;

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
