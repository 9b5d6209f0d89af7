/**
 * Checks that the catalog's own words are plain English, complete and in one alphabet. The words of others and published versions
 * pass.
 */
import { type Fault, type FieldPath, fieldName } from '#document/text/fault.ts';
import { foreignLetterIn } from '#document/text/letter.ts';
import { textsOf } from '../source/prose.ts';
import type { ParsedSource } from '../source/source.ts';

/** Words that nobody says aloud, as regular expressions over whole words, and what to write instead. */
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

/**
 * The avoided words with their patterns. A word next to a hyphen passes, because it is part of a name such as `mending-pair`.
 */
const words = avoided.map(([word, instead]) => ({
  word: new RegExp(`(?<![\\w-])(?:${word})(?![\\w-])`, 'gi'),
  instead,
}));

/** Tells whether a field holds the words of others: a quote, a citation, or a phrase that people search for. */
const isOfAnother = (path: FieldPath): boolean =>
  path.at(-1) === 'quote' || path[0] === 'citation' || path[0] === 'asked_as';

const quotation = /"[^"]*"|“[^“”]*”/g;

/** Checks for the words in `avoided`, such as `mend` and `dearer`. Returns a fault for each use, with the word to write instead. */
export function checkWording(source: ParsedSource): Fault[] {
  if (source.published) return [];
  return textsOf(source, source.value)
    .filter(({ text, path, within }) =>
      path ? text.includes(' ') && !isOfAnother(path) : within !== 'blockquote',
    )
    .flatMap(({ text, fault }) => {
      // Spaces keep the places of the rest.
      const own = text.replace(quotation, quoted => ' '.repeat(quoted.length));
      return words.flatMap(({ word, instead }) =>
        [...own.matchAll(word)].map(({ 0: found, index }) => {
          const message = `\`${found.replace(/\s+/g, ' ')}\` is not plain English.`;
          return fault(index, 'wording', message, `Write ${instead}.`);
        }),
      );
    });
}

/** A gap that is still to be filled. The word `todo` alone is a name that is still to be chosen. */
const skeleton = /\b(?:TODO|FIXME|XXX|TBD)\b|^todo$/;

/** Tells whether `TODO` in a field is a gap: it is not in a quote or a citation, except for the `url` of the citation. */
const mayBeUnwritten = (path: FieldPath): boolean =>
  path.at(-1) !== 'quote' && (path[0] !== 'citation' || path[1] === 'url');

/**
 * Returns a fault for each `TODO` of a skeleton: `title: TODO`, a section that says `TODO`, a role with the id `todo`. `TODO` in
 * code passes.
 */
export function checkTodo(source: ParsedSource): Fault[] {
  if (source.published) return [];
  const help = 'Write it, or remove the field or section if it may be absent.';
  return textsOf(source, source.written).flatMap(({ text, path, fault }): Fault[] => {
    const found = path ? skeleton.exec(text) : /(?<!`)\bTODO\b/.exec(text);
    if (!found || (path ? !mayBeUnwritten(path) : text.length > 200)) return [];
    return [
      fault(
        found.index,
        'todo',
        `${path ? `\`${fieldName(path)}\`` : 'This section'} is not written yet.`,
        help,
      ),
    ];
  });
}

const inTypographicQuotes = /^[“”„«‘‚]([^“”„«»‘’]*)[“”»’]$/;

/**
 * Returns a fault for each field whose whole text is in typographic quotation marks: YAML knows only `"` and `'`, and readers
 * would see the marks.
 */
export function checkQuotes(source: ParsedSource): Fault[] {
  if (source.published) return [];
  const message = 'The text is in typographic quotation marks, which YAML takes as part of the text.';
  return textsOf(source, source.written)
    .filter(({ path, text }) => path && inTypographicQuotes.test(text))
    .map(({ fault }) => fault(0, 'typographic-quotes', message, 'Remove them, or write `"` in their place.'));
}

/**
 * Returns a fault for each field by which readers choose, if its letters mislead: a word `gаte` with a Cyrillic `а`, which the
 * message names, or a title that Unicode writes in a shorter form (`e` and a combining accent, a ligature, full-width letters).
 */
export function checkLetters({ value, fault }: ParsedSource): Fault[] {
  return ['title', 'description', 'intent', 'goal'].flatMap((field): Fault[] => {
    const text = value[field];
    if (typeof text !== 'string') return [];
    const foreign = foreignLetterIn(text);
    if (foreign) {
      const message = `\`${field}\` has ${foreign.called} among Latin letters.`;
      return [
        fault([field], 'foreign-letter', message, 'Type the word again with the letters of your language.'),
      ];
    }
    if (field !== 'title' || text === text.normalize('NFKC')) return [];
    const odd = [...text].find(character => character !== character.normalize('NFKC')) ?? 'a combining mark';
    const message = `\`title\` is not in the one form of Unicode that searches compare (NFKC): \`${odd}\`.`;
    return [fault([field], 'unnormalised', message, `Write \`${text.normalize('NFKC')}\`.`)];
  });
}
