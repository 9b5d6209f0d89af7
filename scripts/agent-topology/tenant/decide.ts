/** `tenant recommend` and `tenant adopt`: ask which organisation to use, and record what was done with the answer. */

import { recommendation as recommendationKind } from '#document/evaluation/recommendation.ts';
import { adoptionRecord } from '#document/message/adoption-record.ts';
import { messageOf, refused } from '../../runner/client.ts';
import { say } from '../../support/output.ts';
import { type Connection, send } from './connection.ts';
import { digestOrFile } from './reference.ts';
import { checkSigned } from './signature.ts';

/**
 * Asks for a recommendation and prints it.
 * @param profile the digest or the file of a workload profile
 * @throws Failure when it is refused
 */
export async function recommend(connection: Connection, profile: string): Promise<void> {
  const message = messageOf('recommendation_request', { profile: digestOrFile(profile) });
  const { fields } = await send(connection, 'recommendations', message, recommendationKind);
  const { recommendation: digest } = fields;
  if (digest === undefined) throw refused('The recommendation does not state its own digest.');
  await checkSigned(connection, digest, 'Recommendation');
  const next: Readonly<Record<string, string>> = {
    recommend: `Next: agent-topology tenant adopt ${digest} --outcome adopted --reason as_recommended`,
    insufficient_evidence: 'Next: plan the evaluation that `settle` names, because it would decide.',
    no_eligible_candidate: 'Next: read `excluded`, then register another candidate or change the profile.',
  };
  say(next[fields.decision] ?? 'Next: read the reasons above.');
}

export interface AdoptOptions {
  outcome: string;
  reason: string;
  date: string;
  formation?: boolean;
}

/**
 * Records what was done with a recommendation, or with a formation or lock.
 * @throws Failure when the service refuses the record
 */
export async function adopt(connection: Connection, subject: string, options: AdoptOptions): Promise<void> {
  const { outcome, reason, date, formation } = options;
  const fields = {
    [formation ? 'formation' : 'recommendation']: digestOrFile(subject),
    outcome,
    reason_code: reason,
    date,
  };
  await send(connection, 'adoptions', messageOf('adoption', fields), adoptionRecord);
  say('Recorded. No recommendation uses this record.');
}
