/** `/status.md`: the health and limitations of the catalog, as far as the build knows them. */

import type { Kind } from '#document/kind/kind.ts';
import { grades } from '#document/kind/research-record.ts';
import { doc } from '#document/message/index.ts';
import type { Catalog, SourceEntry } from '../catalog/source/catalog.ts';
import type { PlainFacts } from '../catalog/source/facts.ts';
import type { SearchSection } from '../document/text/manifest.ts';
import { capitalized, plural } from '../document/text/plain-text.ts';
import { composedPage, type Page, type Setting } from './compose/page.ts';

/** The sections of the page that search finds by themselves. */
const sections: readonly SearchSection[] = [
  {
    anchor: 'limits',
    kind: 'doc',
    title: 'Limits of this catalog',
    text: 'What counts as evidence here, and what the catalog lacks.',
    names: [
      'status page',
      'limitations',
      'limits of the catalog',
      'can I trust this catalog',
      'how good is the evidence',
    ],
  },
  {
    anchor: 'corrections',
    kind: 'doc',
    title: 'Add or correct a finding',
    text: 'Which file to edit to add a source or a finding, or to correct one.',
    names: ['add a finding', 'correct a finding', 'contribute', 'edit the catalog', 'report a mistake'],
  },
  {
    anchor: 'data-and-citation',
    kind: 'doc',
    title: 'Download the data and cite this catalog',
    text: 'Where the citation of a page is, which tables there are as CSV, and their licence.',
    names: [
      ...['cite this catalog', 'how to cite', 'bibtex', 'download the data', 'download csv'],
      ...['licence', 'license', 'is the catalog free', 'terms of use'],
    ],
  },
];

/** Returns the heading of a section, as a line of Markdown. */
const headingOf = ({ anchor }: SearchSection): string => `## ${capitalized(anchor.replaceAll('-', ' '))}\n`;

export function statusPages(catalog: Catalog, setting: Setting): Page[] {
  const source = catalog.sources.find(({ name }) => name === 'status.md') as
    | SourceEntry<PlainFacts>
    | undefined;
  if (!source) return [];
  const findings = [...catalog.research.values()].flatMap(record =>
    record.more.findings.map(finding => finding.grade ?? record.more.grade),
  );
  const [full, abstract, reported] = grades.map(one => findings.filter(grade => grade === one).length);
  const { body } = source.more;
  const own = sections.filter(section => body.includes(headingOf(section)));
  const health =
    `The catalog is served from a verified build. It rests on ${plural(findings.length, 'finding')} from ` +
    `${plural(catalog.research.size, 'source')}: we read ${full} in full texts, ${abstract} in abstracts and ` +
    `${reported} in reports by others.${setting.isStatic ? ' This copy is plain files, so it takes and counts no reports.' : ''}`;
  return [
    composedPage({
      kind: doc as unknown as Kind,
      path: '/status.md',
      ...{ title: source.facts.title, description: source.facts.description },
      body: () => `## Health\n\n${health}\n\n${body}`,
      setting,
      search: { ...source.facts.search, ...(own.length > 0 && { sections: own }) },
      about: () => ({ sections: own.map(({ anchor }) => anchor) }),
    }),
  ];
}
