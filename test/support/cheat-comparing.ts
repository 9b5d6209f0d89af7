/** Ways to compare a team with something that is no fair control, or too often. */
import {
  bent,
  clustered,
  different,
  equal,
  fixed,
  inTurn,
  names,
  ofEqual,
  type Scenario,
  solo,
  team,
  times,
  trying,
  unequal,
} from './cheat.ts';
import { type Candidate, Lab, type Trial } from './lab.ts';

/** Comparisons that differ in more than the organisation, many at once, other controls, clusters and repetitions. */
export const comparing: Readonly<Record<string, Scenario>> = {
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
  'tokens that are hidden where the result is bad, and another evaluation': ofEqual(both =>
    times(8).map(n => {
      const trial: Trial = { ...both, cases: names(50, `n${n}`) };
      const [own, other] = [both.teams[0], both.control].map(({ passes }) =>
        trial.cases.map(name => passes(name, 1)),
      );
      const gain = own!.filter(Boolean).length - other!.filter(Boolean).length;
      return gain > 0 ? trial : { ...trial, bend: run => ({ ...run, inputTokens: null }) };
    }),
  ),
  'ten task classes': ofEqual(both =>
    times(10).map(n => ({ ...both, cases: names(50, `n${n}`), taskClass: `coding.task_${n}` })),
  ),
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
  'twenty repetitions of a few cases': ofEqual(both => [{ ...both, cases: names(15), repetitions: 20 }]),
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
  'a margin of fifty points': ofEqual(both => [{ ...both, cases: names(20), margin: 0.5 }]),
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
