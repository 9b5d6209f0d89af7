/** The record of status changes: how editors deprecate, supersede, reinstate and revoke published versions. */
import { z } from 'zod';
import { reasonCode, statusName } from './artifact-status.ts';
import { sitePath, time } from './field.ts';
import { defineKind } from './kind.ts';

const statusChange = z.strictObject({
  path: sitePath.meta({
    description: 'The published version.',
    examples: ['/starters/breadth-first-research/1.0.0.md'],
  }),
  status: statusName.meta({ description: 'The status that it takes.', examples: ['superseded'] }),
  reason_code: reasonCode.optional().meta({
    description:
      'Why; required for `revoked`. When absent: `reinstated`, `unspecified` or `newer_version`, by the status.',
  }),
  since: time.meta({ description: 'When it takes it; not before the change above it in the list.' }),
  superseded_by: sitePath.optional().meta({
    description: 'The published version that replaces it; required for `superseded`, refused otherwise.',
    examples: ['/starters/breadth-first-research/1.1.0.md'],
  }),
});

export const statuses = defineKind({
  kind: 'statuses',
  maxFrontMatter: 64 * 1024 * 1024,
  form: 'source',
  description: 'The changes of status of published versions, oldest first. Changes are added, never removed.',
  source: { layout: 'trust/statuses.md', composed: true },
  fields: {
    changes: z
      .array(statusChange)
      .meta({ rules: '0 or more items, oldest first', description: 'The changes.' }),
  },
});

export type StatusChange = z.infer<typeof statusChange>;
