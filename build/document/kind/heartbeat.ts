/** A heartbeat: a runner that is still at work. */
import { leaseId } from './assignment.ts';
import { defineKind } from './kind.ts';

export const heartbeat = defineKind({
  kind: 'heartbeat',
  form: 'message',
  description: 'Renews a lease for another 60 seconds. One that ran out is `lease_lost`, for good.',
  fields: { lease: leaseId.meta({ description: 'The lease, as the assignment named it.' }) },
});
