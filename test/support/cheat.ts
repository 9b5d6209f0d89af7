/** Ways to make a team look better than it is, each tried on agents that are equally good. */
import type { Recommendation } from '#document/evaluation/recommendation.ts';
import { oneSided } from '../../build/document/statistics/sign-test.ts';
import type { EndedRun } from '../../server/evidence/run-facts.ts';
import { type Candidate, Lab, type Trial } from './lab.ts';
import { randomFrom } from './random.ts';
import { digestOf } from './simulated-evidence.ts';

/** One way of cheating, or an honest tenant. @returns the decisions that the tenant could show */
export type Scenario = (chance: () => number) => Recommendation[];

export const solo = (passes: Candidate['passes'], name = 'solo'): Candidate => ({ name, agents: 1, passes });
export const names = (count: number, word = 'case'): string[] =>
  Array.from({ length: count }, (_, index) => `${word}-${String(index).padStart(4, '0')}`);

/** An agent whose outcome on a case is fixed, whoever asks and however often. */
export function fixed(chance: () => number, rate = 0.6): Candidate['passes'] {
  const key = Math.floor(chance() * 2 ** 32);
  return name => randomFrom(key ^ hashOf(name))() < rate;
}

export const hashOf = (text: string): number =>
  [...text].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619), 2_166_136_261) >>> 0;

/** An agent whose every run is a new try. */
export const trying =
  (chance: () => number, rate = 0.6): Candidate['passes'] =>
  () =>
    chance() < rate;

export const team = (
  passes: Candidate['passes'],
  name = 'team',
  more: Partial<Candidate> = {},
): Candidate => ({ ...{ name, passes }, ...more });

/** Computes the test early, as a runner that sees all results could; returns whether the team is not proven better. */
export function looksBad(runs: readonly EndedRun[]): boolean {
  const passed = (lock: string) =>
    new Map(runs.filter(run => run.lock === digestOf(lock)).map(run => [run.case, run.outcome === 'pass']));
  const [own, other] = [passed('team'), passed('solo')];
  const of = (a: boolean, b: boolean) =>
    [...own].filter(([name, won]) => won === a && other.get(name) === b).length;
  return oneSided({ wins: of(true, false), losses: of(false, true), ties: 0 }) > 0.04;
}

export const equal = (chance: () => number) => ({ control: solo(fixed(chance)), own: team(fixed(chance)) });

/** Evaluations one after the other, each shown. */
export function inTurn(chance: () => number, trials: readonly Trial[], taskClass?: string): Recommendation[] {
  const lab = new Lab(chance);
  return trials.flatMap(trial => (lab.evaluate(trial) ? [lab.decide(trial.taskClass ?? taskClass)] : []));
}

/** Evaluations of an equal team against its control. */
export const ofEqual =
  (trials: (both: { control: Candidate; teams: [Candidate] }) => readonly Trial[]): Scenario =>
  chance => {
    const { control, own } = equal(chance);
    return inTurn(chance, trials({ control, teams: [own] }));
  };

export const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

export const bent =
  (
    what: (run: EndedRun, isControl: boolean, chance: () => number) => Partial<EndedRun>,
    size = 40,
  ): Scenario =>
  chance => {
    const { control, own } = equal(chance);
    const bend: Trial['bend'] = (run, isControl) => ({ ...run, ...what(run, isControl, chance) });
    return inTurn(chance, [{ control, teams: [own], cases: names(size), bend }]);
  };

export const different =
  (more: Partial<Candidate>, rate: number): Scenario =>
  chance =>
    inTurn(chance, [
      { control: solo(fixed(chance)), teams: [team(fixed(chance, rate), 'team', more)], cases: names(60) },
    ]);

/** Cases whose outcomes are fixed by their cluster, more or less. */
export function clustered(chance: () => number, sizes: readonly number[], alike: number, rate = 0.6) {
  const clusters = sizes.flatMap((size, index) => Array.from({ length: size }, () => index));
  const cases = names(clusters.length);
  const agent = (): Candidate['passes'] => {
    const own = sizes.map(() => (chance() < rate ? 0.95 : 0.05));
    const each = cases.map((_, at) => chance() < (chance() < alike ? own[clusters[at]!]! : rate));
    return name => each[cases.indexOf(name)]!;
  };
  return { clusters, cases, control: solo(agent()), teams: [team(agent())] };
}

export const unequal = [46, 30, 15, 12, 8, 7, 6, 5, 4, 3, 2, 2];
