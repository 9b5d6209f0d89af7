/**
 * Facts: what other pages and the checks across files need to know of one source, small and plain, so that they can be
 * kept between builds and an unchanged file is not parsed again.
 */
import type { FieldPath } from '#document/fault.ts';
import type {
  domain,
  families,
  formation,
  pattern,
  publications,
  publisher,
  researchRecord,
  site,
  starter,
  statuses,
} from '#document/kind/index.ts';
import type { Authored } from '#document/kind/kind.ts';
import type { Finding } from '#document/kind/research-record.ts';
import type { SearchEntry, SearchSituation } from '#document/manifest.ts';
import { type Marks, marksOf } from '../keep/mark.ts';
import { searchEntry } from '../search/entry.ts';
import type { Link } from './markdown.ts';
import type { ParsedSource } from './source.ts';

/** A mention of another document by its name, to be resolved when all sources are known. */
export interface Reference {
  to: 'pattern' | 'family' | 'task_class' | 'source' | 'publisher';
  name: string;
  path: FieldPath;
}

export interface Facts extends Marks {
  file: string;
  kind: string;
  title: string;
  description: string;
  references: Reference[];
  links: Link[];
  anchors: string[];
  /** How many tokens its page has without the address of the site. Absent if the page is made from several sources. */
  tokens?: number;
  /** Absent when search does not find it. */
  search?: SearchEntry;
  /** What the kind adds; see the types below. */
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
>;
export type ResearchFacts = Pick<
  Authored<typeof researchRecord>,
  'slug' | 'source_type' | 'grade' | 'citation'
> & {
  findings: Finding[];
};
export type VersionFacts = Pick<
  Authored<typeof starter>,
  'name' | 'version' | 'goal' | 'task_classes' | 'patterns' | 'sources'
> & { publisher?: string; published: boolean; roles: number };
/** Sources whose page is made from other sources too: they are kept whole. */
export type DomainFacts = Authored<typeof domain> & { body: string };
export type PlainFacts = { body: string };
export type SiteFacts = Authored<typeof site> & { body: string };
export type FamiliesFacts = Authored<typeof families>;
export type PublicationsFacts = Authored<typeof publications>;
export type StatusesFacts = Authored<typeof statuses>;
export type PublisherFacts = Authored<typeof publisher>;
type FormationValue = Authored<typeof formation>;

/**
 * Whether two states of a source are the same for all other pages and for the checks across sources. Apart from its own page,
 * they differ at most in what search knows of it without its situations, in the places of its links and figures, and in its
 * sentences.
 */
export function sameToOthers(one: Facts, other: Facts): boolean {
  return JSON.stringify(sharedFacts(one)) === JSON.stringify(sharedFacts(other));
}

function sharedFacts({ tokens: _, search, sentences: __, links, cited, ...shared }: Facts) {
  const urls = links.map(({ url }) => url);
  return {
    ...shared,
    urls,
    situations: search?.situations,
    cited: cited.map(({ figure, records }) => ({ figure, records })),
  };
}

/** Gathers the facts of a source that passed its own checks. */
export function factsOf(source: ParsedSource): Facts {
  const { file, kind, value, links, anchors } = source;
  const search = searchEntry(source);
  return {
    file,
    kind: kind.kind,
    title: String(value.title),
    description: String(value.description),
    references: referencesOf(source),
    links,
    anchors: [...anchors, ...findingIds(value)],
    ...marksOf(source),
    ...(search && { search }),
    more: moreOf(source),
  };
}

const findingIds = (value: Record<string, unknown>): string[] =>
  Array.isArray(value.findings) ? (value.findings as Finding[]).map(finding => finding.id) : [];

function moreOf(source: ParsedSource): unknown {
  const { value, body } = source;
  switch (source.kind.kind) {
    case 'pattern': {
      const { slug, family, aliases, intent, domains, sources, pairs_with, ...rest } =
        value as unknown as PatternFacts;
      const { pitfalls, verification_checks, separates } = rest;
      const own = {
        slug,
        family,
        aliases,
        intent,
        domains,
        sources,
        pairs_with,
        pitfalls,
        verification_checks,
      };
      return { ...own, ...(separates !== undefined && { separates }) };
    }
    case 'research_record': {
      const { slug, source_type, grade, citation, findings } = value as unknown as ResearchFacts;
      return { slug, source_type, grade, citation, findings };
    }
    case 'starter':
    case 'formation':
      return versionFacts(source);
    default:
      return { ...value, body };
  }
}

function versionFacts(source: ParsedSource): VersionFacts {
  const { name, version, goal, task_classes, patterns, sources, roles, publisher } =
    source.value as unknown as FormationValue;
  return {
    name,
    version,
    goal,
    task_classes,
    patterns,
    sources,
    ...(publisher && source.kind.kind === 'formation' && { publisher }),
    published: source.published,
    roles: roles.length,
  };
}

/** The fields that name other documents, by kind. */
function referencesOf({ kind, value }: ParsedSource): Reference[] {
  const list = (to: Reference['to'], field: string): Reference[] =>
    ((value[field] as string[] | undefined) ?? []).map((name, index) => ({ to, name, path: [field, index] }));
  switch (kind.kind) {
    case 'pattern': {
      const { family, pairs_with } = value as unknown as PatternFacts;
      const pairs = pairs_with.map((pair, index): Reference => {
        return { to: 'pattern', name: pair.pattern, path: ['pairs_with', index, 'pattern'] };
      });
      const also = situationsOf(value).flatMap((situation, at) =>
        (situation.also ?? []).map((name, index): Reference => {
          return { to: 'pattern', name, path: ['situations', at, 'also', index] };
        }),
      );
      return [
        { to: 'family', name: family, path: ['family'] },
        ...pairs,
        ...list('source', 'sources'),
        ...also,
      ];
    }
    case 'domain':
      return situationsOf(value).map(({ task }, at): Reference => {
        return { to: 'task_class', name: `${value.domain}.${task}`, path: ['situations', at, 'task'] };
      });
    case 'research_record':
      return (value.findings as Finding[]).flatMap(findingReferences);
    case 'starter':
      return [
        ...list('task_class', 'task_classes'),
        ...list('pattern', 'patterns'),
        ...list('source', 'sources'),
      ];
    case 'formation':
      return [
        { to: 'publisher', name: String(value.publisher), path: ['publisher'] },
        ...list('task_class', 'task_classes'),
        ...list('pattern', 'patterns'),
        ...list('source', 'sources'),
      ];
    default:
      return [];
  }
}

const situationsOf = ({ situations = [] }: { situations?: SearchSituation[] }): SearchSituation[] =>
  situations;

function findingReferences(finding: Finding, at: number): Reference[] {
  const patterns = finding.patterns.map((name, index): Reference => {
    return { to: 'pattern', name, path: ['findings', at, 'patterns', index] };
  });
  if (!finding.task_class) return patterns;
  return [...patterns, { to: 'task_class', name: finding.task_class, path: ['findings', at, 'task_class'] }];
}
