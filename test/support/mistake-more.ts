/** Mistakes that editors make in records, domains, tools and published versions. */
import type { Mistake } from './mistake.ts';

type Rest = [
  find: RegExp,
  write: Mistake['write'] | string,
  rule: RegExp,
  says: RegExp,
  more?: Partial<Mistake>,
];

const made =
  (folder: string) =>
  (sort: string, ...[find, write, rule, says, more = {}]: Rest): Mistake => ({
    ...{ sort, in: folder, find, rule, says },
    write: typeof write === 'string' ? () => write : write,
    ...more,
  });
const elsewhere = { elsewhere: true } as const;
const record = made('research/');
const domain = made('domains/');
const version = made('starters/');
const tool = made('tools.md');
const guide = made('guides/');

/** All sorts that other documents than patterns can have. */
export const otherMistakes: readonly Mistake[] = [
  record('a direction has a slip', /direction: supports/, 'direction: suports', /^value$/, /`supports`/),
  record(
    'a direction does not exist',
    /direction: \w+/,
    'direction: positive',
    /^value$/,
    /one of supports, mixed, against/,
  ),
  record(
    'a grade does not exist',
    /^grade: \w+/m,
    'grade: excellent',
    /^value$/,
    /one of read, abstract, reported/,
  ),
  record(
    'a finding replaces itself by none',
    /^ {4}direction: .*\n/m,
    m => `${m[0]}    superseded_by: nothing-here\n`,
    /^unknown-finding$/,
    /Name one of/,
    elsewhere,
  ),
  record(
    'the arXiv id is that of another paper',
    /^ {2}arxiv: "(\d{4})\.(\d{5})"/m,
    m => `  arxiv: "${m[1]}.${m[2]![0] === '9' ? '8' : '9'}${m[2]!.slice(1)}"`,
    /^source-disagrees$/,
    /Look the source up/,
    { ...elsewhere, in: 'research/react-2022' },
  ),
  record('the year is in the future', /^ {2}year: \d+/m, '  year: 2031', /^future-date$/, /Correct it/),
  record(
    'the year is before the paper',
    /^ {2}year: \d+([\s\S]*?arxiv: ")/m,
    m => `  year: 2001${m[1]}`,
    /^source-disagrees$/,
    /year of the version/,
  ),
  record('the year is a word', /^ {2}year: \d+/m, '  year: twenty', /^type$/, /whole number|quotes|Correct/),
  record(
    'the arXiv id has no quotes',
    /^ {2}arxiv: "(\d{4}\.\d{5})"/m,
    m => `  arxiv: ${m[1]}`,
    /^front-matter$/,
    /quotes/,
  ),
  record(
    'the address has no scheme',
    /^ {2}url: https:\/\//m,
    '  url: ',
    /^(?:format|value)$/,
    /http or https/,
  ),
  record(
    'a finding points to another',
    /^ {4}claim: .*$/m,
    '    claim: The same runs gained.',
    /^leaning-finding$/,
    /Name the runs/,
  ),
  record(
    'a finding is about no pattern',
    /^ {4}patterns: \[([a-z0-9-]+)/m,
    m => `    patterns: [${m[1]}-x`,
    /^unknown-pattern$/,
    /exists/,
  ),
  record(
    'a finding is about a pattern that does not list it',
    /^ {4}patterns: \[[^\]]*\]/m,
    '    patterns: [tournament]',
    /^unlisted-source$/,
    /Add `/,
  ),
  record(
    'a task class does not exist',
    /^ {4}task_class: .*$/m,
    '    task_class: coding.knitting',
    /^unknown-task-class$/,
    /exists/,
  ),
  record(
    'the conditions are missing',
    /^ {4}conditions: .*\n/m,
    '',
    /^required$/,
    /Add `conditions:`/,
    elsewhere,
  ),
  record(
    'a quote has more than 40 words',
    /^ {4}quote: .*$/m,
    () => `    quote: ${Array.from({ length: 44 }, (_, at) => `w${at}`).join(' ')}`,
    /^(?:value|long-quotation)$/,
    /40 words/,
  ),
  record(
    'a claim has a figure that its basis does not',
    /^ {4}claim: (.*)\n((?: {4,}.*\n)*? {4}basis:)/m,
    m => `    claim: It gained 98.765%.\n${m[2]}`,
    /^figure-not-in-basis$/,
    /Give the sentence/,
    elsewhere,
  ),
  domain(
    'a default does not exist',
    /^ {4}default: .*$/m,
    '    default: nobody-at-all',
    /^unknown-default$/,
    /Name a starter, a pattern/,
  ),
  domain(
    'a finding of a task does not exist',
    /^ {8}finding: .*$/m,
    '        finding: nothing-here',
    /^unknown-finding$/,
    /Name one of its findings/,
  ),
  domain(
    'a source of a task does not exist',
    /^ {8}source: ([\w-]+)$/m,
    m => `        source: ${m[1]}-x`,
    /^unknown-research-record$/,
    /exists/,
  ),
  domain(
    'a percentage without a source',
    /^## What decides\n\n/m,
    m => `${m[0]}Teams spend 40% more.\n\n`,
    /^uncited-figure$/,
    /Link the record/,
    elsewhere,
  ),
  version(
    'a published version is edited',
    /^goal: (.*)$/m,
    m => `goal: ${m[1]} Always.`,
    /^immutable-version$/,
    /publish the change as a new version/,
    elsewhere,
  ),
  version(
    'a published version has line ends of Windows',
    /^[\s\S]*$/,
    m => m[0].replaceAll('\n', '\r\n'),
    /^line-ends$/,
    /npm run build -- --fix/,
    elsewhere,
  ),
  version(
    'the notice of a version is gone',
    /^> .*\n/m,
    '',
    /^(?:notice|immutable-version)$/,
    /Write `> |new version/,
    elsewhere,
  ),
  tool('an access does not exist', /access: read$/m, 'access: reading', /^value$/, /one of read/),
  guide(
    'a link to a page that is gone',
    /\]\(\/patterns\/([a-z-]+)\.md/,
    m => `](/patterns/${m[1]}-x.md`,
    /^broken-link$/,
    /exists/,
  ),
];
