/** The second verifier on the decisions of every scenario: each is computed again, from its evidence and the cases of that. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { attempt, scenarios } from '../../support/cheating.ts';
import { noPython } from '../../support/python.ts';
import { recomputed } from '../../support/recomputed.ts';

describe('the second verifier', { skip: noPython }, () => {
  test('agrees with the decisions of every second scenario; a campaign takes all', () => {
    const names = Object.keys(scenarios).filter((_, index) => index % 2 === 0);
    const texts = names.flatMap(name => attempt(name, 34).documents());
    const { output, agreed, wrong } = recomputed(texts);
    assert.deepEqual([...wrong], [], output);
    assert.ok(agreed > 60, `${agreed}\n${output}`);
  });
});
