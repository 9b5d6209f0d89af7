/**
 * Letters: what readers choose by is written in one alphabet and in one form.
 *
 * - a title or description whose word `gаte` has a Cyrillic `а` is refused with the name of the letter
 * - a text that stands in typographic quotation marks as a whole is refused: YAML knows only `"` and `'`, and readers would see them
 * - a title that Unicode writes in a shorter form (`e` and a combining accent, a ligature, full-width letters) is refused.
 */

import { type Fault, fieldName } from '#document/text/fault.ts';
import { foreignLetterIn } from '#document/text/letter.ts';
import { fieldTextsOf } from '../source/prose.ts';
import type { ParsedSource } from '../source/source.ts';

const fields = ['title', 'description', 'intent', 'goal'] as const;

export function checkLetters(source: ParsedSource): Fault[] {
  return [...lettersOf(source), ...quotesOf(source)];
}

const quoted = /^[“”„«‘‚]([^“”„«»‘’]*)[“”»’]$/;

function quotesOf({ published, written, place }: ParsedSource): Fault[] {
  if (published) return [];
  return fieldTextsOf(written).flatMap(({ path, text }): Fault[] => {
    const inner = quoted.exec(text)?.[1];
    if (inner === undefined) return [];
    const message = 'The text stands in typographic quotation marks, which YAML takes as part of it.';
    const help = `Remove them, or write \`"\` in their place.`;
    return [{ field: fieldName(path), rule: 'typographic-quotes', message, help, ...place(path) }];
  });
}

function lettersOf({ value, place }: ParsedSource): Fault[] {
  return fields.flatMap((field): Fault[] => {
    const text = value[field];
    if (typeof text !== 'string') return [];
    const at = { field, ...place([field]) };
    const foreign = foreignLetterIn(text);
    if (foreign) {
      const message = `\`${field}\` has ${foreign.called} among Latin letters.`;
      return [
        {
          ...at,
          rule: 'foreign-letter',
          message,
          help: 'Type the word again with the letters of your language.',
        },
      ];
    }
    if (field !== 'title' || text === text.normalize('NFKC')) return [];
    const odd = [...text].find(character => character !== character.normalize('NFKC')) ?? 'a combining mark';
    const message = `\`title\` is not in the one form of Unicode that searches compare (NFKC): \`${odd}\`.`;
    return [{ ...at, rule: 'unnormalised', message, help: `Write \`${text.normalize('NFKC')}\`.` }];
  });
}
