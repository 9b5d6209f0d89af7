/** The guides under headings, in the order in which a reader needs them. */
import type { Catalog } from '../../catalog/source/catalog.ts';

/**
 * The slugs of the guides under each heading, in order. A guide that is not named here comes under
 * `others`, or under a heading of its sort.
 */
const groups: readonly [heading: string, slugs: readonly string[]][] = [
  ['Begin here', ['agentic-design-patterns', 'glossary']],
  ['Choose', ['effort-and-cost', 'failure-modes', 'what-changed-2026', 'corrected-2026']],
  [
    'Run and measure',
    ['team-command', 'prompts', 'starter-examples-one-agent', 'starter-examples', 'first-evaluation'],
  ],
];
const others = 'More guides';

/** The beginning of the names of guides for organisations with an account. Those in `tenantOrder` come first, in that order. */
const ofTenants = 'tenant-';
const tenantOrder = ['quick-start', 'command', 'evaluation', 'import'].map(name => ofTenants + name);

type Guides = Catalog['guides'];

/** Returns the guides under their headings, each guide once. */
export function groupsOf({ guides }: Catalog): [heading: string, guides: Guides][] {
  const bySlug = new Map(guides.map(guide => [slugOf(guide), guide]));
  const taken = (slugs: readonly string[]): Guides =>
    slugs.flatMap(slug => {
      const guide = bySlug.get(slug);
      bySlug.delete(slug);
      return guide ?? [];
    });
  const first = groups.map(([heading, slugs]): [string, Guides] => [heading, taken(slugs)]);
  const named = (beginning: string) => [...bySlug.keys()].filter(slug => slug.startsWith(beginning));
  const examples = taken(named('example-'));
  const forTenants = taken([...tenantOrder, ...named(ofTenants)]);
  return [
    ...first,
    [others, [...bySlug.values()]],
    ['Worked examples', examples],
    ['For tenants', forTenants],
  ];
}

/** Returns the slug of a guide: `guides/glossary.md` is `glossary`. */
const slugOf = ({ name }: Guides[number]): string => name.replace(/^guides\//, '').replace(/\.md$/, '');
