/** `tenant import`: imports existing results as runs of an evaluation (docs/command.md#17). */
import { evaluationJob } from '#document/evaluation/evaluation-job.ts';
import { refused } from '../../runner/client.ts';
import { failed } from '../../support/failure.ts';
import { counted, print, say } from '../../support/output.ts';
import { caseRule } from '../import/match.ts';
import { readResults } from '../import/read.ts';
import type { ReadOptions } from '../import/result.ts';
import { type Connection, read } from './connection.ts';
import { startPlan } from './evaluate.ts';
import { matchArms, readArms } from './import/arms.ts';
import { compareLogs, judgedBy } from './import/compare.ts';
import { importSummary, missingRuns, refuseUnfit, sendableOf } from './import/report.ts';
import { type Sent, submit } from './import/submit.ts';
import { findTarget } from './import/target.ts';
import { checkSigned } from './signature.ts';

export interface ImportOptions extends ReadOptions {
  plan: string;
  lock?: string;
  arm: string[];
  map?: string;
  startedAt?: string;
  partial?: boolean;
  giveUp?: boolean;
  dryRun?: boolean;
}

/** The connections of an import: as the tenant, and as a runner. Both may have the same credential. */
interface Connections {
  tenant: Connection;
  runner: Connection;
}

/**
 * Imports results. All of them are read and matched first, and nothing is sent unless they fit.
 * @throws Failure that names the file and place of a fault, or says what the service refused
 */
export async function importResults(
  { tenant, runner }: Connections,
  format: string,
  files: readonly string[],
  given: ImportOptions,
): Promise<void> {
  const arms = readArms(given.lock, given.arm);
  const rule = caseRule(given.map ?? 'exact');
  const target = await findTarget(tenant, given.plan, arms);
  const options = judgedBy(given, format, target.scorer);
  const results = await readResults(format, files, options);
  const { repetitions } = target;
  const matches = matchArms(arms, results, { cases: [...target.cases.keys()], repetitions, rule });
  const missing = missingRuns(target, matches);
  const { logs, differences } = compareLogs(matches, target, options);
  if (!options.dryRun) refuseUnfit(matches, missing, differences, options);
  const sendable = sendableOf(matches, logs, options.startedAt, target.now);
  if (options.dryRun) {
    print(importSummary(target, matches, missing, sendable, logs));
    refuseUnfit(matches, missing, differences, options);
    return say('Nothing was sent. The same command without --dry-run sends it.');
  }
  const job = target.job ?? { id: await startPlan(tenant, target.plan), isFinal: false };
  if (job.isFinal) say(`${job.id} is completed, so nothing was sent again.`);
  else {
    const release = options.giveUp ? 'give_up' : 'hand_back';
    const planned = target.models.size * target.cases.size * repetitions;
    const sending = { connection: runner, job: job.id, planned, results: sendable, release } as const;
    tellSent(job.id, release, await submit(sending));
  }
  await tellEnd(tenant, job.id);
}

function tellSent(job: string, release: 'hand_back' | 'give_up', { sent, released }: Sent): void {
  const none = sent === 0 ? ' Their runs already have results, or another runner has them.' : '';
  say(`${counted(sent, 'result')} sent to ${job}.${none}`);
  if (released === 0) return;
  const what = release === 'give_up' ? 'given up' : 'handed back, for a runner or another import';
  say(`${counted(released, 'run')} without a result ${released === 1 ? 'was' : 'were'} ${what}.`);
}

/**
 * Prints the state of the evaluation after the import.
 * @throws Failure `failed` when the evaluation ended without evidence
 */
async function tellEnd(connection: Connection, job: string): Promise<void> {
  const { fields } = await read(connection, `evaluations/${job}.md`, evaluationJob);
  const { state, runs, runs_used: used, grade, snapshot } = fields;
  if (state !== 'completed') {
    const rest = `${job} is ${state}: ${used} of ${runs} runs have a result.`;
    if (state !== 'running') throw failed(`${rest} There is no evidence yet.`);
    return say(rest);
  }
  if (snapshot === undefined) throw refused(`${job} is completed, but names no evidence.`);
  await checkSigned(connection, snapshot, 'Evidence');
  if (grade === 'exploratory')
    say('The evidence is exploratory, so no recommendation can rest on it. Its `grade_reasons` say why.');
  say('Next: agent-topology tenant recommend PROFILE.md');
}
