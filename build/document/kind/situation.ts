/**
 * Situations: how people describe the work that a document fits. Editors write about patterns; people write about shops, wards
 * and court files, and the two rarely use the same words. Search compares questions with these phrases, and no page shows them.
 */
import { z } from 'zod';
import type { SearchSituation } from '../text/manifest.ts';
import { line, list, taskName } from './field.ts';

/** A phrase of at least two words. A single word fits too many documents to tell them apart. */
const phrase = line(120)
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ',.:/%+-]*$/u,
    "expected letters, digits, spaces and , ' - . : / % + alone; write each phrase on a line of its own",
  )
  .refine(text => text.includes(' '), 'expected at least two words; one word alone fits too much')
  .meta({ description: 'A task or remark in the words of a person who has it.' });

const phrases = list(phrase, 600, 1).meta({ description: 'Phrases that people say, one an item.' });

/** The questions that a page answers and the work that it fits, as people would say them. */
export const pagePhrases = phrases.optional();

/** Returns the phrases of a page as the one situation that it has; an empty list without phrases. */
export const situationOf = (asked: readonly string[] = []): SearchSituation[] =>
  asked.length === 0 ? [] : [{ phrases: [...asked] }];

export const taskSituations = list(
  z.strictObject({
    task: taskName.meta({ description: 'A task of the domain.' }),
    phrases,
  }),
  40,
  1,
).optional();
