/** Where each kind of source is in `content/`, and which of its fields the file name repeats. */
import {
  contract,
  doc,
  domain,
  families,
  formation,
  guide,
  pattern,
  publications,
  publisher,
  researchRecord,
  site,
  starter,
  statuses,
} from '#document/kind/index.ts';
import type { Kind } from '#document/kind/kind.ts';

/** One shape of path. `{field}` stands for a part of the path that the front matter repeats in that field. */
interface Layout {
  template: string;
  kind: Kind;
}

const layouts: readonly Layout[] = (
  [
    { template: 'site.md', kind: site },
    { template: 'families.md', kind: families },
    { template: 'status.md', kind: doc },
    { template: 'patterns/{slug}.md', kind: pattern },
    { template: 'domains/{domain}.md', kind: domain },
    { template: 'research/{slug}.md', kind: researchRecord },
    { template: 'starters/{name}/{version}.md', kind: starter },
    { template: 'formations/{publisher}/{name}/{version}.md', kind: formation },
    { template: 'publishers/{publisher}.md', kind: publisher },
    { template: 'guides/{slug}.md', kind: guide },
    { template: 'docs/{slug}.md', kind: contract },
    { template: 'trust/publications.md', kind: publications },
    { template: 'trust/statuses.md', kind: statuses },
  ] as const
).map(layout => layout as unknown as Layout);

const compiled = layouts.map(layout => ({
  layout,
  shape: new RegExp(`^${layout.template.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}));

/** Every shape of path, for the message about a file that has none of them. */
export const templates = layouts.map(layout => layout.template);

/** The layout of a file (relative to `content/`) with the fields that its path names; undefined if none matches. */
export function layoutOf(file: string): { kind: Kind; named: Record<string, string> } | undefined {
  for (const { layout, shape } of compiled) {
    const match = shape.exec(file);
    if (match) return { kind: layout.kind, named: { ...match.groups } };
  }
  return undefined;
}

/** Files of the operator that discovery serves as they are; each may be absent. */
export const operatorFiles = [
  'discovery/index-ping.txt',
  'discovery/mcp-registry-auth.txt',
  'discovery/directory-listing.json',
  'discovery/security-contact.txt',
] as const;
export type OperatorFile = (typeof operatorFiles)[number];
