/**
 * An extraction rule, by which the rows of a comparison are read from the files of its source. The rule is data, so anyone can
 * apply it (docs/comparisons.md#7).
 */
import { z } from 'zod';
import { count, line, slug } from './field.ts';

/** The place of a value: the names of fields from the outside in. `2` is the third item of a list, and `-1` the last. */
const place = z
  .array(line(120))
  .max(6)
  .meta({ rules: 'names of fields, from the outside in; `0` is the first item of a list, `-1` the last' });

const value = (description: string) => place.optional().meta({ description });

const constant = z.enum(['pass', 'fail', 'error', 'timeout', 'malformed', 'missing']);

const words = z.array(z.string().max(120)).max(40).optional();

/**
 * The schema of how a verdict is read: the same for every record, by the words in a field, by a number, or by comparing two
 * fields.
 */
const verdictRule = z.strictObject({
  always: constant.optional().meta({ description: 'The same verdict for each row, for lists of cases.' }),
  field: place.optional().meta({ description: 'The field that decides.' }),
  pass: words.meta({
    description: 'The values of the field that are a pass, as text. Every other value is a failure.',
  }),
  error: words.meta({ description: 'The values of the field that are an error.' }),
  timeout: words.meta({ description: 'The values of the field that are a timeout.' }),
  malformed: words.meta({
    description: 'The values of the field for an answer that is not in the required form.',
  }),
  missing: words.meta({
    description: 'Its values that say that there is none, `null` for an absent field.',
  }),
  at_least: line(20).optional().meta({ description: 'A pass is a number of at least this.' }),
  same_as: place.optional().meta({ description: 'A pass has the value of this field.' }),
  among: place.optional().meta({
    description: 'A value that is none of the names in this field is malformed.',
  }),
});

const caseRule = z.strictObject({
  field: place.optional().meta({ description: 'The field that names the case; empty for the row itself.' }),
  key: z.literal(true).optional().meta({ description: 'The name under which the row is listed.' }),
  row: z.literal(true).optional().meta({
    description: 'The place of the row, from 0, where a file is in the order of its data set.',
  }),
  digest: z
    .array(place)
    .max(4)
    .optional()
    .meta({ description: 'A digest of these fields, where each file has numbers of its own.' }),
  before: line(60).optional().meta({ description: 'The digest is of what stands before this text.' }),
  letters: z.literal(true).optional().meta({
    description: 'The digest is of letters and digits alone, in lower case.',
  }),
  pattern: line(200).optional().meta({
    description:
      'A regular expression for the whole name, whose group `case` remains of it; what does not match stays as it is.',
  }),
  prefix: line(60).optional().meta({ description: 'The text that is put before it.' }),
  cut: z
    .array(line(60))
    .max(4)
    .optional()
    .meta({ description: 'The text that is removed from its beginning or end.' }),
});

const filter = z.strictObject({
  field: place.meta({ description: 'A field of the row.' }),
  is: z.array(z.string().max(200)).min(1).max(200).meta({ description: 'The values that are kept.' }),
});

/** The amounts that a row may state. */
export const amounts = ['input_tokens', 'output_tokens', 'tokens', 'cost_usd', 'calls', 'turns'] as const;
export type Amount = (typeof amounts)[number];

const amountRules = Object.fromEntries(
  amounts.map(amount => [amount, value(`Where ${amount.replaceAll('_', ' ')} are stated.`)]),
) as Record<Amount, ReturnType<typeof value>>;

/** A file of one arm, or one file for each case of an arm. */
const input = z.strictObject({
  files: z
    .array(line(400))
    .min(1)
    .max(64)
    .meta({ description: 'Paths in the source; all rows of all of them.' }),
  arm: slug.meta({ description: 'The arm that the rows are of.' }),
  repeat: count(1000, 'runs', 1)
    .optional()
    .meta({ description: 'The number of this repeat; 1 when absent.' }),
  format: z.enum(['json', 'json_lines', 'csv', 'lines', 'python_flags']).meta({
    description:
      'How the file is read. `lines`: by `pattern`; `python_flags`: the first line lists `True` and `False`, and the file names the set.',
  }),
  pattern: line(400).optional().meta({
    description: 'For `lines`: a regular expression for one line, whose named groups are the fields.',
  }),
  rows: place.optional().meta({ description: 'The place of the list of rows; the top when absent.' }),
  where: z.array(filter).max(4).optional().meta({ description: 'The rows that count; all when absent.' }),
  samples: place.optional().meta({
    description: 'A list in each row whose items are its repeats; verdicts are read from the items.',
  }),
  any: place.optional().meta({
    description: 'A list in each row of which one passing item is a pass: a choice by an oracle.',
  }),
  case: caseRule.optional().meta({ description: 'How a row names its case.' }),
  verdict: verdictRule.optional().meta({ description: 'How its verdict is read.' }),
  rest: z.literal(true).optional().meta({
    description: 'Only cases of which the inputs before state no verdict for this arm and repeat.',
  }),
  in_order: z.literal(true).optional().meta({
    description: 'Rows of one case are its repeats, in their order.',
  }),
  first: z.literal(true).optional().meta({
    description: 'If a file has a case several times, the first row counts. Without this it is a fault.',
  }),
  as_text: z.literal(true).optional().meta({
    description: 'Fields are read without regard to white space at their ends.',
  }),
  ...amountRules,
});

export type ExtractionInput = z.infer<typeof input>;

const total = z.strictObject({
  file: line(400).meta({ description: 'A path in the source.' }),
  arm: slug.meta({ description: 'The arm.' }),
  format: z.enum(['json', 'json_lines', 'csv']).meta({ description: 'How the file is read.' }),
  where: z.array(filter).min(1).max(6).meta({ description: 'The rows of the arm. Their sum counts.' }),
  of: z.enum(['cost_usd', 'tokens', 'calls', 'turns']).meta({ description: 'The amount that was counted.' }),
  field: place.meta({ description: 'The place of the amount.' }),
});

export const extraction = z
  .strictObject({
    inputs: z
      .array(input)
      .min(1)
      .max(200)
      .meta({ description: 'The inputs, in the order in which they are read.' }),
    totals: z.array(total).max(60).optional().meta({
      description: 'The places where a source states the amounts of an arm for all its cases together.',
    }),
    fill: z.enum(['missing', 'refuse']).meta({
      description:
        'What to do about a run for which no file has a row: count it as `missing`, or `refuse` the source.',
    }),
    only: z
      .array(slug)
      .max(8)
      .optional()
      .meta({ description: 'Only cases for which these arms have rows; all cases when absent.' }),
  })
  .meta({ description: 'How the rows are read from the files of the source.' });

export type Extraction = z.infer<typeof extraction>;
