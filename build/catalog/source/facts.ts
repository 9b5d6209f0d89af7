/**
 * The facts of a source: what other pages and the checks across files need to know of it. They are small and plain, so that
 * threads can pass them on.
 */

import type { Authored } from '#document/kind/kind.ts';
import type { Reference } from '#document/kind/reference.ts';
import type { Finding } from '#document/kind/research-record.ts';
import type { versionFacts } from '#document/kind/version.ts';
import type {
  comparison,
  comparisonMethod,
  domain,
  families,
  pattern,
  publication,
  publisher,
  researchRecord,
  site,
  starter,
  statuses,
  tool,
} from '#document/message/index.ts';
import type { SearchEntry } from '#document/text/manifest.ts';
import { type Marks, marksOf } from './mark.ts';
import type { Link } from './markdown.ts';
import { searchEntry } from './search-entry.ts';
import type { ParsedSource } from './source.ts';

export interface Facts extends Marks {
  file: string;
  kind: string;
  title: string;
  description: string;
  /** The names that other documents may refer to. */
  declares: string[];
  references: Reference[];
  links: Link[];
  anchors: string[];
  /** The number of tokens of its page, without the address of the site; absent if the page is made from several sources. */
  tokens?: number;
  /** The entry for search; absent for a source that search does not find. */
  search?: SearchEntry;
  /** The facts that only this kind has, of one of the types below. */
  more: unknown;
}

export type PatternFacts = Pick<
  Authored<typeof pattern>,
  | 'slug'
  | 'family'
  | 'aliases'
  | 'intent'
  | 'domains'
  | 'sources'
  | 'pairs_with'
  | 'pitfalls'
  | 'verification_checks'
  | 'separates'
  | 'comparisons'
  | 'changed'
  | 'roles'
  | 'loops'
  | 'use_when'
  | 'avoid_when'
>;
export type ResearchFacts = Pick<
  Authored<typeof researchRecord>,
  'slug' | 'source_type' | 'grade' | 'citation' | 'changed'
> & {
  findings: Finding[];
};
export type VersionFacts = Pick<
  Authored<typeof starter>,
  (typeof versionFacts)[number] | 'control' | 'calls'
> & { publisher?: string; published: boolean };
/** The facts of a domain: its whole source, since other sources add to its page. */
export type DomainFacts = Authored<typeof domain> & { body: string };
export type PlainFacts = { body: string };
export type SiteFacts = Authored<typeof site> & { body: string };
export type FamiliesFacts = Authored<typeof families>;
export type PublicationFacts = Pick<Authored<typeof publication>, 'digest' | 'published_at'>;
export type StatusesFacts = Pick<Authored<typeof statuses>, 'changes'>;
export type ComparisonFacts = Authored<typeof comparison> & { body: string };
export type ComparisonMethodFacts = Authored<typeof comparisonMethod> & { body: string };
export type ToolFacts = Pick<Authored<typeof tool>, 'tools'>;
export type PublisherFacts = Authored<typeof publisher>;

/** Gathers the facts of a source that passed its own checks. */
export function factsOf(source: ParsedSource): Facts {
  const { file, kind, value, links, anchors } = source;
  const search = searchEntry(source);
  return {
    file,
    kind: kind.kind,
    title: String(value.title ?? ''),
    description: String(value.description ?? ''),
    declares: kind.source?.declares?.names(value) ?? [],
    references: kind.source?.references?.(value) ?? [],
    links,
    anchors: [...anchors, ...(kind.source?.anchors?.(value) ?? [])],
    ...marksOf(source),
    ...(search && { search }),
    more: moreOf(source),
  };
}

function moreOf({ kind, value, published, body }: ParsedSource): unknown {
  const fields = kind.source?.facts;
  if (!fields) return { ...value, body };
  const named = Object.fromEntries(
    fields.flatMap(field => (value[field] === undefined ? [] : [[field, value[field]]])),
  );
  return kind.form === 'artifact' ? { ...named, published } : named;
}
