/** Ways to make a team look better than it is, each tried on agents that are equally good. */
import type { Recommendation } from '#document/kind/recommendation.ts';
import type { EndedRun } from '../../server/evidence/run-facts.ts';
import { oneSided } from '../../server/evidence/sign-test.ts';
import { digestOf, randomFrom } from './evidence.ts';
import { type Candidate, Lab, type Trial } from './lab.ts';

/** One way of cheating, or an honest tenant. @returns the decisions that the tenant could show */
type Scenario = (chance: () => number) => Recommendation[];

const solo = (passes: Candidate['passes'], name = 'solo'): Candidate => ({ name, agents: 1, passes });
const names = (count: number, word = 'case'): string[] =>
  Array.from({ length: count }, (_, index) => `${word}-${String(index).padStart(4, '0')}`);

/** An agent whose outcome on a case is fixed, whoever asks and however often. */
function fixed(chance: () => number, rate = 0.6): Candidate['passes'] {
  const key = Math.floor(chance() * 2 ** 32);
  return name => randomFrom(key ^ hashOf(name))() < rate;
}

const hashOf = (text: string): number =>
  [...text].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619), 2_166_136_261) >>> 0;

/** An agent whose every run is a new try. */
const trying =
  (chance: () => number, rate = 0.6): Candidate['passes'] =>
  () =>
    chance() < rate;

const team = (passes: Candidate['passes'], name = 'team', more: Partial<Candidate> = {}): Candidate => ({
  ...{ name, passes },
  ...more,
});

/** What a runner that sees all results would compute before anybody else. */
function looksBad(runs: readonly EndedRun[]): boolean {
  const passed = (lock: string) =>
    new Map(runs.filter(run => run.lock === digestOf(lock)).map(run => [run.case, run.outcome === 'pass']));
  const [own, other] = [passed('team'), passed('solo')];
  const of = (a: boolean, b: boolean) =>
    [...own].filter(([name, won]) => won === a && other.get(name) === b).length;
  return oneSided({ wins: of(true, false), losses: of(false, true), ties: 0 }) > 0.04;
}

const equal = (chance: () => number) => ({ control: solo(fixed(chance)), own: team(fixed(chance)) });

/** Evaluations one after the other, each shown. */
function inTurn(chance: () => number, trials: readonly Trial[], taskClass?: string): Recommendation[] {
  const lab = new Lab(chance);
  return trials.flatMap(trial => (lab.evaluate(trial) ? [lab.decide(trial.taskClass ?? taskClass)] : []));
}

const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const bent =
  (
    what: (run: EndedRun, isControl: boolean, chance: () => number) => Partial<EndedRun>,
    size = 40,
  ): Scenario =>
  chance => {
    const { control, own } = equal(chance);
    const bend: Trial['bend'] = (run, isControl) => ({ ...run, ...what(run, isControl, chance) });
    return inTurn(chance, [{ control, teams: [own], cases: names(size), bend }]);
  };

const different =
  (more: Partial<Candidate>, rate: number): Scenario =>
  chance =>
    inTurn(chance, [
      { control: solo(fixed(chance)), teams: [team(fixed(chance, rate), 'team', more)], cases: names(60) },
    ]);

/** Cases whose outcomes are fixed by their cluster, more or less. */
function clustered(chance: () => number, sizes: readonly number[], alike: number, rate = 0.6) {
  const clusters = sizes.flatMap((size, index) => Array.from({ length: size }, () => index));
  const cases = names(clusters.length);
  const agent = (): Candidate['passes'] => {
    const own = sizes.map(() => (chance() < rate ? 0.95 : 0.05));
    const each = cases.map((_, at) => chance() < (chance() < alike ? own[clusters[at]!]! : rate));
    return name => each[cases.indexOf(name)]!;
  };
  return { clusters, cases, control: solo(agent()), teams: [team(agent())] };
}

const unequal = [46, 30, 15, 12, 8, 7, 6, 5, 4, 3, 2, 2];

export const scenarios: Readonly<Record<string, Scenario>> = {
  'an honest evaluation': chance => {
    const { control, own } = equal(chance);
    return inTurn(chance, [{ control, teams: [own], cases: names(100) }]);
  },
  'an honest evaluation with a look after each case': chance => {
    const { control, own } = equal(chance);
    return inTurn(chance, [{ control, teams: [own], cases: names(100), stopping: 'anytime' }]);
  },
  'ten evaluations on new cases until one wins': chance => {
    const { control, own } = equal(chance);
    return inTurn(
      chance,
      times(10).map(n => ({ control, teams: [own], cases: names(50, `n${n}`) })),
    );
  },
  'nine cancelled evaluations and a lucky tenth': chance => {
    const { control, own } = equal(chance);
    const trials = times(10).map(n => ({
      ...{ control, teams: [own], cases: names(50, `n${n}`) },
      cancels: looksBad,
    }));
    return inTurn(chance, trials);
  },
  'the best of eleven that were started together is completed first': chance => {
    const { control, own } = equal(chance);
    const lab = new Lab(chance);
    const started = times(11).map(n => {
      const trial = { control, teams: [own], cases: names(50, `n${n}`), cancels: looksBad };
      return lab.start(trial);
    });
    return started.flatMap(each => (lab.finish(each) ? [lab.decide()] : []));
  },
  'the same suite ten times, with fixed outcomes': chance => {
    const { control, own } = equal(chance);
    return inTurn(
      chance,
      times(10).map(() => ({ control, teams: [own], cases: names(40) })),
    );
  },
  'the same cases in five versions of a suite, each with some new ones': chance => {
    const { control, own } = equal(chance);
    const cases = (n: number) => [...names(40), ...names(2, `v${n}`)];
    return inTurn(
      chance,
      times(5).map(n => ({ control, teams: [own], cases: cases(n) })),
    );
  },
  'a pilot of eleven teams without a control, then the luckiest': chance => {
    const control = solo(fixed(chance));
    const teams = times(11).map(n => team(fixed(chance), `team ${n}`));
    const count = (each: Candidate) => names(40).filter(name => each.passes(name, 1)).length;
    const [best] = [...teams].sort((a, b) => count(b) - count(a));
    return inTurn(chance, [
      { teams, cases: names(40) },
      { control, teams: [best!], cases: names(40) },
    ]);
  },
  'the same pilot, and the luckiest under another name': chance => {
    const control = solo(fixed(chance));
    const teams = times(11).map(n => team(fixed(chance), `team ${n}`));
    const count = (each: Candidate) => names(40).filter(name => each.passes(name, 1)).length;
    const [best] = [...teams].sort((a, b) => count(b) - count(a));
    return inTurn(chance, [
      { teams, cases: names(40) },
      { control, teams: [{ ...best!, name: 'renamed' }], cases: names(40) },
    ]);
  },
  'a pilot of 25 to 25, then the first nine cases of an order that puts its wins first': chance => {
    const { control, own } = equal(chance);
    const trials = times(5).map(n => ({
      ...{ control, teams: [{ ...own, name: `team ${n}` }], cases: names(50) },
      ...{ stopping: 'anytime' as const, maxCases: 9 },
    }));
    return inTurn(chance, [{ control, teams: [own], cases: names(50) }, ...trials]);
  },
  'eight broken control runs of forty': bent((run, isControl) =>
    isControl && run.outcome === 'pass' && Number(run.case.slice(5)) < 14 ? { outcome: 'error' } : {},
  ),
  'control runs that are lost where they would pass': bent((run, isControl, chance) =>
    isControl && run.outcome === 'pass' && chance() < 0.2 ? { outcome: 'lost' } : {},
  ),
  'failures of the team that are given up': bent((run, isControl, chance) =>
    !isControl && run.outcome === 'fail' && chance() < 0.5 ? { outcome: 'lost' } : {},
  ),
  'failures of the team that are reported as errors': bent((run, isControl) =>
    !isControl && run.outcome === 'fail' ? { outcome: 'error' } : {},
  ),
  'failures of the team that are handed back until they pass': bent((run, isControl, chance) =>
    !isControl && run.outcome === 'fail' && chance() < 0.75
      ? { outcome: 'pass', handedBack: 2, attempts: 3 }
      : {},
  ),
  'a few failures of the team that are handed back, and pass': bent((run, isControl) =>
    !isControl && run.outcome === 'fail' && Number(run.case.slice(5)) < 9
      ? { outcome: 'pass', handedBack: 1, attempts: 2 }
      : {},
  ),
  'failures of the team whose leases run out until they pass': bent((run, isControl, chance) =>
    !isControl && run.outcome === 'fail' && chance() < 0.75 ? { outcome: 'pass', attempts: 3 } : {},
  ),
  'passes of the control that are tried again until they fail': bent((run, isControl, chance) =>
    isControl && run.outcome === 'pass' && chance() < 0.5 ? { outcome: 'fail', attempts: 2 } : {},
  ),
  'a team that takes a hundred times the tokens': different({ tokens: 90_000 }, 0.9),
  'a team that takes twice the tokens of the control': different({ tokens: 2000 }, 0.85),
  'a team that takes more than its own budget': different({ tokens: 500_000 }, 0.95),
  'a team whose tokens nobody knows': different({ tokens: null }, 0.9),
  'a team with a better model': different({ model: 'model-2' }, 0.9),
  'a team with more tools': different({ tools: ['run-tests@1', 'read-answers@1'] }, 0.95),
  'a kind runner for the team and another for the control': bent(
    (_run, isControl, chance) => ({
      runner: isControl ? 'other' : 'kind',
      ...(!isControl && chance() < 0.5 && { outcome: 'pass' }),
    }),
    60,
  ),
  'tokens that are hidden where the result is bad, and another evaluation': chance => {
    const { control, own } = equal(chance);
    const trials = times(8).map(n => {
      const trial: Trial = { control, teams: [own], cases: names(50, `n${n}`) };
      const wins = trial.cases.filter(name => own.passes(name, 1) && !control.passes(name, 1)).length;
      const losses = trial.cases.filter(name => !own.passes(name, 1) && control.passes(name, 1)).length;
      const hide = (run: EndedRun): EndedRun => ({ ...run, inputTokens: null });
      return wins > losses ? trial : { ...trial, bend: hide };
    });
    return inTurn(chance, trials);
  },
  'ten task classes': chance => {
    const { control, own } = equal(chance);
    const trials = times(10).map(n => ({
      ...{ control, teams: [own], cases: names(50, `n${n}`) },
      taskClass: `coding.task_${n}`,
    }));
    return inTurn(chance, trials);
  },
  'ten teams at once': chance => {
    const teams = times(10).map(n => team(fixed(chance), `team ${n}`));
    return inTurn(chance, [{ control: solo(fixed(chance)), teams, cases: names(60) }]);
  },
  'ten teams, one after the other': chance => {
    const control = solo(fixed(chance));
    const trials = times(10).map(n => ({
      ...{ control, teams: [team(fixed(chance), `team ${n}`)] },
      cases: names(50, `n${n}`),
    }));
    return inTurn(chance, trials);
  },
  'a sabotaged control after a defeat by the good one': chance => {
    const own = team(fixed(chance, 0.4));
    const good = { control: solo(fixed(chance, 0.85), 'good'), teams: [own], cases: names(40) };
    const bad = { control: solo(fixed(chance, 0.05), 'bad'), teams: [own], cases: names(200, 'b') };
    return inTurn(chance, [good, bad]).slice(1);
  },
  'a sabotaged control after the good one left it open': chance => {
    const own = team(fixed(chance));
    const good = { control: solo(fixed(chance), 'good'), teams: [own], cases: names(60) };
    const bad = { control: solo(fixed(chance, 0.15), 'bad'), teams: [own], cases: names(200, 'b') };
    return inTurn(chance, [good, bad]);
  },
  'a defeat that is waited out until it is stale': chance => {
    const own = team(fixed(chance, 0.4));
    const lab = new Lab(chance);
    lab.evaluate({ control: solo(fixed(chance, 0.9), 'good'), teams: [own], cases: names(60) });
    const before = lab.evidence[0]!.snapshot;
    Object.assign(before, { stale_at: '2026-01-01T00:00:01Z' });
    lab.evaluate({ control: solo(fixed(chance, 0.1), 'bad'), teams: [own], cases: names(100, 'b') });
    return [lab.decide()];
  },
  'six clusters': chance => inTurn(chance, [clustered(chance, [40, 30, 10, 10, 5, 5], 0.8)]),
  'twelve unequal clusters': chance => inTurn(chance, [clustered(chance, unequal, 0.6)]),
  'twelve unequal clusters, with a look after each': chance =>
    inTurn(chance, [{ ...clustered(chance, unequal, 0.6), stopping: 'anytime' }]),
  'twenty repetitions of a few cases': chance => {
    const { control, own } = equal(chance);
    return inTurn(chance, [{ control, teams: [own], cases: names(15), repetitions: 20 }]);
  },
  'repetitions that are new tries': chance =>
    inTurn(chance, [
      { control: solo(trying(chance)), teams: [team(trying(chance))], cases: names(30), repetitions: 5 },
    ]),
  'many small wins and few large losses': chance => {
    // The team wins a little on three cases of four, and loses all on the others: on average neither is better.
    const rates = new Map(names(60).map(name => [name, chance() < 0.75 ? [0.6, 0.4] : [0.2, 0.8]]));
    const of =
      (side: 0 | 1): Candidate['passes'] =>
      name =>
        chance() < rates.get(name)![side]!;
    return inTurn(chance, [
      { control: solo(of(1)), teams: [team(of(0))], cases: names(60), repetitions: 10 },
    ]);
  },
  'a margin of fifty points': chance => {
    const { control, own } = equal(chance);
    return inTurn(chance, [{ control, teams: [own], cases: names(20), margin: 0.5 }]);
  },
  'imported runs that were seen before the plan': chance => {
    const { control, own } = equal(chance);
    const lucky = team((name, n) => own.passes(name, n) || chance() < 0.5);
    return inTurn(chance, [{ control, teams: [lucky], cases: names(60), wasSeen: true }]);
  },
  'a profile that is chosen after the results, to exclude the control': chance => {
    const { control, own } = equal(chance);
    const lab = new Lab(chance);
    lab.evaluate({ control, teams: [own], cases: names(60) });
    return [40, 45, 50, 55, 60].map(percent => lab.decide(undefined, { percent }));
  },
};

/** Whether a tenant that tries one of them for a seed gets a team recommended, and whether a decision is without any reason. */
export function attempt(name: string, seed: number): { wasFooled: boolean; isSilent: boolean } {
  const shown = scenarios[name]!(randomFrom(seed * 7919 + hashOf(name)));
  const wasFooled = shown.some(({ answer }) => answer === 'team');
  return { wasFooled, isSilent: shown.some(({ reasons }) => reasons.length === 0) };
}
