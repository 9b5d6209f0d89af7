/** Mistakes that editors make in the fields of patterns: what is changed, and what the message about it must say. */

/** One sort of mistake. It fits a file where `find` matches. */
export interface Mistake {
  sort: string;
  /** The beginning of the names of files in which it is made. */
  in: string;
  find: RegExp;
  /** What takes the place of the match; the match and its groups are given, and other names of the same folder. */
  write: (match: RegExpExecArray, others: readonly string[]) => string;
  /** The rule that names it. */
  rule: RegExp;
  /** What the message or its help must say. */
  says: RegExp;
  /** Set where the message points to the document as a whole, or to another line than the one that changed. */
  elsewhere?: true;
  /** What a correction may write where it cannot know what was there before, such as quotes. */
  corrects?: string;
}

const P = 'patterns/';
/** A sort of mistake in a pattern. */
export const row = (
  sort: string,
  find: RegExp,
  write: Mistake['write'] | string,
  rule: RegExp,
  says: RegExp,
  more: Partial<Mistake> = {},
): Mistake => ({
  sort,
  in: P,
  find,
  write: typeof write === 'string' ? () => write : write,
  rule,
  says,
  ...more,
});
export const elsewhere = { elsewhere: true } as const;

const words = (count: number): string => Array.from({ length: count }, (_, at) => `word${at}`).join(' ');

const fields: readonly Mistake[] = [
  row(
    'a letter is missing in the name of a field',
    /^avoid_when:/m,
    'avoid_wen:',
    /^unknown-field$/,
    /`avoid_when`/,
  ),
  row(
    'the name of a field has another case',
    /^verification_checks:/m,
    'Verification_checks:',
    /^unknown-field$/,
    /`verification_checks`/,
  ),
  row(
    'two letters of the name of a field are exchanged',
    /^pitfalls:/m,
    'piftalls:',
    /^unknown-field$/,
    /`pitfalls`/,
  ),
  row('a field that no kind has', /^family:/m, 'colour: red\nfamily:', /^unknown-field$/, /Remove it/),
  row('a field is missing', /^intent: .*\n/m, '', /^required$/, /Add `intent:`/, elsewhere),
  row(
    'the slug is missing',
    /^slug: (.*)\n/m,
    '',
    /^required$/,
    /Add `slug: [a-z-]+`, as the path says/,
    elsewhere,
  ),
  row('a field appears twice', /^family: .*\n/m, m => m[0] + m[0], /^duplicate-key$/, /Keep one/, elsewhere),
  row(
    'the slug is not that of the file',
    /^slug: (.*)$/m,
    m => `slug: ${m[1]}-x`,
    /^file-name$/,
    /Write `slug: /,
  ),
  row('the slug has capitals', /^slug: (.*)$/m, m => `slug: ${m[1]!.toUpperCase()}`, /^format$/, /lowercase/),
  row('a number stands for a text', /^title: .*$/m, 'title: 2024', /^type$/, /quotes/, {
    corrects: 'title: "2024"',
  }),
  row('a text is too long', /^intent: .*$/m, () => `intent: ${words(60)}`, /^maximum$/, /Shorten/),
  row('a list is empty', /^use_when:\n(?: {2}- .*\n)+/m, 'use_when: []\n', /^minimum$/, /Add/),
  row('a text ends in a space', /^intent: .*$/m, 'intent: "It loops. "', /^value$/, /white space/),
  row(
    'the family does not exist',
    /^family: .*$/m,
    'family: nobody-knows',
    /^unknown-family$/,
    /Name a family that exists: /,
  ),
  row(
    'a source is misspelt',
    /^sources: \[([a-z0-9-]+)/m,
    m => `sources: [${m[1]}x`,
    /^unknown-research-record$/,
    /exists/,
  ),
  row(
    'a source has a Cyrillic letter',
    /^sources: \[(\w*?)o/m,
    m => `sources: [${m[1]}о`,
    /^format$/,
    /U\+043E, a Cyrillic letter/,
  ),
  row(
    'a pair does not exist',
    /^ {2}- pattern: (.*)$/m,
    m => `  - pattern: ${m[1]}-x`,
    /^unknown-pattern$/,
    /exists/,
  ),
  row(
    'a domain does not exist',
    /^domains: \[\w+/m,
    'domains: [gardening',
    /^(?:value|unknown-domain)$/,
    /coding|exists/,
  ),
  row(
    'an alias is another pattern',
    /^aliases: .*$/m,
    (_, names) => `aliases: [${names[0]}, ${names[1]}]`,
    /^alias-collision$/,
    /Remove it from one/,
    elsewhere,
  ),
];

const yaml: readonly Mistake[] = [
  row('a colon within a text', /^intent: .*$/m, 'intent: One agent: it loops.', /^yaml$/, /quotes/),
  row(
    'a quote is not closed',
    /^title: .*$/m,
    'title: "Half',
    /^yaml$/,
    /plain YAML|quotes|Align/,
    elsewhere,
  ),
  row(
    'a list is not closed',
    /^aliases: .*$/m,
    'aliases: [half',
    /^yaml$/,
    /plain YAML|lists|Align/,
    elsewhere,
  ),
  row('a tab indents', /^use_when:\n {2}- /m, 'use_when:\n\t- ', /^yaml$/, /plain YAML|Align/, elsewhere),
  row('an anchor', /^intent: /m, 'intent: &it ', /^front-matter$/, /Write the value out/),
  row(
    'the front matter is not closed',
    /\n---\n(?=\n)/,
    '\n',
    /^front-matter$/,
    /Add a line that holds only `---`/,
    elsewhere,
  ),
  row(
    'a merge conflict',
    /^(title: .*)\n/m,
    m => `<<<<<<< HEAD\n${m[1]}\n=======\n${m[1]} too\n>>>>>>> theirs\n`,
    /^conflict-marker$/,
    /Keep one of the two sides/,
  ),
  row('a byte-order mark', /^---/, '\uFEFF---', /^encoding$/, /without BOM/),
  row(
    'a space that does not break',
    /^description: (\S+) /m,
    m => `description: ${m[1]}\u00A0`,
    /^hidden-character$/,
    /plain space/,
  ),
  row(
    'a character without width',
    /^description: (\S+) /m,
    m => `description: ${m[1]}\u200B `,
    /^hidden-character$/,
    /Remove it/,
  ),
];

const graph: readonly Mistake[] = [
  row('the kind of an edge has a slip', /kind: delegates/, 'kind: delegats', /^value$/, /`delegates`/),
  row('the kind of an edge does not exist', /kind: reports/, 'kind: commands', /^value$/, /one of delegates/),
  row(
    'an edge names no role',
    /\{from: ([\w-]+),/,
    m => `{from: ${m[1]}-x,`,
    /^unknown-role$/,
    /Name one of the roles/,
  ),
  row(
    'an edge leads to its own role',
    /\{from: ([\w-]+), to: [\w-]+,/,
    m => `{from: ${m[1]}, to: ${m[1]},`,
    /^self-edge$/,
    /Remove it/,
  ),
  row('an edge appears twice', /^ {2}- \{from: .*\}\n/m, m => m[0] + m[0], /^duplicate-edge$/, /Remove one/),
  row(
    'a role appears twice',
    /^ {2}- id: ([\w-]+)\n {4}purpose: (.*)\n/m,
    m => m[0] + m[0].replace(m[2]!, 'The second of that name.'),
    /^duplicate-id$/,
    /id of its own/,
  ),
  row(
    'a role that no edge reaches',
    /^edges:\n/m,
    '  - id: watcher\n    purpose: Sees nothing and gets nothing.\nedges:\n',
    /^unreachable-role$/,
    /Add the edge/,
    elsewhere,
  ),
  row(
    'two roles delegate to each other',
    /^ {2}- \{from: ([\w-]+), to: ([\w-]+), kind: delegates\}\n/m,
    m => `${m[0]}  - {from: ${m[2]}, to: ${m[1]}, kind: delegates}\n`,
    /^contradictory-edges$/,
    /Keep one of the two/,
    elsewhere,
  ),
];

/** The sorts in the fields of patterns. */
export const patternMistakes: readonly Mistake[] = [...fields, ...yaml, ...graph];
