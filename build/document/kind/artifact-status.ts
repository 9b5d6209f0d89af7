/** The current status of an artifact, and its history (docs/formations.md#12). */
import { z } from 'zod';
import { count, digest, line, sitePath, taskName, time, uniqueList } from './field.ts';
import { defineKind } from './kind.ts';

export const artifactStatuses = ['active', 'deprecated', 'superseded', 'revoked'] as const;
export type ArtifactStatus = (typeof artifactStatuses)[number];

/** The reasons for a status. They are codes, since a free text could carry anything to the agent that reads it. */
export const reasonCodes = [
  'published',
  'reinstated',
  'unspecified',
  'newer_version',
  'outdated',
  'defect',
  'unsafe',
  'evidence_withdrawn',
  'rights',
  'publisher_request',
] as const;
export type ReasonCode = (typeof reasonCodes)[number];

export const reasonCode = z.enum(reasonCodes).meta({ examples: ['newer_version'] });

export const statusName = z.enum(artifactStatuses).meta({ examples: ['active'] });

const logIndex = count(Number.MAX_SAFE_INTEGER).meta({
  description: 'The entry of the transparency log that records it, counted from 0.',
  examples: [0],
});

/** The purposes for which a private artifact may be ineligible. */
export const purposes = ['evaluation', 'recommendation'] as const;
export type Purpose = (typeof purposes)[number];

const obstacle = z.strictObject({
  stops: uniqueList(z.enum(purposes), 2, 1).meta({
    description: 'The use that the obstacle prevents.',
    examples: ['[evaluation, recommendation]'],
  }),
  code: taskName.meta({ description: 'The reason as a word for programs.', examples: ['no_execution_lock'] }),
  message: line(300).meta({ description: 'The reason, and what would remove it.' }),
});

export type Obstacle = z.infer<typeof obstacle>;

export const artifactStatus = defineKind({
  kind: 'artifact_status',
  form: 'page',
  description: 'The current status of an artifact. The bytes of every status stay readable.',
  fields: {
    digest: digest.meta({ description: 'The artifact.' }),
    status: statusName.meta({
      description:
        'active: in use; deprecated: not for new use, may return; superseded: replaced by its successor; revoked: withdrawn for good.',
    }),
    reason_code: reasonCode.meta({ description: 'The reason for this status.' }),
    since: time.meta({ description: 'The time since which the artifact has this status.' }),
    superseded_by: sitePath.optional().meta({
      description: 'The artifact that replaces it; present when it is superseded.',
      examples: ['/starters/breadth-first-research/1.1.0.md'],
    }),
    names: uniqueList(sitePath, 8, 1).meta({
      description: 'The paths that serve its bytes.',
      examples: ['[/starters/breadth-first-research/1.0.0.md]'],
    }),
    history: z
      .array(
        z.strictObject({
          status: statusName.meta({ description: 'The status that it took.' }),
          reason_code: reasonCode.meta({ description: 'The reason for the status.' }),
          since: time.meta({ description: 'The time of the change.' }),
          superseded_by: sitePath.optional().meta({ description: 'The artifact that replaced it.' }),
          log_index: logIndex,
        }),
      )
      .min(1)
      .optional()
      .meta({
        rules: '1 or more items, oldest first; absent on artifacts that are not public',
        description: 'Every status that it had.',
      }),
    eligible_for: uniqueList(z.enum(purposes), 2)
      .optional()
      .meta({
        rules: '0 to 2 items; on private artifacts alone',
        description: 'The uses that nothing prevents now.',
        examples: ['[evaluation]'],
      }),
    obstacles: z.array(obstacle).optional().meta({
      rules: '0 or more items; on private artifacts alone',
      description: 'The obstacles to its evaluation or recommendation now.',
    }),
  },
});
