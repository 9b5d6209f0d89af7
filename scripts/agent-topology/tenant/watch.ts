/** `tenant watch`: shows the progress of an evaluation until it ends. */
import { setTimeout as wait } from 'node:timers/promises';
import { type EvaluationJob, evaluationJob } from '#document/evaluation/evaluation-job.ts';
import { refused } from '../../runner/client.ts';
import { failed, wrongUse } from '../../support/failure.ts';
import { print, say } from '../../support/output.ts';
import { type Connection, read } from './connection.ts';
import { checkSigned } from './signature.ts';

/** The fields of a job from which its progress is shown. */
type Progress = Pick<
  EvaluationJob,
  'state' | 'runs' | 'progress' | 'first_claimed_at' | 'tokens_used' | 'tokens_expected' | 'looked'
>;

const finalStates: readonly string[] = ['completed', 'cancelled', 'failed'];

/**
 * Shows the progress of a job until it ends, then prints its page.
 * @param everySeconds the seconds from one reading to the next
 * @throws Failure `failed` when the evaluation failed or was cancelled
 */
export async function watch(connection: Connection, job: string, everySeconds: number): Promise<void> {
  if (!/^ev-[0-9a-f]{24}$/.test(job))
    throw wrongUse(`${job} is not the id of an evaluation. \`tenant start\` prints the id as \`job\`.`);
  for (let shown = ''; ; ) {
    const { fields, text, headers } = await read(connection, `evaluations/${job}.md`, evaluationJob);
    if (fields.job !== job) throw refused(`The answer is about ${fields.job} instead of ${job}.`);
    const now = Date.parse(headers.date ?? '') / 1000;
    const line = progressLine(fields, now);
    if (line !== shown) say(line);
    shown = line;
    if (finalStates.includes(fields.state)) {
      print(text);
      return ended(connection, fields);
    }
    await wait(everySeconds * 1000);
  }
}

async function ended(
  connection: Connection,
  { state, job, snapshot, failure }: EvaluationJob,
): Promise<void> {
  if (state !== 'completed')
    throw failed(`${job} is ${state}. ${failure ?? 'It has no evidence.'} Send its plan again to repeat it.`);
  if (snapshot !== undefined) await checkSigned(connection, snapshot, 'Evidence');
  say('Next: agent-topology tenant recommend PROFILE.md');
}

/**
 * Writes the progress of an evaluation: the runs that ended, their rate, the time left at this rate, tokens, and, if it may
 * stop early, the difference of each team so far.
 * @param now seconds since 1970, by the clock of the service
 */
export const progressLine = (job: Progress, now: number): string =>
  paceOf(job, now) + costOf(job) + differencesOf(job);

function costOf({ state, tokens_used: used = 0, tokens_expected: expected }: Progress): string {
  if (used === 0 || finalStates.includes(state)) return '';
  const all = expected === undefined ? '' : ` of about ${expected}`;
  return `, ${used}${all} tokens`;
}

function differencesOf({ state, looked }: Progress): string {
  if (!looked || looked.units === 0 || finalStates.includes(state)) return '';
  const teams = looked.teams.map(({ lock, difference: [value, low, high] }) => {
    return `; ${lock.slice(0, 19)} ${value} (${low} to ${high})`;
  });
  return teams.join('');
}

function paceOf({ state, runs, progress, first_claimed_at }: Progress, now: number): string {
  const count = (name: 'completed' | 'exhausted' | 'cancelled' | 'leased') =>
    progress.reduce((sum, each) => sum + each[name], 0);
  const done = count('completed') + count('exhausted') + count('cancelled');
  const share = `${state}: ${done} of ${runs} runs (${Math.floor((100 * done) / Math.max(1, runs))} %)`;
  if (finalStates.includes(state) || first_claimed_at === undefined) return share;
  const minutes = (now - Date.parse(first_claimed_at) / 1000) / 60;
  const under = `, ${count('leased')} under way`;
  if (done === 0 || !(minutes > 0)) return share + under;
  const rate = done / minutes;
  return `${share}${under}, ${rate.toFixed(1)} a minute, ${durationOf((runs - done) / rate)} left`;
}

/** Returns a duration in minutes as people say it: `40 s`, `12 min`, `3 h 5 min`. */
function durationOf(minutes: number): string {
  if (minutes < 1) return `${Math.ceil(minutes * 60)} s`;
  const whole = Math.ceil(minutes);
  return whole < 60 ? `${whole} min` : `${Math.floor(whole / 60)} h ${whole % 60} min`;
}
