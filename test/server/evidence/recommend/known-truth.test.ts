/** The worth of the decision: over simulated evaluations whose truth is known. The campaign `known-truth` runs a thousand of each. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { errorRate } from '../../../../server/evidence/rate.ts';
import { betters, equals, power, teamsRecommended } from '../../../campaign/known-truth.ts';
import { isLarge } from '../../../support/large.ts';

const rounds = isLarge ? 200 : 60;

describe(`over ${rounds} evaluations in which no team is better than the control`, () => {
  for (const [what, truth] of equals)
    test(`a team is recommended in no more than ${errorRate * 100} %: ${what}`, context => {
      const { count, of } = teamsRecommended(truth, { seed: 1, rounds });
      context.diagnostic(`${count} of ${of}`);
      assert.ok(count <= errorRate * of, `${count}`);
    });
});

describe(`over ${rounds} evaluations of 100 cases in which the team is better by 20 points`, () => {
  for (const [what, truth] of betters)
    test(`it is recommended in at least ${power * 100} %: ${what}`, context => {
      const { count, of } = teamsRecommended(truth, { seed: 1, rounds });
      context.diagnostic(`${count} of ${of}`);
      assert.ok(count >= power * of, `${count}`);
    });
});
