/** The second verifier on the decisions of every scenario: each is computed again, from its evidence and the cases of that. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { attempt, scenarios } from '../../support/cheating.ts';
import { someOf } from '../../support/large.ts';
import { noPython } from '../../support/python.ts';
import { recomputed } from '../../support/recomputed.ts';

describe('the second verifier', { skip: noPython }, () => {
  test('agrees with the decisions of some scenarios; a campaign takes all', () => {
    const names = someOf(Object.keys(scenarios), 12);
    const texts = names.flatMap(name => attempt(name, 34).documents());
    const { output, agreed, wrong } = recomputed(texts);
    assert.deepEqual([...wrong], [], output);
    assert.ok(agreed > 10, `${agreed}\n${output}`);
  });
});
