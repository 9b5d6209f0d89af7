/** `tenant plan` and `tenant start`: have the service quote a plan, and start the evaluation of a quoted plan. */
import { evaluationJob } from '#document/evaluation/evaluation-job.ts';
import { evaluationQuote } from '#document/evaluation/evaluation-quote.ts';
import { messageOf, refused } from '../../runner/client.ts';
import { wrongUse } from '../../support/failure.ts';
import { say } from '../../support/output.ts';
import { type Connection, send } from './connection.ts';
import { digestOrFile, readDraft } from './reference.ts';
import { checkSigned } from './signature.ts';

/**
 * Sends a plan to be quoted, and prints the quote.
 * @throws Failure when the file is no plan, the service refuses it or quotes another plan, or its signature does not hold
 */
export async function quotePlan(connection: Connection, file: string): Promise<void> {
  const draft = readDraft(file);
  if (draft.kind !== 'evaluation_plan')
    throw wrongUse(`${file} is ${draft.kind ?? 'no document'}; expected an evaluation_plan.`);
  const { text, digest } = draft;
  const { fields } = await send(connection, 'evaluation-plans', text, evaluationQuote);
  if (fields.plan_digest !== digest)
    throw refused(`It quotes ${fields.plan_digest}, and ${file} is ${digest}.`);
  await checkSigned(connection, digest, file);
  if (fields.grade === 'exploratory')
    say(
      'Its evidence will be exploratory, so no recommendation can rest on it. `grade_reasons` says what is missing.',
    );
  if (fields.approval === 'awaiting_operator')
    say(
      'The plan is larger than the automatic limit of the account. Ask the operator to approve ' +
        `${digest}, or plan fewer runs.`,
    );
  say(`Next: agent-topology tenant start ${file}`);
}

/**
 * Starts the evaluation of a plan that the service has quoted, and says which commands come next.
 * @param plan the digest or the file of the plan
 * @throws Failure when the service refuses, or starts another plan
 */
export async function start(connection: Connection, plan: string): Promise<void> {
  const job = await startPlan(connection, digestOrFile(plan));
  say('Next, with the token of a runner: agent-topology tenant run --once -- COMMAND {case}');
  say(`To see how far it is: agent-topology tenant watch ${job}`);
}

/**
 * Starts the evaluation of a plan that the service has quoted.
 * @param digest the digest of the plan
 * @returns the id of the job
 * @throws Failure when the service refuses, or starts another plan
 */
export async function startPlan(connection: Connection, digest: string): Promise<string> {
  const message = messageOf('evaluation_start', { plan: digest });
  const { fields } = await send(connection, 'evaluations', message, evaluationJob);
  if (fields.plan !== digest) throw refused(`The service started ${fields.plan} instead of ${digest}.`);
  return fields.job;
}
