/** A heartbeat, with which a runner says that it is still at work. */
import { z } from 'zod';
import { defineKind } from '../kind/kind.ts';
import { leaseId } from './assignment.ts';

const releases = ['hand_back', 'give_up'] as const;

export const heartbeat = defineKind({
  kind: 'heartbeat',
  form: 'message',
  description: 'Renews a lease for another 60 seconds, or ends it. A lease that ran out stays `lease_lost`.',
  fields: {
    lease: leaseId.meta({ description: 'The lease, as the assignment names it.' }),
    release: z
      .enum(releases)
      .optional()
      .meta({
        description:
          'Ends the lease now, without a result. hand_back: another runner may take the run, as if the lease had run out, as often as the quote says; ' +
          'give_up: there is no result and will be none, so the run is lost.',
        examples: ['hand_back'],
      }),
  },
});
