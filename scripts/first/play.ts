/** Lets a team of the catalog work on a case, by the program with which it is exported, and decides by the tests. */

import type { RunResult } from '../runner/command.ts';
import type { Defect } from './defect/defect.ts';
import { applyDiff } from './patch.ts';
import { performersOf } from './program.ts';
import { Run } from './run/flow.ts';
import type { Answer, Team, Turn } from './run/team.ts';
import type { Sandbox } from './sandbox.ts';
import { givenOf } from './suite.ts';

/** What plays the roles that are models. */
export interface Model {
  /** Answers for a role; spends and counts what that takes on the run. */
  answer(run: Run, turn: Turn, defect: Defect): Promise<Answer>;
  /** How long a run took, where that is not what the clock says. Milliseconds. */
  elapsed?(run: Run): number;
}

/** The works in which teams hand over their patch. */
const handovers = ['patch', 'chosen-patch', 'handover'];

/**
 * Runs a team on a case.
 * @returns passed when every test does, shown and hidden
 */
export async function play(team: Team, defect: Defect, model: Model, sandbox: Sandbox): Promise<RunResult> {
  const begun = performance.now();
  const run = new Run(team, `Fix the defect. ${defect.report}`, givenOf(defect));
  const performers = performersOf(defect, sandbox);
  const act = (turn: Turn): Promise<Answer> =>
    performers[turn.role.id]?.(turn) ?? model.answer(run, turn, defect);
  for (let turns = run.step(); turns.length > 0; turns = run.step())
    await Promise.all(turns.map(messages => run.turn(messages, act)));
  const { works, spent } = run.result();
  const patch = handovers.flatMap(name => works[name] ?? []).at(-1) ?? '';
  const code = applyDiff(defect.code, patch);
  const tests = [...defect.shown, ...defect.hidden];
  const failures = code === undefined ? tests : await sandbox.run(code, tests);
  const passed = failures.filter(failure => failure === '').length;
  return {
    outcome: passed === tests.length ? 'pass' : 'fail',
    tests_ran: tests.length,
    tests_passed: passed,
    input_tokens: spent.inputTokens,
    output_tokens: spent.outputTokens,
    elapsed_milliseconds: Math.round(model.elapsed?.(run) ?? performance.now() - begun),
  };
}
