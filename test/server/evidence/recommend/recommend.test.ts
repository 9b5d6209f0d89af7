/** Decisions on given evidence: each answer, and each reason for exclusion. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ArtifactStatus } from '#document/kind/artifact-status.ts';
import type { Evidence, Profile } from '../../../../server/evidence/recommend/input.ts';
import { recommend } from '../../../../server/evidence/recommend/recommend.ts';
import { digestOf, type SimulatedLock, simulate } from '../../../support/simulated-evidence.ts';

const now = '2026-11-22T08:00:00Z';
const profile: Profile = { digest: digestOf('profile'), task_class: 'coding.bug_fix', min_pass_rate: 50 };

/** A lock that passes the first cases. */
const lock = (name: string, passes: number, more: Partial<SimulatedLock> = {}): SimulatedLock => ({
  name,
  agents: name === 'solo' ? 1 : 3,
  passes: at => at < passes,
  ...more,
});

const decide = (
  evidence: readonly Evidence[],
  more: Partial<Profile> = {},
  standing = new Map<string, ArtifactStatus>(),
) => recommend({ profile: { ...profile, ...more }, evidence, standing, now });

const codesOf = (decided: ReturnType<typeof decide>, name: string) =>
  decided.excluded.find(each => each.lock === digestOf(name))?.reasons.map(({ code }) => code);

describe('a decision', () => {
  const equal = simulate({ locks: [lock('solo', 80), lock('team', 82)], cases: 100 });
  const better = simulate({ locks: [lock('solo', 60), lock('team', 85)], cases: 100 });

  test('is one agent when it does as well as every team, but for less than a team is worth', () => {
    const decided = decide([equal]);
    assert.equal(decided.recommended, digestOf('solo'));
    assert.equal(decided.one_agent, true);
    assert.equal(decided.answer, 'one_agent');
    assert.deepEqual(codesOf(decided, 'team'), ['control_does_as_well']);
    assert.deepEqual(decided.effect!.difference[0], '0.0200');
    assert.equal(decided.settle, undefined);
  });

  test('is undecided while more runs could prove a team, and says what to begin with and what would tell', () => {
    const open = simulate({ locks: [lock('solo', 60), lock('team', 68)], cases: 100 });
    const decided = decide([simulate({ locks: [lock('solo', 20), lock('team', 24)], cases: 40 })], {
      min_pass_rate: 30,
    });
    assert.equal(decided.decision, 'insufficient_evidence');
    assert.deepEqual([decided.answer, decided.begin_with], ['undecided', digestOf('solo')]);
    assert.deepEqual(codesOf(decided, 'team'), ['does_not_beat_control']);
    const { cases, power_at, detects_gain } = decided.settle!;
    assert.ok(cases > 50);
    assert.equal(detects_gain, '0.1000', 'what looks best was lucky');
    assert.deepEqual(
      power_at!.map(each => each.gain_percent),
      [5, 10, 15, 20],
    );
    assert.ok(Number(power_at![0]!.power) < 0.5 && Number(power_at![3]!.power) > 0.95);
    assert.equal(decide([open]).answer, 'team', '8 cases won and none lost are a proof');
  });

  test('is the team when it beats the control', () => {
    const decided = decide([better]);
    assert.equal(decided.recommended, digestOf('team'));
    assert.equal(decided.ranking[0]!.p_beats_control, '0.0001');
    assert.match(
      decided.reasons.join('\n'),
      /It used 1177 tokens for each passed case, and the control, one agent, used 1667\./,
    );
  });

  test('is not enough evidence when nothing is known, only stale, or only exploratory', () => {
    const exploratory = simulate({
      locks: [lock('solo', 60), lock('team', 85)],
      cases: 100,
      grade: 'exploratory',
    });
    const stale = simulate({
      locks: [lock('solo', 60), lock('team', 85)],
      cases: 100,
      completedAt: '2026-05-26T08:00:00Z',
    });
    for (const [evidence, use] of [
      [[], undefined],
      [[stale], 'stale'],
      [[exploratory], 'exploratory'],
    ] as const) {
      const decided = decide(evidence);
      assert.equal(decided.decision, 'insufficient_evidence');
      assert.equal(decided.snapshots[0]?.use, use);
      assert.ok(decided.settle!.runs > 0);
    }
  });

  test('is not enough evidence when a rate may or may not be high enough, and says how many cases would tell', () => {
    const decided = decide([simulate({ locks: [lock('solo', 6), lock('team', 6)], cases: 10 })]);
    assert.equal(decided.decision, 'insufficient_evidence');
    assert.deepEqual(codesOf(decided, 'solo'), ['pass_rate_uncertain']);
    assert.ok(decided.settle!.cases >= 90);
    assert.equal(decided.settle!.power, '0.8000');
  });

  test('promises no more of the largest suite than it can hold', () => {
    const decided = decide([simulate({ locks: [lock('solo', 51), lock('team', 51)], cases: 100 })]);
    const { cases, power } = decided.settle!;
    assert.equal(cases, 2000);
    assert.ok(Number(power) > 0.05 && Number(power) < 0.5, power);
    assert.match(
      decided.reasons.at(-1)!,
      new RegExp(`2000 new cases would decide this with a chance of ${power}`),
    );
  });

  test('is none of these when all are out for certain', () => {
    const decided = decide([simulate({ locks: [lock('solo', 20), lock('team', 22)], cases: 100 })]);
    assert.equal(decided.decision, 'no_eligible_candidate');
    assert.deepEqual(codesOf(decided, 'team'), ['pass_rate_too_low', 'control_does_as_well']);
    assert.equal(decided.settle, undefined);
  });

  test('excludes for each limit of the profile, in numbers', () => {
    const costly = lock('team', 95, { tokens: 9000, elapsed: 60_000 });
    const solo = (at: number) => (at < 4 ? null : 8000);
    const evidence = [simulate({ locks: [lock('solo', 60, { tokens: solo }), costly], cases: 100 })];
    const decided = decide(evidence, {
      max_tokens_per_run: 8000,
      max_elapsed_milliseconds: 50_000,
      max_agents: 2,
    });
    assert.deepEqual(codesOf(decided, 'team'), ['too_many_agents', 'too_many_tokens', 'too_slow']);
    assert.deepEqual(codesOf(decided, 'solo'), ['tokens_unknown']);
    assert.match(
      decided.excluded.find(each => each.lock === digestOf('team'))!.reasons[1]!.detail,
      /9000.*8000/,
    );
  });

  test('never names what is not active', () => {
    for (const status of ['deprecated', 'superseded', 'revoked'] as const) {
      const decided = decide([better], {}, new Map([[digestOf('team'), status]]));
      assert.equal(decided.recommended, digestOf('solo'));
      assert.deepEqual(codesOf(decided, 'team'), ['not_active']);
    }
  });

  test('ranks by the lower bound, then by tokens per pass, and names those it cannot tell apart', () => {
    const locks = [
      lock('solo', 50),
      lock('costly', 85, { tokens: 1400 }),
      lock('cheap', 85),
      lock('best', 99),
    ];
    const { ranking, inseparable } = decide([simulate({ locks, cases: 100 })], { min_pass_rate: 30 });
    assert.deepEqual(
      ranking.map(each => each.lock),
      ['best', 'cheap', 'costly', 'solo'].map(digestOf),
    );
    assert.deepEqual(inseparable, []);
    const close = decide([simulate({ locks: locks.slice(0, 3), cases: 100 })], { min_pass_rate: 30 });
    assert.deepEqual(close.inseparable, [digestOf('costly')]);
  });

  test('adds up the evidence of a lock: what comes later adds to a proof and never removes it', () => {
    const smoke = simulate({
      locks: [lock('solo', 2), lock('team', 0)],
      cases: 2,
      completedAt: '2026-11-21T09:00:00Z',
    });
    const decided = decide([better, smoke]);
    assert.equal(decided.recommended, digestOf('team'));
    assert.deepEqual(
      decided.snapshots.map(({ use }) => use),
      ['used', 'used'],
    );
    const [comparison] = decided.comparisons!;
    assert.deepEqual([comparison!.method, comparison!.evaluations.length], ['spending', 2]);
    assert.deepEqual(decided.ranking[0]!.pass_rate, '0.8333', '85 of 102 runs');
  });

  test('lets each evaluation stand alone: a row of them proves nothing that none of them proves', () => {
    const narrow = (hour: number) => {
      const won = (at: number) => at < 11;
      const team = lock('team', 0, { passes: at => won(at) || at >= 16 });
      const solo = lock('solo', 0, { passes: at => !won(at) && (at < 16 || at >= 17) });
      const completedAt = `2026-11-21T0${hour}:00:00Z`;
      return simulate({ locks: [solo, team], cases: 60, completedAt, before: hour - 1 });
    };
    const row = [1, 2, 3, 4, 5, 6, 7, 8].map(hour => narrow(hour));
    assert.deepEqual(codesOf(decide(row), 'team'), ['does_not_beat_control']);
  });

  test('drops a team where a plan asked, and the control does as well but for its margin', () => {
    const decided = decide([
      simulate({ locks: [lock('solo', 390), lock('team', 394)], cases: 400, margin: '0.0500' }),
    ]);
    assert.equal(decided.recommended, digestOf('solo'));
    assert.deepEqual(codesOf(decided, 'team'), ['control_does_as_well']);
  });

  test('suggests only what can be run: active locks and a fair control', () => {
    const small = simulate({ locks: [lock('solo', 6), lock('team', 8)], cases: 10 });
    const unfair = simulate({ locks: [lock('solo', 6), lock('team', 8)], cases: 10, grade: 'exploratory' });
    const { settle } = decide([small], {}, new Map([[digestOf('solo'), 'revoked']]));
    assert.equal(settle!.control, undefined);
    assert.deepEqual(settle!.locks, [digestOf('team')]);
    assert.equal(decide([unfair]).settle!.control, undefined);
    const open = decide([small], { min_pass_rate: 10 }).settle!;
    assert.equal(open.control, digestOf('solo'));
    assert.equal(open.runs, 2 * open.cases);
    assert.equal(Math.round(open.tokens_expected! / open.cases), 2000);
  });
});
