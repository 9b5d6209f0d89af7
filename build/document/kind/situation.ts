/**
 * Situations: how people describe the work that a document fits. Editors write about patterns; people write about shops, wards
 * and court files, and the two rarely use the same words. Search compares questions with these phrases, and no page shows them.
 */
import { z } from 'zod';
import { line, list, slug, taskName, uniqueList } from './field.ts';

/** A phrase of at least two words. A single word fits too many documents to tell them apart. */
const phrase = line(120)
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ',.:/%+-]*$/u,
    "expected letters, digits, spaces and , ' - . : / % + alone; write each phrase on a line of its own",
  )
  .refine(text => text.includes(' '), 'expected at least two words; one word alone fits too much')
  .meta({ description: 'A task or remark in the words of a person who has it.' });

const phrases = list(phrase, 400, 1).meta({ description: 'Phrases that people say, one an item.' });

const patternSituation = z.strictObject({
  also: uniqueList(slug, 6, 1)
    .optional()
    .meta({ description: 'Patterns that fit the same phrases less well, the fittest first.' }),
  phrases,
});

/**
 * The situations that a pattern fits: phrases, or groups of phrases in which `also` names the patterns to look at next, the
 * best first.
 */
export const patternSituations = z
  // A phrase that stands alone becomes a group of one. A union of two schemas could not say what is wrong.
  .array(z.preprocess(item => (typeof item === 'string' ? { phrases: [item] } : item), patternSituation))
  .min(1)
  .max(400)
  .optional()
  .meta({ rules: '1 to 400 items, each a phrase or a group of phrases' });

/** Returns the situations of a pattern as groups. A source may also have phrases that stand alone. */
export const situationsOf = (
  items: readonly (string | z.infer<typeof patternSituation>)[],
): z.infer<typeof patternSituation>[] =>
  items.map(item => (typeof item === 'string' ? { phrases: [item] } : item));

/** The questions that a page answers, as people would ask them. */
export const pageQuestions = phrases.optional();

export const taskSituations = list(
  z.strictObject({
    task: taskName.meta({ description: 'A task of the domain.' }),
    phrases,
  }),
  40,
  1,
).optional();
