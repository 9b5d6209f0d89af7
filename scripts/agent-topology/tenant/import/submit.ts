/**
 * Sends results as runs of an evaluation. It claims runs in the order of the plan, and sends or releases each
 * (docs/command.md#18).
 */
import { randomUUID } from 'node:crypto';
import { type AssignmentBatch, assignmentBatch, maxBatch } from '#document/evaluation/assignment.ts';
import { maxAttempts } from '#document/evaluation/lease-limits.ts';
import { type RunResult, runBatchAcceptance } from '#document/evaluation/run-batch.ts';
import type { RunSummary } from '#document/evaluation/run-summary.ts';
import { documentIn, messageOf, refusalIn, refused } from '../../../runner/client.ts';
import { Failure } from '../../../support/failure.ts';
import { excerpt } from '../../../support/harmless.ts';
import { say } from '../../../support/output.ts';
import { type ImportedResult, refused as refusedAt } from '../../import/result.ts';
import { type Connection, refusal } from '../connection.ts';

/** A result and the summary that is sent for it. */
export interface Sendable {
  result: ImportedResult;
  summary: Omit<RunSummary, 'lease'>;
}

/** Returns the name of a run, under which its result is looked up. */
export const runName = (lock: string, caseId: string, repetition: number): string =>
  `${lock} ${caseId} ${repetition}`;

interface Sending {
  /** The connection with the credential of a runner. */
  connection: Connection;
  job: string;
  /** The number of runs in the plan. */
  planned: number;
  results: ReadonlyMap<string, Sendable>;
  /** How to release runs without a result: other runners may take them (`hand_back`), or they are lost (`give_up`). */
  release: 'hand_back' | 'give_up';
}

/** The counts of a finished import. */
export interface Sent {
  /** The number of runs whose results were accepted. */
  sent: number;
  released: number;
}

type Given = AssignmentBatch['assignments'][number];

/**
 * Sends results until no run is left to claim.
 * @throws Failure when a claim or a result is refused, or the service does not answer; running the command again continues
 */
export async function submit(sending: Sending): Promise<Sent> {
  const { results, release } = sending;
  const total: Sent = { sent: 0, released: 0 };
  // Runs that were handed back up to this number are not claimed again.
  let after = 0;
  for (let handedOut = 0; total.sent < results.size || release === 'give_up'; ) {
    const given = await claim(sending, after);
    handedOut += given.length;
    if (handedOut > maxAttempts * sending.planned + maxBatch)
      throw refused(`${sending.job} has ${sending.planned} runs, but the service handed out ${handedOut}.`);
    if (given.length === 0) break;
    const isKnown = ({ lock, case: id, repetition }: Given) => results.has(runName(lock, id, repetition));
    total.sent += await send(sending, given.filter(isKnown));
    for (const run of given.filter(each => !isKnown(each))) {
      total.released += await end(sending, run);
      after = Math.max(after, Number(run.assignment.split('.')[1]));
    }
    tell(total.sent, results.size);
  }
  return total;
}

/** Prints from time to time how many of the runs were sent, so that a long import is seen to progress. */
function tell(sent: number, all: number): void {
  if (sent > 0 && sent % (maxBatch * 20) === 0) say(`${sent} of ${all} results sent`);
}

async function claim({ connection, job }: Sending, after: number): Promise<Given[]> {
  const text = messageOf('runner_claim', { count: maxBatch, job, ...(after > 0 && { after }) });
  const answer = await connection.client.post('runner/claims', text, randomUUID());
  if (answer.status === 200) {
    const { assignments } = documentIn(assignmentBatch, answer, 'POST runner/claims').fields;
    const other = assignments.find(each => each.job !== job);
    if (other) throw refused(`The service handed out ${other.assignment}, which is not a run of ${job}.`);
    return assignments;
  }
  if (answer.status !== 403) throw refusal(answer, 'POST runner/claims');
  const { code, description } = refusalIn(answer);
  const isQuota = code === 'quota_exceeded';
  const help = isQuota
    ? 'They run out within a minute. Then run the same command again.'
    : 'Put the token of a runner in AGENT_TOPOLOGY_RUNNER_TOKEN, which the operator issues with --runner.';
  throw new Failure(isQuota ? 'away' : 'wrongUse', `${description} ${help}`);
}

/**
 * Sends the results of runs.
 * @returns how many were accepted; the leases of the others were lost
 */
async function send({ connection, results }: Sending, runs: readonly Given[]): Promise<number> {
  if (runs.length === 0) return 0;
  const sendable = runs.map(({ lock, case: id, repetition }) => results.get(runName(lock, id, repetition))!);
  const summaries = sendable.map(({ summary }, at) => ({ lease: runs[at]!.lease, ...summary }));
  const answer = await connection.client.post('runs', messageOf('run_batch', { runs: summaries }));
  if (answer.status !== 200) throw refusal(answer, 'POST runs');
  const { runs: told } = documentIn(runBatchAcceptance, answer, 'POST runs').fields;
  if (told.length !== runs.length) throw refused(`It answers ${told.length} of ${runs.length} results.`);
  const wrong = told.findIndex(({ status }) => status === 422);
  if (wrong >= 0) throw resultRefused(sendable[wrong]!.result, told[wrong]!);
  return told.filter(({ status }) => status === 200).length;
}

function resultRefused(result: ImportedResult, { errors = [] }: RunResult): Failure {
  const what = errors.map(({ field, message }) => `${excerpt(field)}: ${excerpt(message)}`).join(' ');
  return refusedAt(result, `the service refuses this result. ${what}`);
}

/**
 * Ends the lease of a run that has no result.
 * @returns 1, or 0 if the lease had run out
 */
async function end({ connection, release }: Sending, { lease }: Given): Promise<number> {
  const text = messageOf('heartbeat', { lease, release });
  const answer = await connection.client.post('runner/heartbeats', text);
  if (answer.status === 200) return 1;
  const { code, description } = refusalIn(answer);
  if (code === 'lease_lost') return 0;
  if (code === 'conflict')
    throw refused(`${description} Import the logs of all locks in one command, or add --give-up.`);
  throw refusal(answer, 'POST runner/heartbeats');
}
