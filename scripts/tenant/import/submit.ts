/** Sends results as runs of an evaluation: claims runs in the order of the plan, and sends or releases each (docs/command.md#22). */
import {
  type AssignmentBatch,
  assignmentBatch,
  maxAttempts,
  maxBatch,
} from '#build/evaluation/assignment.ts';
import { type RunResult, runBatchAcceptance } from '#build/evaluation/run-batch.ts';
import type { RunSummary } from '#build/evaluation/run-summary.ts';
import type { ImportedResult } from '../../import/result.ts';
import { messageOf, refusalIn } from '../../runner/client.ts';
import { Failure } from '../../support/failure.ts';
import { excerpt } from '../../support/harmless.ts';
import { say } from '../../support/output.ts';
import { type Connection, checked, orFailure, refusal, refused } from '../connection.ts';
import type { Journal } from './journal.ts';

/** A result with what the service is told of it. */
export interface Sendable {
  result: ImportedResult;
  summary: Omit<RunSummary, 'lease'>;
}

/** The name of a run, by which results are found. */
export const runName = (lock: string, caseId: string, repetition: number): string =>
  `${lock} ${caseId} ${repetition}`;

interface Sending {
  /** With the credential of a runner. */
  connection: Connection;
  job: string;
  /** How many runs its plan has. */
  planned: number;
  results: ReadonlyMap<string, Sendable>;
  /** What is said of runs without a result: others may take them, or they are lost. */
  release: 'hand_back' | 'give_up';
  journal: Journal;
}

/** What was done. */
export interface Sent {
  /** Runs whose results were accepted, now or in an attempt that was broken off. */
  sent: number;
  released: number;
}

type Given = AssignmentBatch['assignments'][number];

/**
 * Sends results until no run asks for one.
 * @throws Failure when a claim or a result is refused, or nobody answers; the same again goes on from there
 */
export async function submit(sending: Sending): Promise<Sent> {
  const { results, release, journal } = sending;
  const total: Sent & { lost: number } = { sent: 0, released: 0, lost: 0 };
  let position = journal.read();
  for (let handedOut = 0; ; ) {
    const given = await claim(sending, position);
    handedOut += given.length;
    if (handedOut > maxAttempts * sending.planned + maxBatch)
      throw refused(`${sending.job} has ${sending.planned} runs, and ${handedOut} were handed out.`);
    if (given.length === 0 && total.lost === 0) break;
    // Leases that ran out while nobody was there: their runs wait before the position.
    const isAgain = given.length === 0;
    if (isAgain) total.lost = 0;
    const [known, others] = parted(given, results);
    const accepted = await send(sending, known);
    total.sent += accepted;
    total.lost += known.length - accepted;
    for (const run of others) total.released += await end(sending, run);
    const after = Math.max(
      position.after,
      ...others.map(({ assignment }) => Number(assignment.split('.')[1])),
    );
    position = journal.next(isAgain ? 0 : after);
    tell(total.sent, results.size);
    if (total.sent >= results.size && release === 'hand_back') break;
  }
  journal.forget();
  return total;
}

/** Tells from time to time, so that a long import is seen to go on. */
function tell(sent: number, all: number): void {
  if (sent > 0 && sent % (maxBatch * 20) === 0) say(`${sent} of ${all} results sent`);
}

const parted = (given: readonly Given[], results: Sending['results']): [Given[], Given[]] => {
  const isKnown = ({ lock, case: id, repetition }: Given) => results.has(runName(lock, id, repetition));
  return [given.filter(isKnown), given.filter(each => !isKnown(each))];
};

async function claim(
  { connection, job }: Sending,
  { key, after }: { key: string; after: number },
): Promise<Given[]> {
  const text = messageOf('runner_claim', { count: maxBatch, job, ...(after > 0 && { after }) });
  const answer = await orFailure(connection.client.post('runner/claims', text, key));
  if (answer.status === 200) {
    const { assignments } = checked(assignmentBatch, answer, 'POST runner/claims').fields;
    const other = assignments.find(each => each.job !== job);
    if (other) throw refused(`It handed out ${other.assignment}, which is no run of ${job}.`);
    return assignments;
  }
  if (answer.status !== 403) throw refusal(answer, 'POST runner/claims');
  const { code, description } = refusalIn(answer);
  const isQuota = code === 'quota_exceeded';
  const help = isQuota
    ? 'They run out within a minute: run the same command again then.'
    : 'Put the token of a runner in AGENT_TOPOLOGY_RUNNER_TOKEN, which the operator issues with --runner.';
  throw new Failure(isQuota ? 'away' : 'wrongUse', `${description} ${help}`);
}

/** Sends the results of runs. @returns how many were accepted; the others had lost their lease */
async function send({ connection, results }: Sending, runs: readonly Given[]): Promise<number> {
  if (runs.length === 0) return 0;
  const sendable = runs.map(({ lock, case: id, repetition }) => results.get(runName(lock, id, repetition))!);
  const summaries = sendable.map(({ summary }, at) => ({ lease: runs[at]!.lease, ...summary }));
  const answer = await orFailure(connection.client.post('runs', messageOf('run_batch', { runs: summaries })));
  if (answer.status !== 200) throw refusal(answer, 'POST runs');
  const { runs: told } = checked(runBatchAcceptance, answer, 'POST runs').fields;
  if (told.length !== runs.length) throw refused(`It answers ${told.length} of ${runs.length} results.`);
  const wrong = told.findIndex(({ status }) => status === 422);
  if (wrong >= 0) throw resultRefused(sendable[wrong]!.result, told[wrong]!);
  return told.filter(({ status }) => status === 200).length;
}

function resultRefused({ file, place }: ImportedResult, { errors = [] }: RunResult): Failure {
  const what = errors.map(({ field, message }) => `${excerpt(field)}: ${excerpt(message)}`).join(' ');
  return new Failure('wrongUse', `${file}: ${place}: the service refuses this result. ${what}`);
}

/** Ends the lease of a run that has no result. @returns 1, or 0 if it had run out */
async function end({ connection, release }: Sending, { lease }: Given): Promise<number> {
  const text = messageOf('heartbeat', { lease, release });
  const answer = await orFailure(connection.client.post('runner/heartbeats', text));
  if (answer.status === 200) return 1;
  const { code, description } = refusalIn(answer);
  if (code === 'lease_lost') return 0;
  if (code === 'conflict')
    throw refused(`${description} Import the logs of all locks in one command, or add --give-up.`);
  throw refusal(answer, 'POST runner/heartbeats');
}
