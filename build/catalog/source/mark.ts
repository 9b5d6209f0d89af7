/**
 * Collects from the prose of a source the marks that the checks across pages compare: its sentences and figures. Marks are small,
 * so that threads can pass them on and those of the whole catalog fit in memory.
 */

import { sha256Hex } from '#document/text/digest.ts';
import type { Place } from '#document/text/fault.ts';
import { fieldName } from '#document/text/fault.ts';
import { generatedBody } from '../../document/comparison/body.ts';
import { figuresOf, writeFigure } from './figure.ts';
import { fieldTextsOf, type Passage, type Sentence, sentencesOf } from './prose.ts';
import type { ParsedSource } from './source.ts';

/** A sentence: a digest of its words, its place, and its field, which is empty in a body. */
interface SentenceMark extends Place {
  digest: string;
  field: string;
}

/**
 * The sentences of a source as two texts, since a catalog has hundreds of thousands: the digests, each of `digestLength`
 * characters, and as many `line:column:field` with spaces between them.
 */
interface Sentences {
  digests: string;
  places: string;
}

const digestLength = 12;

/** Divides a text of packed digests into the single digests, in order. */
export function digestsOf(digests: string): string[] {
  const count = digests.length / digestLength;
  return Array.from({ length: count }, (_, at) => digests.slice(at * digestLength, (at + 1) * digestLength));
}

/** Unpacks sentences: returns the digest and the place of each, in the order of the text. */
export function readSentences(sentences: Sentences): SentenceMark[] {
  const places = sentences.places.split(' ');
  return digestsOf(sentences.digests).map((digest, at) => {
    const [line, column, field = ''] = places[at]!.split(':');
    return { digest, line: Number(line), column: Number(column), field };
  });
}

function writeSentences(marks: readonly SentenceMark[]): Sentences {
  return {
    digests: marks.map(({ digest }) => digest).join(''),
    places: marks.map(({ line, column, field }) => `${line}:${column}:${field}`).join(' '),
  };
}

/** A figure that a page cites, in its one form, with the records that its sentence or list item links to. */
export interface CitedFigure extends Place {
  figure: string;
  /** The figure as the page writes it. */
  text: string;
  records: string[];
}

/** Words in quotation marks, with the research records that their sentence or list item links to. */
interface CitedQuotation extends Place {
  text: string;
  records: string[];
}

export interface Marks {
  sentences: Sentences;
  /** The figures that the page cites from records. */
  cited: CitedFigure[];
  /** The figures that a research record or comparison states; empty for other kinds. */
  stated: string[];
  /** The quotations next to links to records. */
  quoted: CitedQuotation[];
  /** The ids of the findings without a basis; empty for other kinds than research records. */
  unfounded: string[];
}

export function marksOf(source: ParsedSource): Marks {
  const { kind, value, passages, written } = source;
  const isRecord = kind.kind === 'research_record';
  const generated = kind.kind === 'comparison' ? (generatedBody(kind.kind, value) ?? '') : '';
  const findings = isRecord ? (written.findings as { id: string; basis?: object }[]) : [];
  return {
    sentences: writeSentences([...fieldSentences(source), ...bodySentences(passages)]),
    cited: isRecord ? [] : passages.flatMap(citedFigures),
    stated: isRecord ? statedIn(source) : figureNames([generated]),
    quoted: isRecord ? [] : passages.flatMap(citedQuotations),
    unfounded: findings.flatMap(({ id, basis }) => (basis ? [] : [id])),
  };
}

/**
 * The fewest words of a sentence that is compared with those of other pages. Shorter sentences recur for good reasons: "It is the
 * control."
 */
const minWords = 6;

/**
 * The fields that state something of their own. Other fields name things, repeat a source word for word, or state conditions,
 * which are the same for many findings.
 */
const proseFields = new Set(
  'description tagline intent purpose use_when avoid_when pitfalls verification_checks why separates claim limits goal'
    .concat(' stop_conditions checks falsified_if cautions queries')
    .split(' '),
);

const fieldSentences = ({ value, place }: ParsedSource): SentenceMark[] =>
  fieldTextsOf(value)
    .filter(({ path }) => proseFields.has(String(path.findLast(step => typeof step === 'string'))))
    .flatMap(({ path, text }) => {
      const digests = sentencesOf(text).flatMap(sentence => digestOf(sentence.text) ?? []);
      if (digests.length === 0) return [];
      const { line, column } = place(path);
      return digests.map(digest => ({ digest, line, column, field: fieldName(path) }));
    });

const bodySentences = (passages: readonly Passage[]): SentenceMark[] =>
  passages.flatMap(({ text, placeAt }) =>
    sentencesOf(text).flatMap(sentence => {
      const digest = digestOf(sentence.text);
      return digest === undefined ? [] : [{ digest, ...placeAt(sentence.start), field: '' }];
    }),
  );

/** Returns a digest of the words of a sentence, without case, punctuation and line breaks; undefined for a short sentence. */
function digestOf(sentence: string): string | undefined {
  const words = sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length < minWords ? undefined : sha256Hex(words.join(' ')).slice(0, digestLength);
}

/** Returns the name that a link cites: `SLUG` of a record, `comparisons/SLUG` of a comparison; undefined for any other link. */
const recordOf = (url: string): string | undefined => {
  const [, folder, slug] = /^\/(research|comparisons)\/([^/#?]+)\.md/.exec(url) ?? [];
  return folder === 'comparisons' ? `comparisons/${slug}` : slug;
};

/**
 * Returns the parts of a passage that one link covers: a list item is one part, any other passage has a part for each sentence.
 */
export function unitsOf({ text, within }: Passage): Sentence[] {
  return within === 'listItem' ? [{ text, start: 0, end: text.length }] : sentencesOf(text);
}

/** Returns the names of the research records and comparisons that a part of a passage links to. */
export function recordsOf({ links }: Passage, { start, end }: Sentence): string[] {
  const inside = links.filter(link => link.start >= start && link.end <= end);
  return [...new Set(inside.flatMap(link => recordOf(link.url) ?? []))];
}

/** Collects what `find` returns for each part of a passage that links to records or comparisons. */
const citedIn = <Found>(passage: Passage, find: (unit: Sentence, records: string[]) => Found[]): Found[] =>
  unitsOf(passage).flatMap(unit => {
    const records = recordsOf(passage, unit);
    return records.length === 0 ? [] : find(unit, records);
  });

const citedFigures = (passage: Passage): CitedFigure[] =>
  citedIn(passage, (unit, records) =>
    figuresOf(unit.text).map(found => {
      const place = passage.placeAt(unit.start + found.start);
      return { figure: writeFigure(found), text: found.text, records, ...place };
    }),
  );

/** The fewest words of a quotation that is checked. Fewer may be a term. */
const leastQuoted = 4;
/** Text between quotation marks. */
export const quotation = /"([^"]+)"|“([^“”]+)”/g;

const citedQuotations = (passage: Passage): CitedQuotation[] =>
  citedIn(passage, (unit, all) => {
    const records = all.filter(name => !name.includes('/'));
    return [...unit.text.matchAll(quotation)].flatMap(match => {
      const text = (match[1] ?? match[2]!).trim();
      const isQuoted = records.length > 0 && text.split(/\s+/).length >= leastQuoted;
      return isQuoted ? [{ text, records, ...passage.placeAt(unit.start + match.index) }] : [];
    });
  });

const figureNames = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap(text => figuresOf(text).map(writeFigure))),
];

function statedIn({ value: { citation: _, ...own }, passages }: ParsedSource): string[] {
  return figureNames([...fieldTextsOf(own), ...passages].map(({ text }) => text));
}
