/** The artifacts that roles pass to each other: the contents and form of each, and which of them a run delivers. */
import { z } from 'zod';
import { line, list, slug } from './field.ts';

const formats = ['markdown', 'json_schema'] as const;

const artifact = z.strictObject({
  id: slug.meta({ description: 'The name of the artifact in `reads` and `writes`.', examples: ['review'] }),
  description: line(200).meta({ description: 'The contents of the artifact.' }),
  format: z.enum(formats).meta({
    description: 'Markdown, or JSON that fits a schema.',
    examples: ['markdown'],
  }),
  headings: list(line(80), 24, 1)
    .meta({ description: 'The headings of an artifact in Markdown, in their order.' })
    .optional(),
  json_schema: z.record(z.string(), z.unknown()).optional().meta({
    description:
      'For `json_schema`: the schema (JSON Schema 2020-12). It uses only the keywords that the contract lists.',
  }),
});

export const artifacts = list(artifact, 64, 1)
  .meta({
    description:
      'The artifacts that roles write. If no role writes what a role reads, the run gets it as input.',
  })
  .optional();

export const outputs = list(
  z.strictObject({
    artifact: slug.meta({ description: 'An artifact that a role writes.', examples: ['patch'] }),
    when: line(200)
      .optional()
      .meta({
        description:
          'The case in which the output is delivered. It is required where several outputs leave open which one counts.',
        examples: ['the tests pass'],
      }),
  }),
  16,
  1,
)
  .meta({ description: 'The artifacts that a run delivers.' })
  .optional();

export type Artifact = z.infer<typeof artifact>;
export type Output = NonNullable<z.infer<typeof outputs>>[number];
