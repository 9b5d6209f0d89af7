/** Mistakes of editors who know neither YAML nor Markdown well: what was meant looks right, and is read as something else. */
import { elsewhere, type Mistake, row } from './mistake.ts';

const line = (text: string) => (match: RegExpExecArray) => `${match[0]}${text}\n`;
const known = /^## What is known\n\n/m;

const links: readonly Mistake[] = [
  row(
    'a link has a space in its address',
    known,
    line('- See [it](/patterns/react loop.md).'),
    /^link-form$/,
    /no spaces/,
  ),
  row(
    'the brackets of a link are exchanged',
    known,
    line('- See (it)[/patterns/react-loop.md].'),
    /^link-form$/,
    /exchanged/,
  ),
  row(
    'a link names an address that is given nowhere',
    known,
    line('- See [it][1].'),
    /^link-form$/,
    /with the address/,
  ),
  row('a link of a wiki', known, line('- See [[react-loop]].'), /^link-form$/, /no link/),
  row(
    'a link copied from a preview',
    known,
    line('- See [it](http://localhost:8090/patterns/react-loop.html).'),
    /^link-form$/,
    /`\/patterns\/react-loop\.md`/,
  ),
  row('a footnote', known, line('- It is so.[^1]'), /^link-form$/, /Footnotes/),
  row(
    'a block of code that goes on to the end',
    known,
    line('```\nnpm test\n'),
    /^open-code$/,
    /End it/,
    elsewhere,
  ),
  row('a heading skips a level', known, line('#### Deep\n'), /^heading$/, /### Deep/),
];

const fields: readonly Mistake[] = [
  row(
    'quotation marks of a word processor',
    /^intent: (.*)$/m,
    m => `intent: “${m[1]}”`,
    /^typographic-quotes$/,
    /Remove them/,
  ),
  row('a list as one text', /^domains: \[(.*)\]$/m, m => `domains: ${m[1]}`, /^type$/, /Write a list/),
  row(
    'items of a list after dashes of a word processor',
    /^use_when:\n {2}- /m,
    'use_when:\n  – ',
    /^type$/,
    /Write a list/,
  ),
  row('items of a list after stars', /^use_when:\n {2}- /m, 'use_when:\n  * ', /^yaml$/, /- /),
  row('a text that begins with a number sign', /^intent: /m, 'intent: #1 ', /^type$/, /quotes/),
  row('no space after the colon', /^intent: /m, 'intent:', /^(?:yaml|front-matter)$/, /quotes|key: value/),
  row(
    'a name in capitals within a list',
    /^domains: \[(\w)/m,
    m => `domains: [${m[1]!.toUpperCase()}`,
    /^format$/,
    /Did you mean `/,
  ),
  row(
    'spaces that do not break indent',
    /^ {4}purpose: /m,
    '\u00A0\u00A0\u00A0\u00A0purpose: ',
    /^hidden-character$/,
    /plain space/,
  ),
];

const others: readonly Mistake[] = [
  {
    ...row(
      'two findings supersede each other',
      /^ {4}direction: .*\n/m,
      '',
      /^superseded-round$/,
      /holds today/,
      elsewhere,
    ),
    in: 'research/react-2022',
    find: /^ {2}- id: (.*)\n([\s\S]*?)^ {2}- id: (.*)\n/m,
    write: ([, first, text, second]) =>
      `  - id: ${first}\n    superseded_by: ${second}\n${text}  - id: ${second}\n    superseded_by: ${first}\n`,
  },
  {
    ...row(
      'a task appears twice',
      /^ {2}- name: (.*)\n([\s\S]*?)^ {2}- name: .*\n/m,
      '',
      /^duplicate-id$/,
      /appears twice/,
      elsewhere,
    ),
    in: 'domains/',
    write: ([, name, text]) => `  - name: ${name}\n${text}  - name: ${name}\n`,
  },
  {
    ...row('the year is a date', /^ {2}year: \d+/m, '  year: 2024-03-10', /^type$/, /whole number/),
    in: 'research/',
  },
  {
    ...row(
      'the authors are one text',
      /^ {2}authors: .*$/m,
      '  authors: Ada Example et al.',
      /^type$/,
      /Write a list/,
    ),
    in: 'research/',
  },
  {
    ...row(
      'the arXiv id has its prefix',
      /^ {2}arxiv: "(.*)"$/m,
      m => `  arxiv: "arXiv:${m[1]}"`,
      /^format$/,
      /Did you mean `\d/,
    ),
    in: 'research/',
  },
];

/** The sorts that look right to who wrote them. */
export const slipMistakes: readonly Mistake[] = [...links, ...fields, ...others];
