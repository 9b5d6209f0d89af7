/**
 * Situations: how people describe the work that a document fits. Editors write about patterns; people write about shops, wards
 * and court files, and both rarely use the same words. Search compares questions with these phrases; no page shows them.
 */
import { z } from 'zod';
import { line, slug, taskName, uniqueList } from './field.ts';

/** A phrase of at least two words: one word alone fits too much to tell one document from another. */
const phrase = line(120)
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ',.:/%+-]*$/u,
    "expected letters, digits, spaces and , ' - . : / % + alone; write each phrase on a line of its own",
  )
  .refine(text => text.includes(' '), 'expected at least two words; one word alone fits too much')
  .meta({ description: 'A task or remark in the words of a person who has it.' });

const phrases = z
  .array(phrase)
  .min(1)
  .max(400)
  .meta({ rules: '1 to 400 items', description: 'Phrases that people say, one an item.' });

const groups = <Group extends z.ZodType>(group: Group) =>
  z.array(group).min(1).max(40).optional().meta({ rules: '1 to 40 items' });

const patternSituation = z.strictObject({
  also: uniqueList(slug, 6, 1)
    .optional()
    .meta({ description: 'Patterns that fit the same phrases less well, the fittest first.' }),
  phrases,
});

/** The situations that a pattern fits: phrases, or groups in which `also` names what to look at next, the fittest first. */
export const patternSituations = z
  // A phrase by itself is a group of one. A union would not say what is wrong with either.
  .array(z.preprocess(item => (typeof item === 'string' ? { phrases: [item] } : item), patternSituation))
  .min(1)
  .max(400)
  .optional()
  .meta({ rules: '1 to 400 items, each a phrase or a group of phrases' });

/** Returns the situations of a pattern as groups; a source may hold phrases by themselves. */
export const situationsOf = (
  items: readonly (string | z.infer<typeof patternSituation>)[],
): z.infer<typeof patternSituation>[] =>
  items.map(item => (typeof item === 'string' ? { phrases: [item] } : item));

/** How people ask for what a page says, a phrase an item. */
export const pageQuestions = phrases.optional();

/** The situations that belong to a task of a domain. */
export const taskSituations = groups(
  z.strictObject({
    task: taskName.meta({ description: 'A task of the domain.' }),
    phrases,
  }),
);
