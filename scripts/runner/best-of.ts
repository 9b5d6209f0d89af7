/**
 * Carries out one run as the best of several attempts (docs/attempts.md#4). The attempts are made one after the other, each in a folder of
 * its own that is gone before the next begins. One is chosen by what they left alone; only then does the check judge all of them.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BestOf } from '#build/evaluation/best-of.ts';
import type { Trace } from '../conformance/trace.ts';
import { removeFolder, TooMuch } from './answer.ts';
import {
  type Case,
  copyFiles,
  type Manner,
  makeAttempt,
  type Spending,
  type Tried,
  tokensOf,
} from './attempt.ts';
import { outcomeOf } from './check.ts';
import { type RunResult, resultOf } from './command.ts';
import { choose } from './select.ts';

/** What an attempt left. */
interface Kept {
  tried: Tried;
  folder: string;
}

/** @throws Hopeless when the agent cannot be used; Error when a program cannot be started, or nothing can choose */
export async function performBest(
  manner: Manner,
  run: Case,
  bestOf: BestOf,
): Promise<{ result: RunResult; cost: number; trace: Trace | undefined }> {
  const kept: Kept[] = [];
  const spent: Spending = { input: 0, output: 0, cost: 0, isKnown: true };
  try {
    for (let number = 1; number <= bestOf.attempts; number += 1) {
      const made = await makeAttempt(manner, { ...run, attempt: number }, (tried, folder) =>
        kept.push({ tried, folder: keptFrom(folder, manner, run) }),
      );
      if (made.kept === undefined)
        return { result: resultOf(made.tried.finished), cost: 0, trace: undefined };
      spent.input += made.spent.input;
      spent.output += made.spent.output;
      spent.cost += made.spent.cost;
      spent.isKnown &&= made.spent.isKnown;
    }
    return await judge(manner, run, bestOf, kept, spent);
  } finally {
    for (const { folder } of kept) removeFolder(folder);
  }
}

/** Chooses one, and has all of them judged. */
async function judge(manner: Manner, run: Case, bestOf: BestOf, kept: readonly Kept[], spent: Spending) {
  const choice = await choose(
    manner,
    run,
    bestOf,
    kept.map(({ tried, folder }) => ({
      folder,
      isBroken: manner.agent === undefined && isBroken(manner, tried),
    })),
  );
  const outcomes: RunResult[] = [];
  for (const { tried, folder } of kept) outcomes.push(await outcomeOf(manner, run, tried, folder));
  const chosen = outcomes[choice.at]!;
  const known = tokensOf({
    ...spent,
    input: spent.input + choice.input,
    output: spent.output + choice.output,
  });
  const reported = 'input_tokens' in known ? known : sumOfReported(outcomes, choice);
  const elapsed = outcomes.reduce((sum, each) => sum + each.elapsed_milliseconds, choice.milliseconds);
  const passed = outcomes.filter(({ outcome }) => outcome === 'pass').length;
  return {
    result: {
      ...chosen,
      ...reported,
      elapsed_milliseconds: elapsed,
      best_of: { attempts: bestOf.attempts, passed },
    },
    cost: spent.cost,
    trace: kept[choice.at]!.tried.trace,
  };
}

/** Whether a command that reports its own outcome came to none: then there is nothing to choose. */
const isBroken = (manner: Manner, { finished }: Tried): boolean =>
  manner.check === undefined ? resultOf(finished).outcome === 'error' : finished.code !== 0;

/** The tokens that commands report of themselves; unknown where one does not. */
function sumOfReported(outcomes: readonly RunResult[], more: { input: number; output: number }) {
  const sum = (name: 'input_tokens' | 'output_tokens', start: number) =>
    outcomes.reduce<number | null>(
      (total, each) => (total === null || each[name] === null ? null : total + each[name]),
      start,
    );
  return { input_tokens: sum('input_tokens', more.input), output_tokens: sum('output_tokens', more.output) };
}

/** Copies what an attempt left to where the next one does not look for it. Of one that left too much, nothing is kept. */
function keptFrom(folder: string, manner: Manner, run: Case): string {
  const to = mkdtempSync(join(tmpdir(), 'agent-topology-kept-'));
  try {
    copyFiles(manner, run, folder, to);
    return to;
  } catch (error) {
    removeFolder(to);
    if (!(error instanceof TooMuch)) throw error;
    run.log(`${run.given.assignment}: ${error.message}`);
    return mkdtempSync(join(tmpdir(), 'agent-topology-kept-'));
  }
}
