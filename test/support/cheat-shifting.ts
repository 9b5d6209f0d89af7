/** Ways to shift what is asked, what is told or what is counted, so that an equal team looks better. */
import type { EndedRun } from '../../server/evidence/run-facts.ts';
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
  trying,
} from './cheat.ts';
import { type Candidate, Lab } from './lab.ts';

const worst = (passed: readonly boolean[]): number => Math.max(0, passed.indexOf(false));

const withAttempts =
  (choose: NonNullable<Candidate['bestOf']>['choose'], isTold = true): Scenario =>
  chance => {
    // A team that takes as many tokens as one agent of several attempts, and is as good as each of them.
    const control: Candidate = { ...solo(trying(chance)), bestOf: { attempts: 3, choose, isTold } };
    return inTurn(chance, [
      { control, teams: [team(trying(chance), 'team', { tokens: 3000 })], cases: names(100) },
    ]);
  };

/** One run in so many is tried again: few enough to be no reason for doubt. */
function tried(run: EndedRun, isControl: boolean, chance: () => number): Partial<EndedRun> {
  const wanted = isControl ? 'fail' : 'pass';
  if (Number(run.case.slice(5)) % 10 !== 0 || run.outcome === wanted) return {};
  return { attempts: 3, ...(chance() < 0.8 && { outcome: wanted }) };
}

export const shifting: Readonly<Record<string, Scenario>> = {
  'an honest control of several attempts': withAttempts(passed => {
    const passes = passed.filter(Boolean).length;
    return passed.indexOf(passes * 2 > passed.length);
  }),
  'a control of several attempts that takes the first, to cost as much': withAttempts(() => 0),
  'a control of several attempts that chooses the worst': withAttempts(worst),
  'a control of several attempts that chooses the worst, and does not tell of them': withAttempts(
    worst,
    false,
  ),
  'a control of several attempts that chooses the worst of some cases': withAttempts((passed, name) =>
    Number(name.slice(5)) % 3 === 0 ? worst(passed) : 0,
  ),
  'a tenth of all runs that are tried again until they end as wanted': bent(tried, 100),
  'a control whose limits cut off what would pass': bent(
    (run, isControl) =>
      isControl && run.outcome === 'pass' && Number(run.case.slice(5)) % 3 === 0
        ? { inputTokens: 150_000 }
        : {},
    100,
  ),
  'limits that cut off both alike': bent(
    run => (Number(run.case.slice(5)) % 3 === 0 ? { inputTokens: 150_000 } : {}),
    100,
  ),
  'a wide margin first, and then a narrow one': ofEqual(both =>
    [0.5, 0.01].map((margin, n) => ({ ...both, cases: names(60, `n${n}`), margin })),
  ),
  'five questions whose margins grow until one is met': ofEqual(both =>
    [0.01, 0.02, 0.03, 0.04, 0.05].map((margin, n) => ({ ...both, margin, cases: names(50, `n${n}`) })),
  ),
  'a lock of another parameter after a defeat, against a control that is worse': chance => {
    const passes = fixed(chance, 0.4);
    const good = { control: solo(fixed(chance, 0.9), 'good'), teams: [team(passes)], cases: names(40) };
    const again = team(passes, 'team', { lock: 'team, with another parameter' });
    const bad = { control: solo(fixed(chance, 0.05), 'bad'), teams: [again], cases: names(200, 'b') };
    return inTurn(chance, [good, bad]).slice(1);
  },
  'suites that share half of their cases with the one before': ofEqual(both =>
    times(8).map(n => ({ ...both, cases: [...names(25, `n${n}`), ...names(25, `n${n + 1}`)] })),
  ),
  'evaluations that may stop early, cancelled while they look bad': ofEqual(both =>
    times(8).map(n => ({
      ...both,
      cases: names(60, `n${n}`),
      ...{ stopping: 'anytime' as const, cancels: looksBad },
    })),
  ),
  'fifteen copies of one team at once': chance => {
    const teams = times(15).map(n => team(fixed(chance), `team ${n}`));
    return inTurn(chance, [{ control: solo(fixed(chance)), teams, cases: names(80) }]);
  },
  'half of each arm imported, and the worst of three logs for the control': bent(
    (run, isControl) => ({
      ...(Number(run.case.slice(5)) % 2 === 0 && { log: isControl ? 'partial - - - -' : 'complete - - - -' }),
    }),
    60,
  ),
  'profiles that limit what the control takes': chance => {
    const { control, own } = equal(chance);
    const lab = new Lab(chance);
    lab.evaluate({ control: { ...control, tokens: 1400 }, teams: [own], cases: names(60) });
    return [1, 30, 60].map(percent => lab.decide(undefined, { percent, tokens: 1200 }));
  },
};
