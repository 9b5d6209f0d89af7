/** Documents that contradict themselves are not signed: each kind of contradiction, made in a true document. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Recommendation } from '#document/evaluation/recommendation.ts';
import {
  contradictionsIn as inEvidence,
  refuseContradictions as refuseEvidence,
} from '../../../../server/evidence/contradiction.ts';
import {
  contradictionsIn,
  refuseContradictions,
} from '../../../../server/evidence/recommend/contradiction.ts';
import { recommend } from '../../../../server/evidence/recommend/recommend.ts';
import { digestOf, simulate } from '../../../support/simulated-evidence.ts';

const evidence = simulate({
  locks: [
    { name: 'solo', agents: 1, passes: at => at % 3 === 0 },
    { name: 'team', agents: 3, passes: at => at % 9 !== 0 },
  ],
  cases: 90,
});
const profile = { digest: digestOf('profile'), task_class: 'coding.bug_fix', min_pass_rate: 10 };
const decided = recommend({
  profile,
  evidence: [evidence],
  standing: new Map(),
  now: '2026-11-22T08:00:00Z',
});
const [comparison] = decided.comparisons!;

describe('a recommendation', () => {
  test('that is true is signed', () => {
    assert.equal(decided.answer, 'team');
    assert.deepEqual(contradictionsIn(decided), []);
    refuseContradictions(decided);
  });

  const changes: Record<string, [RegExp, Partial<Recommendation>]> = {
    'an effect outside its interval': [
      /effect\.difference is 0\.9, which is outside its interval 0\.1 to 0\.5/,
      { effect: { ...decided.effect!, difference: ['0.9000', '0.1000', '0.5000'] } },
    ],
    'an effect that its comparison states otherwise': [
      /The effect is 0\.3000, 0\.1000, 0\.5000 in one place and 0\.\d+/,
      { effect: { ...decided.effect!, difference: ['0.3000', '0.1000', '0.5000'] } },
    ],
    'a rate outside its interval': [
      /ranking\[0\]\.pass_rate is .* outside/,
      { ranking: decided.ranking.map(each => ({ ...each, high: '0.0100' })) },
    ],
    'a comparison whose only evaluation states another': [
      /comparisons\[0\]\.difference is .* in one place and/,
      {
        comparisons: [
          {
            ...comparison!,
            evaluations: comparison!.evaluations.map(each => ({
              ...each,
              difference: ['0.1000', '0.0000', '0.2000'],
            })),
          },
        ],
      },
    ],
    'an answer that is none to the decision': [
      /The answer undecided does not fit the decision recommend/,
      { answer: 'undecided' },
    ],
    'a recommendation that another is ranked before': [/not ranked first/, { recommended: digestOf('solo') }],
    'a candidate that is ranked and out': [
      /is both ranked and excluded/,
      {
        excluded: [
          {
            ...{ lock: decided.ranking[0]!.lock, formation: digestOf('f'), snapshot: evidence.digest },
            reasons: [{ code: 'sensitivity', detail: 'It is not.' }],
          },
        ],
      },
    ],
  };
  for (const [what, [said, change]] of Object.entries(changes))
    test(`with ${what} is not`, () => {
      assert.throws(() => refuseContradictions({ ...decided, ...change }), said);
    });
});

describe('evidence', () => {
  const { results, pairs } = evidence.snapshot;
  test('that is true is signed', () => assert.deepEqual(inEvidence(evidence.snapshot), []));

  const [pair] = pairs;
  const changes = {
    'a rate outside its interval': {
      results: results.map(each => ({ ...each, pass_rate_low: '0.9900' })),
      pairs,
    },
    'a difference outside its interval': {
      results,
      pairs: [{ ...pair!, difference: [pair!.difference![0]!, '0.9000', '1.0000'] }],
    },
    'a difference that the rates do not have': {
      results,
      pairs: [{ ...pair!, difference: ['0.5600', '0.0000', '1.0000'] }],
    },
    'a worst case that is better': { results, pairs: [{ ...pair!, worst: ['0.9000', '0.8000', '1.0000'] }] },
  };
  for (const [what, changed] of Object.entries(changes))
    test(`with ${what} is not`, () => {
      assert.throws(() => refuseEvidence(changed), /The evidence contradicts itself/);
    });
});
