/** A use receipt acceptance: the answer to a report, which is the same for every repeat (docs/use-tickets.md#10). */
import { z } from 'zod';
import { digest, line, time } from '../kind/field.ts';
import { defineKind } from '../kind/kind.ts';
import { compactOutcomes, outcomes } from './outcome.ts';
import { modelPrecisions } from './use-receipt.ts';

/** The kinds of pages that come with tickets. */
const subjectKinds = ['pattern', 'starter', 'formation'] as const;
export type SubjectKind = (typeof subjectKinds)[number];

/** The cohorts of ticket holders, which are counted apart. */
const cohorts = ['invited', 'visitor'] as const;
export type Cohort = (typeof cohorts)[number];

export const useReceiptAcceptance = defineKind({
  kind: 'use_receipt_acceptance',
  form: 'message',
  description: 'The record of a redeemed use ticket. A repeat of the same report returns the same document.',
  fields: {
    subject_kind: z
      .enum(subjectKinds)
      .meta({ description: 'The kind of the page that was fetched.', examples: ['starter'] }),
    subject: line(200).meta({
      rules: 'the digest of a formation, `name@version` of a starter, the slug of a pattern',
      description: 'The page that was fetched, as the ticket names it.',
      examples: ['breadth-first-research@1.0.0'],
    }),
    cohort: z
      .enum(cohorts)
      .meta({ description: 'The cohort in which the report counts.', examples: ['visitor'] }),
    stage: line(64).meta({ description: 'The stage of the rollout.', examples: ['limited'] }),
    report: z.enum(['receipt', 'compact']).meta({
      description: '`receipt`: a use receipt; `compact`: the three-valued report over MCP.',
      examples: ['receipt'],
    }),
    outcome: z.enum([...outcomes, ...compactOutcomes]).meta({
      description: 'The outcome that was reported, in the words of the report.',
      examples: ['pass'],
    }),
    model_precision: z
      .enum(modelPrecisions)
      .optional()
      .meta({
        description: 'How closely the model was named. Absent for a compact report, which names no model.',
        examples: ['exact'],
      }),
    accepted_at: time.meta({ description: 'The time at which the report was recorded.' }),
    receipt_digest: digest.meta({
      description:
        'SHA-256 of the declared values after defaults, as compact JSON in the order of the schema, `ticket` first.',
    }),
    evidence: z.literal(false).meta({
      description: 'A self-report is not evidence, and no recommendation uses it.',
      examples: ['false'],
    }),
    consent: z.literal('aggregates_only').meta({
      description: 'Only counts are published, never a single report.',
      examples: ['aggregates_only'],
    }),
  },
});

export type UseReceiptAcceptance = z.infer<typeof useReceiptAcceptance.fields>;
