/**
 * Quotations: at most 40 words of other people, in a body too, so that the catalog never replaces its sources.
 *
 * - text between `"` and `"` or `“` and `”` with 41 words is refused, in a body and in any field
 * - a block quotation (`>`) counts as a quotation; the notice of a starter or formation is the catalog's own.
 */
import type { Fault, Place } from '#document/text/fault.ts';
import { fieldName } from '#document/text/fault.ts';
import { fieldTextsOf } from '../source/prose.ts';
import type { ParsedSource } from '../source/source.ts';
import { notice } from './complete.ts';

const maxWords = 40;
const quotation = /"([^"]+)"|“([^“”]+)”/g;

export function checkQuotations(source: ParsedSource): Fault[] {
  const inFields = fieldTextsOf(source.value).flatMap(({ path, text }) =>
    longQuotations(text).map(({ words }) => faultOf(words, fieldName(path), source.place(path))),
  );
  const inBody = source.passages.flatMap(({ text, within, placeAt }) => {
    const found = within === 'blockquote' && text !== notice ? longText(text) : longQuotations(text);
    return found.map(({ words, start }) => faultOf(words, '', placeAt(start)));
  });
  return [...inFields, ...inBody];
}

interface LongText {
  words: number;
  start: number;
}

const longQuotations = (text: string): LongText[] =>
  [...text.matchAll(quotation)].flatMap(match => longText(match[1] ?? match[2]!, match.index));

function longText(text: string, start = 0): LongText[] {
  const words = text.trim().split(/\s+/).length;
  return words > maxWords ? [{ words, start }] : [];
}

const faultOf = (words: number, field: string, place: Place): Fault => ({
  field,
  rule: 'long-quotation',
  message: `The quotation has ${words} words; at most ${maxWords} are allowed.`,
  help: 'Quote the words that matter and say the rest in your own.',
  ...place,
});
