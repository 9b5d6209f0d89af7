/** Verbs about texts: quotes, segments, forms. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Refused, readIn, writeIn } from './folder.ts';
import { defineVerb, longText, shortText } from './verb.ts';
import { readPage } from './web.ts';

const spacesJoined = (text: string): string => text.normalize('NFC').split(/\s+/).join(' ').trim();

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const checkQuotes = defineVerb(
  'check_quotes',
  'Finds each quote word for word in its page, after joining white space. Those that are found get the words around them; the ' +
    'others are dropped, with the reason. Pages are given as text, or by the path where they were saved.',
  {
    quotes: z.array(z.looseObject({ quote: z.string().max(20_000), page: shortText })).max(2000),
    pages: z
      .array(z.strictObject({ page: shortText, text: longText.optional(), path: shortText.optional() }))
      .max(500),
    around: z.int().min(0).max(2000).optional().describe('Characters on either side; 200 by default.'),
  },
  ({ quotes, pages, around = 200 }, { folder }) => {
    const texts = new Map(
      pages.map(({ page, text, path }) => [page, spacesJoined(text ?? (path ? readIn(folder, path) : ''))]),
    );
    const checked = quotes.map(each => {
      const text = texts.get(each.page);
      const quote = spacesJoined(each.quote);
      if (text === undefined) return { ...each, dropped: 'The page was not saved.' };
      if (quote === '') return { ...each, dropped: 'The quote is empty.' };
      const at = text.indexOf(quote);
      if (at < 0) return { ...each, dropped: 'The quote is not in the page.' };
      return {
        ...each,
        context: text.slice(Math.max(0, at - around), at + quote.length + around),
        offset: at,
      };
    });
    const byText = new Map<string, string[]>();
    for (const [page, text] of texts) byText.set(text, [...(byText.get(text) ?? []), page]);
    return {
      found: checked.filter(each => !('dropped' in each)),
      dropped: checked.filter(each => 'dropped' in each),
      same_text: [...byText.values()].filter(list => list.length > 1),
    };
  },
);

const findText = defineVerb(
  'find_text',
  'Finds exact words in a text, or in a file, after joining white space. Returns their offsets, with the words around them.',
  { words: z.string().min(1).max(20_000), text: longText.optional(), path: shortText.optional() },
  ({ words, text, path }, { folder }) => {
    if ((text === undefined) === (path === undefined)) throw new Refused('Give `text` or `path`.');
    const [whole, wanted] = [spacesJoined(text ?? readIn(folder, path!)), spacesJoined(words)];
    if (wanted === '') throw new Refused('The words are empty.');
    const places = [];
    for (
      let at = whole.indexOf(wanted);
      at >= 0 && places.length < 100;
      at = whole.indexOf(wanted, at + wanted.length)
    )
      places.push({ offset: at, context: whole.slice(Math.max(0, at - 200), at + wanted.length + 200) });
    return { places };
  },
);

/** A token of English is about so many characters. */
const tokenLength = 4;

const cutText = defineVerb(
  'cut_text',
  'Cuts texts at headings, then at paragraphs, into segments of at most `tokens` (counted as 4 characters each) that overlap. ' +
    'It refuses texts that would need more than `most` segments.',
  {
    texts: z
      .array(z.strictObject({ id: shortText, text: longText }))
      .min(1)
      .max(200),
    tokens: z.int().min(100).max(100_000).optional(),
    overlap: z.int().min(0).max(5000).optional(),
    most: z.int().min(1).max(1000).optional(),
  },
  ({ texts, tokens = 5000, overlap = 200, most = 60 }) => {
    if (overlap * 2 > tokens) throw new Refused('The overlap may be half of a segment at most.');
    const size = (tokens - overlap) * tokenLength;
    const segments: {
      segment: string;
      text_id: string;
      from: number;
      to: number;
      headings: string[];
      text: string;
    }[] = [];
    for (const { id, text } of texts)
      for (let from = 0; from < text.length; ) {
        const to = from + cutOf(text.slice(from, from + size), from + size >= text.length);
        const begin = Math.max(0, from - overlap * tokenLength);
        if (segments.length === most) throw new Refused(`More than ${most} segments would result.`);
        const segment = `${id}-${segments.length + 1}`;
        segments.push({
          segment,
          text_id: id,
          from: begin,
          to,
          headings: headingsAbove(text, from),
          text: text.slice(begin, to),
        });
        from = to;
      }
    return { segments };
  },
);

/** Where a piece ends: before its last heading, paragraph or line in its second half, or at its end. */
function cutOf(piece: string, isLast: boolean): number {
  if (isLast) return piece.length;
  const half = Math.floor(piece.length / 2);
  for (const mark of ['\n#', '\n\n', '\n', ' ']) {
    const at = piece.lastIndexOf(mark);
    if (at >= half) return at + 1;
  }
  return piece.length;
}

function headingsAbove(text: string, at: number): string[] {
  const found: string[] = [];
  for (const line of text.slice(0, at + 1).split('\n')) {
    const [, marks, words] = /^(#{1,6}) (.*)$/.exec(line) ?? [];
    if (marks !== undefined) found.splice(marks.length - 1, found.length, words!.slice(0, 200));
  }
  return found.filter(Boolean);
}

const freeze = defineVerb(
  'freeze',
  'The SHA-256 of a text, so that a later change is seen. With `expected`, whether the text is still the same.',
  { text: longText, expected: z.string().max(64).optional() },
  ({ text, expected }) => ({
    sha256: digestOf(text),
    ...(expected !== undefined && { same: digestOf(text) === expected }),
  }),
);

const checkForm = defineVerb(
  'check_form',
  'What is wrong with the form of a work: a heading that is missing, or what does not fit a JSON Schema. No fault: it fits.',
  {
    text: longText,
    headings: z.array(shortText).max(50).optional(),
    json_schema: z.record(z.string(), z.unknown()).optional(),
  },
  ({ text, headings = [], json_schema }) => ({
    faults: [...headingFaults(text, headings), ...schemaFaults(text, json_schema)],
  }),
);

function headingFaults(text: string, headings: readonly string[]): string[] {
  const found = new Set(
    text.split('\n').flatMap(line => (/^#{1,6} /.test(line) ? [line.replace(/^#+ /, '').trim()] : [])),
  );
  return headings.filter(heading => !found.has(heading)).map(heading => `The heading ${heading} is missing.`);
}

function schemaFaults(text: string, schema: Record<string, unknown> | undefined): string[] {
  if (schema === undefined) return [];
  try {
    const parsed = z
      .fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])
      .safeParse(JSON.parse(text));
    return parsed.success ? [] : z.prettifyError(parsed.error).split('\n');
  } catch (error) {
    return [`It is no JSON, or the schema cannot be read: ${(error as Error).message}`];
  }
}

const savePage = defineVerb(
  'save_page',
  'Reads a page of the open web and saves its text unchanged as pages/DIGEST.txt in the folder, so that quotes can be checked later.',
  { url: z.string().max(4000) },
  async ({ url }, { folder, sites }) => {
    const page = await readPage(url, sites);
    const path = `pages/${digestOf(page.text).slice(0, 32)}.txt`;
    writeIn(folder, path, page.text);
    return {
      page: page.url,
      path,
      status: page.status,
      characters: page.text.length,
      sha256: digestOf(page.text),
    };
  },
);

export const textVerbs = [checkQuotes, findText, cutText, freeze, checkForm, savePage];
