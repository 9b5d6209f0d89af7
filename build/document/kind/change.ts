/** The changes of a page, in the words of its editors: what was added or corrected. */
import { z } from 'zod';
import { date, line } from './field.ts';

const pageChange = z.strictObject({
  on: date.meta({ description: 'The day.' }),
  what: line(240).meta({
    description: 'What a reader of the page must know of it.',
    examples: ['The result was corrected from 91 to 80 percent.'],
  }),
});

/** The field `changed` of a page. */
export const changed = z
  .array(pageChange)
  .min(1)
  .max(6)
  .refine(
    changes => changes.every(({ on }, at) => at === 0 || on <= changes[at - 1]!.on),
    'expected the newest change first',
  )
  .optional()
  .meta({
    rules: '1 to 6 items, newest first',
    description: 'What was added or corrected that a reader should know. `/changes.md` lists it.',
  });

export type PageChange = z.infer<typeof pageChange>;
