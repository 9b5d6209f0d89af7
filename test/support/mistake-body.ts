/** Mistakes that editors make in the text of patterns. */
import { elsewhere, type Mistake, row } from './mistake.ts';

/** Another document of the folder than the one that is named. */
const other = (names: readonly string[], own: string): string => names.find(name => name !== own)!;

const words = (count: number): string => Array.from({ length: count }, (_, at) => `word${at}`).join(' ');

/** The sorts in the text of patterns. */
export const bodyMistakes: readonly Mistake[] = [
  row(
    'the name of a section has a slip',
    /^## What is known$/m,
    '## What is knwon',
    /^(?:heading|section|body)/,
    /in order: /,
  ),
  row(
    'a section is missing',
    /^## What is not known\n[\s\S]*$/m,
    '',
    /^(?:heading|section|body)/,
    /in order: /,
    elsewhere,
  ),
  row(
    'a title in the body',
    /^## How to run it$/m,
    '# A title\n\n## How to run it',
    /^(?:heading|section|body)/,
    /front matter/,
    elsewhere,
  ),
  row(
    'HTML',
    /^## What is known\n\n/m,
    m => `${m[0]}- It is <b>bold</b>.\n`,
    /^html$/,
    /Write Markdown/,
    elsewhere,
  ),
  row('an image', /^## What is known\n\n/m, m => `${m[0]}- ![It](/x.png)\n`, /^image$/, /words/, elsewhere),
  row('a relative link', /\]\(\/research\//, '](../research/', /^link-form$/, /from the root/),
  row(
    'a link to no page',
    /\]\(\/research\/([a-z0-9-]+)\.md/,
    m => `](/research/${m[1]}-x.md`,
    /^broken-link$/,
    /exists/,
  ),
  row(
    'a link to no anchor',
    /\]\(\/research\/([a-z0-9-]+)\.md(?:#[^)]*)?\)/,
    m => `](/research/${m[1]}.md#nowhere)`,
    /^broken-link$/,
    /Anchors there/,
  ),
  row(
    'a link with a Cyrillic letter',
    /\]\(\/research\/([a-z0-9]*?)a/,
    m => `](/research/${m[1]}а`,
    /^broken-link$/,
    /U\+0430, a Cyrillic letter/,
  ),
  row(
    'a malformed address',
    /^## What is known\n\n/m,
    m => `${m[0]}- See [it](http://a b).\n- See [that](https://[x).\n`,
    /^link-form$/,
    /address|URL/,
    elsewhere,
  ),
  row(
    'a figure without a source',
    /^## What is known\n\n/m,
    m => `${m[0]}- It saves 40% of all work.\n`,
    /^uncited-figure$/,
    /Link the record/,
    elsewhere,
  ),
  row(
    'a multiple in words without a source',
    /^## What is known\n\n/m,
    m => `${m[0]}- It costs twice as much.\n`,
    /^uncited-figure$/,
    /Link the record/,
    elsewhere,
  ),
  row(
    'a fraction in words without a source',
    /^## What is known\n\n/m,
    m => `${m[0]}- It fails in two thirds of the runs.\n`,
    /^uncited-figure$/,
    /Link the record/,
    elsewhere,
  ),
  row(
    'a figure that its source does not state',
    /^## What is known\n\n([\s\S]*?)\]\(\/research\/([a-z0-9-]+)\.md/m,
    m =>
      `## What is known\n\n- It gained 98.7654% ([it](/research/${m[2]}.md)).\n${m[1]}](/research/${m[2]}.md`,
    /^figure-not-in-source$/,
    /Cite the record that states it/,
    elsewhere,
  ),
  row(
    'a quotation that its source does not have',
    /^## What is known\n\n([\s\S]*?)\]\(\/research\/([a-z0-9-]+)\.md/m,
    m =>
      `## What is known\n\n- "We never said any such thing" ([it](/research/${m[2]}.md)).\n${m[1]}](/research/${m[2]}.md`,
    /^quotation-not-in-source$/,
    /Quote word for word/,
    elsewhere,
  ),
  row(
    'a quotation of more than 40 words',
    /^## What is known\n\n/m,
    m => `${m[0]}- "${words(45)}"\n`,
    /^long-quotation$/,
    /Quote the words that matter/,
    elsewhere,
  ),
  row(
    'a word that nobody says',
    /^intent: .*$/m,
    'intent: It loops in order to finish.',
    /^wording$/,
    /Write `to`/,
  ),
  row('a text of the skeleton', /^intent: .*$/m, 'intent: TODO intent', /^todo$/, /Write it/),
  row(
    'a section of the skeleton',
    /^## What is not known\n\n/m,
    m => `${m[0]}TODO\n\n`,
    /^todo$/,
    /Write it/,
    elsewhere,
  ),
  row(
    'a title with a Cyrillic letter',
    /^title: (.*?)[ae]/m,
    m => `title: ${m[1]}а`,
    /^(?:foreign-letter|yaml)$/,
    /Cyrillic letter/,
  ),
  row(
    'a title with a ligature',
    /^title: .*$/m,
    'title: A ﬁne loop',
    /^unnormalised$/,
    /Write `A fine loop`/,
  ),
  row(
    'a sentence of another page',
    /^intent: .*$/m,
    'intent: One agent reasons, acts through a tool and reads the result, and repeats this until it submits.',
    /^repeated-sentence$/,
    /Keep it on the page/,
    elsewhere,
  ),
  row(
    'a citation that is swapped for another',
    /^- .*?\d+(?:\.\d+)?%.*?\]\(\/research\/([a-z0-9-]+)\.md.*$/m,
    (m, names) =>
      m[0].replaceAll(/\/research\/[a-z0-9-]+\.md(?:#[\w-]+)?/g, `/research/${other(names, m[1]!)}.md`),
    /^figure-not-in-source$/,
    /Cite the record/,
  ),
];
