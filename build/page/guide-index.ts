/** `/guides/index.md`: the guides in the order in which a reader needs them, a worked example for each domain, and what tenants read. */

import type { Kind } from '#document/kind/kind.ts';
import { index } from '#document/message/index.ts';
import type { Catalog } from '../catalog/source/catalog.ts';
import { commonGuides } from './compose/example.ts';
import { indexLine, type Page, type Setting } from './compose/page.ts';
import { listPages } from './compose/paging.ts';

export const guideIndexPath = '/guides/index.md';

/** The most tokens of lines on a page. */
const pageTokens = 1500;

/** The guides under each heading, in order. A guide that is not here comes under `others`, or under a heading of its sort. */
const groups: readonly [heading: string, slugs: readonly string[]][] = [
  ['Begin here', ['agentic-design-patterns', 'glossary']],
  ['Choose', ['effort-and-cost', 'failure-modes', 'what-changed-2026', 'corrected-2026']],
  [
    'Run and measure',
    ['team-command', 'prompts', 'starter-examples-one-agent', 'starter-examples', 'first-evaluation'],
  ],
];
const others = 'More guides';

/** The guides for organisations with an account, in order; each further one whose name begins so comes after them. */
const ofTenants = 'tenant-';
const tenantOrder = ['quick-start', 'command', 'evaluation', 'import'].map(name => ofTenants + name);

type Guides = Catalog['guides'];

export function guideIndexPages(catalog: Catalog, setting: Setting): Page[] {
  return listPages({
    kind: index as unknown as Kind,
    path: guideIndexPath,
    title: 'Guides',
    description:
      'How to choose, test and run an organisation of agents, step by step, with a worked example for each domain.',
    fields: { lists: 'guide', total: catalog.guides.length },
    parts: grouped(catalog)
      .filter(([, guides]) => guides.length > 0)
      .map(([heading, guides]) => ({
        before: `## ${heading}`,
        lines: guides.map(({ facts, path }) => indexLine(facts.title, path!, facts.description)),
      })),
    tokens: pageTokens,
    setting,
  });
}

/** Returns the guides under their headings, each guide once. */
function grouped(catalog: Catalog): [heading: string, guides: Guides][] {
  const common = commonGuides(catalog);
  const examples = catalog.guides.filter(guide => !common.includes(guide));
  const bySlug = new Map(common.map(guide => [slugOf(guide), guide]));
  const taken = (slugs: readonly string[]): Guides =>
    slugs.flatMap(slug => {
      const guide = bySlug.get(slug);
      bySlug.delete(slug);
      return guide ?? [];
    });
  const first = groups.map(([heading, slugs]): [string, Guides] => [heading, taken(slugs)]);
  const forTenants = taken([
    ...tenantOrder,
    ...[...bySlug.keys()].filter(slug => slug.startsWith(ofTenants)),
  ]);
  return [
    ...first,
    [others, [...bySlug.values()]],
    ['Worked examples', examples],
    ['For tenants', forTenants],
  ];
}

/** Returns the slug of a guide: `guides/glossary.md` is `glossary`. */
const slugOf = ({ name }: Guides[number]): string => name.replace(/^guides\//, '').replace(/\.md$/, '');
