/** A lease, under which an assignment belongs to one runner until the lease ends. */
import { z } from 'zod';
import { count, time } from '../kind/field.ts';
import { defineKind } from '../kind/kind.ts';
import { leaseId } from './assignment.ts';

export const lease = defineKind({
  kind: 'lease',
  form: 'message',
  description: 'A lease that was renewed or ended.',
  fields: {
    lease: leaseId.meta({ description: 'The lease.' }),
    fence: count(9999, undefined, 1).meta({ description: 'The fencing number of the lease.', examples: [1] }),
    expires_at: time.meta({ description: 'The time at which the lease ends unless it is renewed again.' }),
    ends_at: time.optional().meta({
      description:
        'The time at which the lease ends even if it is renewed. A later heartbeat is refused with `lease_lost`.',
    }),
    cancel_requested: z.boolean().meta({
      description:
        'Whether the tenant asked to cancel the job. If so, stop as soon as you can, and send no summary of a run that did not end.',
      examples: [false],
    }),
    released: z
      .enum(['pending', 'exhausted', 'cancelled'])
      .optional()
      .meta({
        description:
          'What happens to the run, when the heartbeat ended the lease. `pending`: another runner may take it. `exhausted`: it is lost, as after its ' +
          'third lease. `cancelled`: its job was cancelled.',
        examples: ['pending'],
      }),
  },
});
