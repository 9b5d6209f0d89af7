/** `tenant import`: results that exist become runs of an evaluation (docs/command.md#20). */
import { evaluationJob } from '#build/evaluation/evaluation-job.ts';
import { caseRule } from '../import/match.ts';
import type { ReadOptions } from '../import/result.ts';
import { Failure } from '../support/failure.ts';
import { counted, environment, print, say } from '../support/output.ts';
import { type Connection, read, refused } from './connection.ts';
import { recommend } from './decide.ts';
import { quoteDraft, startPlan } from './evaluate.ts';
import { type Arm, matchArms, readArms, type Source, unnamedArms } from './import/arms.ts';
import { compareLogs, judgedBy } from './import/compare.ts';
import { profileOfRate, type Reference, referenceTo } from './import/documents.ts';
import { openJournal } from './import/journal.ts';
import { importSummary, missingRuns, refuseUnfit, sendableOf } from './import/report.ts';
import { type Sent, submit } from './import/submit.ts';
import { findTarget, type Target } from './import/target.ts';
import { stateFolder } from './keys.ts';
import { registerDrafts } from './register.ts';
import { checkSigned } from './signature.ts';

export interface ImportOptions extends ReadOptions {
  lock?: string;
  arm: string[];
  suite?: string;
  taskClass?: string;
  control?: string;
  plan?: string;
  job?: string;
  map?: string;
  startedAt?: string;
  partial?: boolean;
  giveUp?: boolean;
  profile?: string;
  minPassRate?: number;
  recommend?: boolean;
  dryRun?: boolean;
}

/** The connections of an import: of the tenant, and of a runner. They may have one credential. */
interface Connections {
  tenant: Connection;
  runner: Connection;
}

/**
 * Imports results. First all are read and matched; nothing is sent unless they fit.
 * @throws Failure that names the file and place of what is wrong, or says what the service refused
 */
export async function importResults(
  { tenant, runner }: Connections,
  format: string,
  files: readonly string[],
  options: ImportOptions,
): Promise<void> {
  refuseUnasked(options);
  const given: Source = { format, files, options };
  const arms = readArms(files, options.lock, options.arm);
  const rule = await caseRule(options.map ?? (options.taskClass === undefined ? 'exact' : 'slug'));
  const target = await findTarget(tenant, arms, given, { ...options, rule });
  const source: Source = { ...given, options: judgedBy(options, format, target.expected.scorer) };
  await refuseUnnamed(arms, source);
  const matches = await matchArms(arms, source, { ...target, rule });
  const missing = missingRuns(target, matches);
  const { logs, differences } = compareLogs(matches, target.expected, { ...options, ...source.options });
  if (!options.dryRun) refuseUnfit(matches, missing, differences, options);
  const results = sendableOf(matches, logs, options.startedAt, target.now);
  if (options.dryRun) {
    print(importSummary(target, matches, missing, results, logs));
    refuseUnfit(matches, missing, differences, options);
    return say('Nothing was sent. The same command without --dry-run sends it.');
  }
  const profile = options.recommend ? profileOf(options, target.taskClass) : undefined;
  await registerDrafts(tenant, profile?.drafts ?? []);
  const job = target.job ?? (await startJob(tenant, target));
  if (job.isFinal) say(`${job.id} is completed: nothing of these results was sent again.`);
  else {
    const journal = openJournal(stateFolder(environment(), 'imports'), runner, job.id);
    const release = options.giveUp ? 'give_up' : 'hand_back';
    const planned = target.locks.length * target.cases.length * target.repetitions;
    const sending = { connection: runner, job: job.id, planned, results, release, journal } as const;
    tellSent(job.id, release, await submit(sending));
  }
  await tellEnd(tenant, job.id, profile);
}

/** Options that would be passed over are mistakes. */
function refuseUnasked({ recommend, profile, minPassRate, control, plan, job }: ImportOptions): void {
  if (recommend && (profile === undefined) === (minPassRate === undefined))
    throw new Failure('wrongUse', 'What is good enough? Add --profile PROFILE or --min-pass-rate PERCENT.');
  if (!recommend && (profile ?? minPassRate) !== undefined)
    throw new Failure('wrongUse', 'A profile is for a recommendation: add --recommend.');
  if (control !== undefined && (plan ?? job) !== undefined)
    throw new Failure('wrongUse', 'The plan names its control: leave out --control.');
}

async function refuseUnnamed(arms: readonly Arm[], source: Source): Promise<void> {
  const others = await unnamedArms(arms, source);
  if (others.length > 0)
    throw new Failure(
      'wrongUse',
      `No lock is named for the results of ${others.map(name => `\`${name}\``).join(', ')}. Add --arm LOCK=NAME for each.`,
    );
}

const profileOf = ({ profile, minPassRate }: ImportOptions, taskClass: string): Reference =>
  profile === undefined ? profileOfRate(taskClass, minPassRate!) : referenceTo(profile);

/** Registers what the plan names, and starts it. @throws Failure when it awaits the operator */
async function startJob(
  connection: Connection,
  { plan, drafts }: Target,
): Promise<{ id: string; isFinal: boolean }> {
  await registerDrafts(connection, drafts);
  const draft = plan.drafts.at(-1);
  if (draft && !(await quoteDraft(connection, draft)))
    throw new Failure(
      'wrongUse',
      'The plan is not started yet. Run the same command again once it is approved.',
    );
  return { id: await startPlan(connection, plan.digest), isFinal: false };
}

function tellSent(job: string, release: 'hand_back' | 'give_up', { sent, released }: Sent): void {
  const none = sent === 0 ? ' Their runs have results already, or are with another runner.' : '';
  say(`${counted(sent, 'result')} sent to ${job}.${none}`);
  if (released === 0) return;
  const what = release === 'give_up' ? 'given up' : 'handed back, for a runner or another import';
  say(`${counted(released, 'run')} without a result ${released === 1 ? 'was' : 'were'} ${what}.`);
}

/** Says what the evaluation has come to, and asks for the recommendation. @throws Failure `failed` when it has no evidence to ask for */
async function tellEnd(connection: Connection, job: string, profile: Reference | undefined): Promise<void> {
  const { fields } = await read(connection, `evaluations/${job}.md`, evaluationJob);
  const { state, runs, runs_used: used, grade, snapshot } = fields;
  if (state !== 'completed') {
    const rest = `${job} is ${state}: ${used} of ${runs} runs have a result.`;
    if (profile !== undefined || state !== 'running')
      throw new Failure('failed', `${rest} It has no evidence yet.`);
    return say(rest);
  }
  if (snapshot === undefined) throw refused(`${job} is completed, and names no evidence.`);
  await checkSigned(connection, snapshot, 'Evidence');
  if (grade === 'exploratory')
    say('The evidence is exploratory and supports no recommendation: its `grade_reasons` say why.');
  if (profile === undefined) return say('Next: agent-topology tenant recommend PROFILE.md');
  await recommend(connection, profile.digest);
}
