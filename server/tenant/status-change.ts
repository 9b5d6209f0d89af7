/** The operator's change of the status of a tenant's artifact (docs/tenants.md#8), and its event. */

import { changeStatus, type StatusChange, statusOf } from '../store/artifact.ts';
import type { Transaction } from '../store/database/backend.ts';
import type { Outcome } from '../store/mutation.ts';
import type { Store } from '../store/store.ts';

const answer = (status: number, events: Outcome['events'] = []): Outcome => ({
  status,
  headers: [],
  body: '',
  events,
});

/**
 * Changes the status of an artifact.
 * @returns `missing` if the tenant has no such artifact, `illegal` if its present status does not allow the change
 */
export async function setStatus(
  store: Pick<Store, 'mutations'>,
  tenantId: string,
  request: StatusChange,
): Promise<'changed' | 'missing' | 'illegal'> {
  const mutation = { tenantId, actor: 'operator', at: request.at };
  const committed = await store.mutations.commit(mutation, function* (tenant): Transaction<Outcome> {
    if ((yield* statusOf(tenant.id, request.digest)) === undefined) return answer(404);
    if (!(yield* changeStatus(tenant.id, request))) return answer(409);
    return answer(200, [{ kind: 'artifact_status_changed', subject: request.digest }]);
  });
  const status = 'response' in committed ? committed.response.status : 404;
  return status === 200 ? 'changed' : status === 409 ? 'illegal' : 'missing';
}
