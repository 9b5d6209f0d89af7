/** A preview of an import: which results fit the plan, which runs are missing, and why it cannot be sent. */

import type { RunSummary } from '#document/evaluation/run-summary.ts';
import { timeText } from '#document/text/time.ts';
import { failed } from '../../../support/failure.ts';
import { counted } from '../../../support/output.ts';
import { matchCases } from '../../import/match.ts';
import { type ImportedResult, placeText, refused } from '../../import/result.ts';
import type { ArmMatch } from './arms.ts';
import { type Compared, logLine } from './compare.ts';
import { runName, type Sendable } from './submit.ts';
import type { Target } from './target.ts';

/** A run of the plan without a result. */
interface MissingRun {
  lock: string;
  suite_case: string;
  repetition: number;
}

/** Returns the runs of the plan without a result. For a lock without files, these are all its runs. */
export const missingRuns = (target: Target, matches: readonly ArmMatch[]): MissingRun[] =>
  [...target.models.keys()].flatMap(lock => {
    const own = matches.find(({ arm }) => arm.lock === lock);
    const none = { cases: [...target.cases.keys()], repetitions: target.repetitions, rule: String };
    return (own ?? matchCases([], none)).missing.map(run => ({ lock, ...run }));
  });

/**
 * Returns the matched results with the summaries to send, by the names of their runs (`runName`).
 * @param logs the log to send with each result that has one
 * @param startedAt the time for results whose file states none; undefined if the user gave none
 * @param now the present time by the clock of the service
 * @throws Failure for a result without a time, or with one in the future
 */
export function sendableOf(
  matches: readonly ArmMatch[],
  logs: Compared['logs'],
  startedAt: string | undefined,
  now: string,
): Map<string, Sendable> {
  const found = new Map<string, Sendable>();
  for (const { arm, matched } of matches) {
    for (const result of matched) {
      const name = runName(arm.lock, result.suite_case, result.repetition);
      const log = logs.get(result);
      const summary = summaryOf(result, startedAt, now);
      found.set(name, { result, summary: { ...summary, ...(log && { log }) } });
    }
  }
  return found;
}

function summaryOf(result: ImportedResult, startedAt: string | undefined, now: string): Sendable['summary'] {
  const { outcome, input_tokens, output_tokens, seconds } = result;
  const at = Date.parse(result.started_at ?? startedAt ?? '');
  const started_at = Number.isNaN(at) ? undefined : timeText(at);
  const refuse = (what: string) => refused(result, what);
  if (started_at === undefined)
    throw refuse(
      'nothing says when this run began. Say when the first run began with --started-at 2026-11-21T08:00:00Z',
    );
  if (started_at > now)
    throw refuse(`this run began at ${started_at}, but it is only ${now} now. Check the clocks.`);
  const tests = { pass: [1, 1], partial: [1, 0], fail: [1, 0], error: [0, 0] } as const;
  const [tests_ran, tests_passed] = tests[outcome];
  return {
    outcome,
    tests_ran,
    tests_passed,
    input_tokens: input_tokens ?? null,
    output_tokens: output_tokens ?? null,
    elapsed_milliseconds: seconds === undefined ? null : Math.round(seconds * 1000),
    source: 'imported',
    started_at,
  } satisfies Omit<RunSummary, 'lease'>;
}

const shown = 10;

/** Writes the report of a dry run. */
export function importSummary(
  { registeredAt }: Target,
  matches: readonly ArmMatch[],
  missing: readonly MissingRun[],
  results: ReadonlyMap<string, Sendable>,
  logs: Compared['logs'],
): string {
  const lines = matches.flatMap(match => [armLine(match), logLine(match, logs)]);
  const starts = [...results.values()].map(({ summary }) => summary.started_at!).sort();
  if (missing.length > 0) {
    lines.push(`${counted(missing.length, 'run')} of the plan have no result:`);
    lines.push(
      ...missing
        .slice(0, shown)
        .map(each => `  ${each.suite_case}, repetition ${each.repetition}, ${each.lock}`),
    );
    if (missing.length > shown) lines.push('  …');
  }
  lines.push(`${counted(results.size, 'result')} would be sent.`);
  const [first] = starts;
  if (first !== undefined) lines.push(timeLine(first, registeredAt));
  return lines.join('\n');
}

function armLine({ arm, matched, unfit }: ArmMatch): string {
  const outcomes = (['pass', 'partial', 'fail', 'error'] as const).map(
    outcome => `${matched.filter(each => each.outcome === outcome).length} ${outcome}`,
  );
  const known = matched.filter(each => each.input_tokens !== undefined && each.output_tokens !== undefined);
  const fit = `${counted(matched.length, 'result')} fit (${outcomes.join(', ')}; tokens of ${known.length})`;
  return `${arm.shown}: ${fit}${unfit.length > 0 ? `, ${unfit.length} do not` : ''}`;
}

/**
 * Writes whether the plan was registered before the first run began, which decides how the evidence may be used
 * (docs/evidence.md#17).
 */
function timeLine(first: string, registeredAt: string): string {
  const when = `The file says that the first run began at ${first}. The plan was registered at ${registeredAt}, which is`;
  return registeredAt < first
    ? `${when} earlier, so the evidence counts as planned.`
    : `${when} not earlier, so the evidence is exploratory and no recommendation can rest on it.`;
}

/**
 * Refuses results that do not fit the plan.
 * @param differences the points in which logs contradict the plan
 * @param options with `partial` or `giveUp`, results that do not fit are left out; runs without a result are left to others or
 * given up
 * @throws Failure `failed` that names files and places
 */
export function refuseUnfit(
  matches: readonly ArmMatch[],
  missing: readonly MissingRun[],
  differences: readonly string[],
  { partial, giveUp }: { partial?: boolean; giveUp?: boolean },
): void {
  const isPartial = partial || giveUp;
  const found = [...differences];
  const unfit = matches
    .flatMap(match => match.unfit)
    .filter(({ why }) => !isPartial || why === 'has a result already');
  if (unfit.length > 0) {
    const places = unfit
      .slice(0, shown)
      .map(({ result, why }) => `\n  ${placeText(result)}: ${result.case_id}: its run ${why}`);
    found.push(
      `The plan has no run for ${counted(unfit.length, 'result')}. Remove them, change --map, or leave out with --partial what the plan does ` +
        `not have.${places.join('')}${unfit.length > shown ? '\n  …' : ''}`,
    );
  }
  if (missing.length > 0 && !isPartial)
    found.push(
      `${counted(missing.length, 'run')} of the plan would have no result. Leave them to a runner or another import with ` +
        '--partial, or count them as lost with --give-up. --dry-run lists them.',
    );
  if (found.length > 0) throw failed(found.join('\n'));
}
