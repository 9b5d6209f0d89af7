/**
 * Wording: words that nobody says aloud, each with what to write instead.
 *
 * `Find and mend one defect` is refused, and so is `a dearer model`. A published version is left alone, since its bytes stay,
 * and so is what somebody else said: quotations, titles of sources, and how people describe their work.
 */
import type { Fault, FieldPath, Place } from '#document/text/fault.ts';
import { fieldName } from '#document/text/fault.ts';
import { fieldTextsOf } from '../source/prose.ts';
import type { ParsedSource } from '../source/source.ts';

/** What is avoided, as a regular expression over whole words, and what to write instead. */
const avoided: readonly (readonly [string, string])[] = [
  ['mend(?:s|ed|ing)?', '`fix`, `repair` or `correct`'],
  ['anew|afresh', '`again` or `from the start`'],
  ['dear(?:er|est)?', '`expensive`'],
  ['be (?:it|they)', '`whether it is`'],
  ['choose it', 'when it fits, as in `For a broad question that splits`'],
  ['beforehand', '`before` or `in advance`'],
  ['seldom', '`rarely`'],
  ['whom|whomever', '`who`, or turn the sentence round'],
  ['upon', '`on`'],
  ['whilst', '`while`'],
  ['amongst', '`among`'],
  ['(?:there|here|where)(?:of|in|by|upon|with)', '`of it`, `in it` or `by it`'],
  ['henceforth', '`from now on`'],
  ['shall', '`must` or `will`'],
  ['lest', '`so that … not`'],
  ['albeit', '`although`'],
  ['for want of', '`without`'],
  ['in number', '`many`, or the number'],
  ['answerable', '`responsible`'],
  ['to be had', '`available`'],
  ["one's own", '`your own`'],
  ['speaks? of', '`is about` or `covers`'],
  ['stands? (?:also )?in(?! for)', '`is in` or `appears in`'],
  ['(?:most|many|several|all|two|three|four|five|six|ten|public|other|on) sets', '`benchmarks`'],
  ['besides', '`also` or `in addition to`'],
  ['belongs? into', '`belongs in`'],
  ['in vain', '`without result`'],
  ['hitherto|whence|thence|forthwith|amiss|naught', 'a word of today'],
  ['in order to', '`to`'],
  ['prior to', '`before`'],
  ['utili[sz](?:e|es|ed|ing)', '`use`'],
  ['leverag(?:e|es|ed|ing)', '`use`'],
];

/** A hyphen on either side makes it part of a name, such as `mending-pair`. */
const words = avoided.map(([word, instead]) => ({
  word: new RegExp(`(?<![\\w-])(?:${word})(?![\\w-])`, 'gi'),
  instead,
}));

export function checkWording(source: ParsedSource): Fault[] {
  if (source.published) return [];
  const inFields = fieldTextsOf(source.value)
    .filter(({ path, text }) => text.includes(' ') && !isOfAnother(path))
    .flatMap(({ path, text }) =>
      avoidedIn(text).map(found => faultOf(found, fieldName(path), source.place(path))),
    );
  const inBody = source.passages
    .filter(({ within }) => within !== 'blockquote')
    .flatMap(({ text, placeAt }) => avoidedIn(text).map(found => faultOf(found, '', placeAt(found.start))));
  return [...inFields, ...inBody];
}

/** Whether a field repeats the words of a source, or those of people who search. */
const isOfAnother = (path: FieldPath): boolean =>
  path.at(-1) === 'quote' || path[0] === 'citation' || path[0] === 'asked_as';

interface Found {
  word: string;
  instead: string;
  start: number;
}

const quoted = /"[^"]*"|“[^“”]*”/g;

function avoidedIn(text: string): Found[] {
  // Spaces keep the places of the rest.
  const own = text.replace(quoted, quotation => ' '.repeat(quotation.length));
  return words.flatMap(({ word, instead }) =>
    [...own.matchAll(word)].map(match => ({ word: match[0], instead, start: match.index })),
  );
}

const faultOf = ({ word, instead }: Found, field: string, place: Place): Fault => ({
  field,
  rule: 'wording',
  message: `\`${word.replace(/\s+/g, ' ')}\` is not plain English.`,
  help: `Write ${instead}.`,
  ...place,
});
