/** The rules that hold of every decision, whatever the evidence; and the reach of the code that decides. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { recommendation } from '#document/evaluation/recommendation.ts';
import { contradictionsIn } from '../../../../server/evidence/recommend/contradiction.ts';
import type { Evidence, Profile } from '../../../../server/evidence/recommend/input.ts';
import { recommend } from '../../../../server/evidence/recommend/recommend.ts';
import { randomFrom } from '../../../support/random.ts';
import { digestOf, type SimulatedLock, simulate } from '../../../support/simulated-evidence.ts';

const now = '2026-11-22T08:00:00Z';
const profile: Profile = { digest: digestOf('profile'), task_class: 'coding.bug_fix', min_pass_rate: 50 };

const lock = (name: string, passes: SimulatedLock['passes']): SimulatedLock => ({
  ...{ name, agents: name === 'solo' ? 1 : 3, passes },
});

const decide = (evidence: readonly Evidence[], more: Partial<Profile> = {}) =>
  recommend({ profile: { ...profile, ...more }, evidence, standing: new Map(), now });

describe('every decision', () => {
  const arbitrary = fc.record({
    seed: fc.nat(),
    cases: fc.integer({ min: 1, max: 60 }),
    repetitions: fc.integer({ min: 1, max: 3 }),
    evaluations: fc.integer({ min: 0, max: 3 }),
    percent: fc.integer({ min: 0, max: 100 }),
  });

  function evidenceOf({
    seed,
    cases,
    repetitions,
    evaluations,
  }: {
    seed: number;
    cases: number;
    repetitions: number;
    evaluations: number;
  }) {
    const random = randomFrom(seed);
    return Array.from({ length: evaluations }, (_, index) => {
      const rates = [random(), random(), random()];
      const locks = ['solo', 'team', 'crew'].map((name, at) => lock(name, () => random() < rates[at]!));
      const grade = random() < 0.2 ? ('exploratory' as const) : ('confirmatory' as const);
      const completedAt = `2026-11-21T0${index}:00:00Z`;
      return simulate({ locks, cases, repetitions, grade, completedAt, before: 2 * index });
    });
  }

  test('is the same for the same evidence in any order, fits its schema, and keeps its promises', () => {
    fc.assert(
      fc.property(arbitrary, given => {
        const evidence = evidenceOf(given);
        const decided = decide(evidence, { min_pass_rate: given.percent });
        assert.deepEqual(decide([...evidence].reverse(), { min_pass_rate: given.percent }), decided);
        assert.deepEqual(recommendation.fields.parse(decided), decided);
        assert.deepEqual(contradictionsIn(decided), []);
        const excluded = decided.excluded.map(each => each.lock);
        assert.equal(decided.decision === 'recommend', decided.recommended !== undefined);
        if (decided.recommended) assert.equal(decided.recommended, decided.ranking[0]!.lock);
        else assert.equal(decided.begin_with, decided.ranking[0]?.lock);
        const [value = 0, low = 0, high = 0] = (decided.effect?.difference ?? []).map(Number);
        assert.ok(low <= value && value <= high);
        if (decided.answer === 'team') assert.ok(low > 0, 'no team is recommended that may be no better');
        assert.ok(
          decided.ranking.every(
            each => !excluded.includes(each.lock) && Number(each.low) * 100 >= given.percent,
          ),
        );
        assert.ok(decided.ranking.every(each => each.control || Number(each.p_beats_control) <= 0.05));
        if (decided.decision === 'insufficient_evidence') assert.ok(decided.settle);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the code that recommends', () => {
  test('cannot reach tickets, receipts, adoptions or any store, by whatever way', () => {
    const root = join(import.meta.dirname, '../../../..');
    const reached = new Set<string>();
    const follow = (name: string): void => {
      if (reached.has(name)) return;
      reached.add(name);
      const text = readFileSync(join(root, name), 'utf8');
      for (const [, target = ''] of text.matchAll(/\b(?:from|import) ?\(?'([^']+)'/g)) {
        if (target.startsWith('#')) follow(`build/${target.slice(1)}`);
        else if (target.startsWith('.')) follow(relative(root, join(root, dirname(name), target)));
      }
    };
    const names = readdirSync(join(root, 'server/evidence/recommend'), { recursive: true }) as string[];
    for (const name of names.filter(each => each.endsWith('.ts')))
      follow(`server/evidence/recommend/${name}`);
    const forbidden = [...reached].filter(name =>
      /ticket|receipt|server\/(?:store|api|http|mcp|site)/.test(name),
    );
    assert.deepEqual(forbidden, []);
    assert.ok(reached.size > 10);
  });
});
