/** `POST T/adoptions`: records an adoption of a recommendation or formation (docs/tenants.md#11). */
import { adoption, checkAdoption } from '#document/message/adoption.ts';
import { adoptionRecord } from '#document/message/adoption-record.ts';
import { recordAdoption } from '../store/adoption.ts';
import { rfc3339 } from '../support/time.ts';
import { findFormation } from '../tenant/catalog.ts';
import type { Call } from './access.ts';
import type { Prepare } from './change.ts';
import { answer, readMessage } from './message.ts';

export const postAdoption: Prepare = async (call, body) => {
  const { value, refuse } = readMessage(adoption, body, checkAdoption);
  const field = value.recommendation === undefined ? 'formation' : 'recommendation';
  const subject = value[field]!;
  const taskClass = await classOfSubject(field, subject, call);
  const noSubject = `The tenant has no ${field} of this digest.`;
  const faults = [
    ...(taskClass === undefined
      ? [
          {
            path: [field],
            rule: `unknown-${field}`,
            message: noSubject,
            help: 'Name one that the tenant can read.',
          },
        ]
      : []),
    ...(value.date > rfc3339(call.at).slice(0, 10) ? [inFuture] : []),
  ];
  refuse(faults);
  const { outcome, reason_code, date } = value;
  const recorded = { outcome, reason_code, date, recorded_at: call.at, recorded_by: call.credential.id };
  return function* (tenant) {
    const number = yield* recordAdoption(tenant, { subject, task_class: taskClass!, ...recorded });
    const fields = { number, subject, outcome, reason_code, date, recorded_at: rfc3339(call.at) };
    return { ...answer(adoptionRecord, 201, fields), events: [{ kind: 'adoption_recorded', subject }] };
  };
};

const inFuture = {
  path: ['date'],
  rule: 'date',
  message: 'The date is in the future.',
  help: 'Record it once it has happened.',
};

/**
 * Returns the task class of the document that was adopted. It is empty for a formation, or for an execution lock of one, since
 * neither has a single task class. Returns undefined when the tenant can read no such document.
 */
async function classOfSubject(
  field: 'recommendation' | 'formation',
  digest: string,
  call: Call,
): Promise<string | undefined> {
  const found = await call.context.store.artifacts.find(call.tenantId, digest);
  if (field === 'recommendation')
    return found?.kind === 'recommendation' ? (found.task_class ?? '') : undefined;
  if (found?.kind === 'execution_lock') return '';
  return (await findFormation(digest, call)).facts === undefined ? undefined : '';
}
