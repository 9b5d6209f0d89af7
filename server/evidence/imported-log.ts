/**
 * The claims of the logs of imported runs: how they are stored and counted, and whether arms were scored alike
 * (docs/imports.md#10).
 */
import type { Confound, EvidenceSnapshot } from '#document/evaluation/evidence-snapshot.ts';
import { type FixedScorer, type ImportedLog, maxLogsOfLock } from '#document/evaluation/imported-log.ts';
import type { EndedRun } from './run-facts.ts';

/** The parts of the stored text, in order. */
const parts = ['status', 'models', 'cases', 'scorer', 'threshold'] as const;
const none = '-';

/**
 * Writes what an importer says of a log as one short text, so that the size of a database row is bounded: the parts, with
 * spaces between them, each at most 64 characters. A part that the importer does not state is written as a placeholder.
 */
export const logText = (log: ImportedLog = {}): string => parts.map(part => log[part] ?? none).join(' ');

function logOf(text: string): ImportedLog {
  const values = text.split(' ');
  const known = parts.flatMap((part, at) => (values[at] === none ? [] : [[part, values[at]]]));
  return Object.fromEntries(known) as ImportedLog;
}

type Logged = Pick<EndedRun, 'lock' | 'log'>;
type CountedLog = NonNullable<EvidenceSnapshot['logs']>[number];

/** Counts the runs by the text of their log, the most frequent first. Runs that a runner made have no log and do not count. */
function counted(runs: readonly Logged[]): [text: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { log } of runs) if (log) counts.set(log, (counts.get(log) ?? 0) + 1);
  return [...counts].sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1));
}

/** Counts the runs of each lock by the claims of their logs, in the form of the field `logs` of evidence. */
export const logsOf = (locks: readonly string[], runs: readonly Logged[]): CountedLog[] =>
  locks.flatMap(lock =>
    counted(runs.filter(run => run.lock === lock))
      .slice(0, maxLogsOfLock)
      .map(([text, count]): CountedLog => {
        const { status = 'unknown', models = 'unknown', cases = 'unknown', ...scored } = logOf(text);
        return { lock, runs: count, status, models, cases, ...scored };
      }),
  );

/** Explains in a sentence how incomplete logs affect the grade; an empty list without such logs. */
export function partialReasons(runs: readonly Logged[]): string[] {
  const partial = counted(runs).filter(([text]) => logOf(text).status === 'partial');
  const count = partial.reduce((sum, [, each]) => sum + each, 0);
  return count === 0
    ? []
    : [`partial: ${count} of the imported runs come from logs that were cancelled, cut off or incomplete.`];
}

/** The known facts about how a run was scored. */
type Scored = Pick<ImportedLog, 'scorer' | 'threshold'>;

/**
 * Tells whether two logs state different scorers or different thresholds. A part that only one of them states makes no
 * difference.
 */
const differ = (one: Scored, other: Scored): boolean =>
  (one.scorer !== undefined && other.scorer !== undefined && one.scorer !== other.scorer) ||
  (one.threshold !== undefined &&
    other.threshold !== undefined &&
    Number(one.threshold) !== Number(other.threshold));

/**
 * Returns `['scorer']` if, by their logs, runs of the two arms were scored in different ways, or in another way than the question
 * fixed; otherwise an empty list.
 */
export function scorerConfounds(
  team: readonly Logged[],
  control: readonly Logged[],
  fixed: Pick<FixedScorer, 'name' | 'threshold'> | undefined,
): Confound[] {
  const scored: Scored[] = counted([...team, ...control]).map(([text]) => logOf(text));
  if (fixed) scored.push({ scorer: fixed.name, threshold: fixed.threshold });
  const firstOf = (part: keyof Scored) => scored.find(each => each[part] !== undefined)?.[part];
  const first: Scored = { scorer: firstOf('scorer'), threshold: firstOf('threshold') };
  return scored.some(each => differ(each, first)) ? ['scorer'] : [];
}
