/** Ways to bend evaluations, or to choose among them. */
import {
  bent,
  equal,
  fixed,
  inTurn,
  looksBad,
  names,
  ofEqual,
  type Scenario,
  solo,
  team,
  times,
} from './cheat.ts';
import { type Candidate, Lab } from './lab.ts';

/** A pilot of eleven teams without a control, and the luckiest against one. */
const pilot =
  (shown: (best: Candidate) => Candidate): Scenario =>
  chance => {
    const control = solo(fixed(chance));
    const teams = times(11).map(n => team(fixed(chance), `team ${n}`));
    const count = (each: Candidate) => names(40).filter(name => each.passes(name, 1)).length;
    const [best] = [...teams].sort((a, b) => count(b) - count(a));
    return inTurn(chance, [
      { teams, cases: names(40) },
      { control, teams: [shown(best!)], cases: names(40) },
    ]);
  };

/** Evaluations that are repeated, chosen, cancelled, broken or bent. */
export const bending: Readonly<Record<string, Scenario>> = {
  'an honest evaluation': ofEqual(both => [{ ...both, cases: names(100) }]),
  'an honest evaluation with a look after each case': ofEqual(both => [
    { ...both, cases: names(100), stopping: 'anytime' },
  ]),
  'ten evaluations on new cases until one wins': ofEqual(both =>
    times(10).map(n => ({ ...both, cases: names(50, `n${n}`) })),
  ),
  'nine cancelled evaluations and a lucky tenth': ofEqual(both =>
    times(10).map(n => ({ ...both, cases: names(50, `n${n}`), cancels: looksBad })),
  ),
  'the best of eleven that were started together is completed first': chance => {
    const { control, own } = equal(chance);
    const lab = new Lab(chance);
    const started = times(11).map(n => {
      const trial = { control, teams: [own], cases: names(50, `n${n}`), cancels: looksBad };
      return lab.start(trial);
    });
    return started.flatMap(each => (lab.finish(each) ? [lab.decide()] : []));
  },
  'the same suite ten times, with fixed outcomes': ofEqual(both =>
    times(10).map(() => ({ ...both, cases: names(40) })),
  ),
  'the same cases in five versions of a suite, each with some new ones': ofEqual(both =>
    times(5).map(n => ({ ...both, cases: [...names(40), ...names(2, `v${n}`)] })),
  ),
  'a pilot of eleven teams without a control, then the luckiest': pilot(best => best),
  'the same pilot, and the luckiest under another name': pilot(best => ({ ...best, name: 'renamed' })),
  'a pilot of 25 to 25, then the first nine cases of an order that puts its wins first': ofEqual(
    ({ control, teams: [own] }) => [
      { control, teams: [own], cases: names(50) },
      ...times(5).map(n => ({
        ...{ control, teams: [{ ...own, name: `team ${n}` }], cases: names(50) },
        ...{ stopping: 'anytime' as const, maxCases: 9 },
      })),
    ],
  ),
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
};
