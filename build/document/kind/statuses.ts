/** The record of status changes, with which editors deprecate, supersede, reinstate and revoke published versions. */
import { z } from 'zod';
import { reasonCode, statusName } from './artifact-status.ts';
import { sitePath, time } from './field.ts';
import { defineKind } from './kind.ts';

/** The folder below `content/` that records the changes of each version, in a file with the path of the version. */
export const statusFolder = 'trust/statuses';

const statusStep = z.strictObject({
  status: statusName.meta({ description: 'The status that it takes.', examples: ['superseded'] }),
  reason_code: reasonCode.optional().meta({
    description:
      'Why; required for `revoked`. When absent: `reinstated`, `unspecified` or `newer_version`, by the status.',
  }),
  since: time.meta({ description: 'The time of the change, which is later than the change above it.' }),
  superseded_by: sitePath.optional().meta({
    description: 'The published version that replaces it; required for `superseded`, refused otherwise.',
    examples: ['/starters/breadth-first-research/1.1.0.md'],
  }),
});

export const statuses = defineKind({
  kind: 'statuses',
  form: 'source',
  description:
    'The changes of status of a published version, oldest first. Changes are added, never removed.',
  source: { layout: `${statusFolder}/{+version}.md`, composed: true, record: true },
  fields: {
    changes: z
      .array(statusStep)
      .min(1)
      .meta({ rules: '1 or more items, oldest first', description: 'The changes.' }),
  },
});

/** A change of the status of a published version, with the path of the version. */
export type StatusChange = z.infer<typeof statusStep> & { path: string };
