/**
 * The catalog: all sources that passed their own checks, indexed by name, with what can only be known from all of them together.
 */
import { join } from 'node:path';
import type { StatusChange } from '#document/kind/statuses.ts';
import { declarations, sourceKinds } from '#document/message/index.ts';
import type { FieldPath } from '#document/text/fault.ts';
import { fieldName } from '#document/text/fault.ts';
import type { ArtifactStatus } from '#document/text/manifest.ts';
import { byText } from '#document/text/manifest.ts';
import type { CaseTable } from '../../document/comparison/table.ts';
import { sourceBytes } from './content-file.ts';
import type {
  ComparisonFacts,
  ComparisonMethodFacts,
  DomainFacts,
  Facts,
  FamiliesFacts,
  PatternFacts,
  PlainFacts,
  PublicationFacts,
  PublisherFacts,
  ResearchFacts,
  SiteFacts,
  StatusesFacts,
  ToolFacts,
  VersionFacts,
} from './facts.ts';
import { placeIn, shownFolder } from './place.ts';
import { type PublishedVersion, publicationsOf, statusesOf } from './record.ts';
import { faultAt, type SourceFault } from './source-fault.ts';

/**
 * A compiled source: what other pages need to know of it (`facts`), and the text of its page if no other source contributes to
 * the page.
 */
export interface Compiled {
  facts: Facts;
  /** The whole text of the page; absent if the page is made from several sources. */
  readonly page?: string | undefined;
}

/** A compiled source with the SHA-256 of its bytes, hexadecimal. */
export interface CompiledSource extends Compiled {
  digest: string;
  /** The bytes of the source; absent if its file is in the content folder. */
  bytes?: Uint8Array;
}

/** A source file in the catalog. All kinds have the same `facts`; `more` has the facts of its own kind. */
export interface SourceEntry<More = unknown> {
  /** The path of the file relative to `content/`. */
  name: string;
  /** The name of the file as messages show it, with the folder of the content. */
  file: string;
  /** The SHA-256 of its bytes, hexadecimal. */
  digest: string;
  facts: Facts;
  more: More;
  /** Returns the text of the page; undefined if the page is made from several sources. */
  page(): string | undefined;
  bytes(): Uint8Array;
  /** The path at which the page of the source is served; absent if it has no page. */
  path?: string;
  /** Makes a message about a field of the source. */
  message(path: FieldPath, rule: string, message: string, help: string): SourceFault;
}

/** A version of a starter or formation. */
export interface VersionEntry extends SourceEntry<VersionFacts> {
  path: string;
  status: ArtifactStatus;
}

export interface Catalog {
  sources: readonly SourceEntry[];
  /** The names that documents may refer to, by kind of reference. */
  names: ReadonlyMap<string, ReadonlySet<string>>;
  /** The names of the sources with faults of their own. Checks across sources must not report them as missing. */
  failed: ReadonlySet<string>;
  site: SourceEntry<SiteFacts> | undefined;
  families: FamiliesFacts['families'];
  patterns: ReadonlyMap<string, SourceEntry<PatternFacts>>;
  domains: ReadonlyMap<string, SourceEntry<DomainFacts>>;
  research: ReadonlyMap<string, SourceEntry<ResearchFacts>>;
  /** The comparisons by slug. */
  comparisons: ReadonlyMap<string, SourceEntry<ComparisonFacts>>;
  /** The rules by which comparisons are made; undefined if the content states none. */
  comparisonMethod: SourceEntry<ComparisonMethodFacts> | undefined;
  /** The tables of comparisons, by slug. */
  tables: ReadonlyMap<string, SourceEntry<CaseTable>>;
  starters: readonly VersionEntry[];
  formations: readonly VersionEntry[];
  /** All versions: the starters and formations. */
  versions: readonly VersionEntry[];
  publishers: ReadonlyMap<string, SourceEntry<PublisherFacts>>;
  /** The vocabulary of tools by id; empty if the content has none. */
  tools: ReadonlyMap<string, ToolFacts['tools'][number]>;
  guides: readonly SourceEntry<PlainFacts>[];
  /** The pages of the contract. */
  contract: readonly SourceEntry<PlainFacts>[];
  /** The slug of the pattern that has an alias, by alias. */
  aliases: ReadonlyMap<string, string>;
  /** Every declared task class with its description. */
  taskClasses: ReadonlyMap<string, string>;
  /** The published versions by path, in order of time and path. */
  publications: ReadonlyMap<string, PublishedVersion>;
  /** All changes of status, in order of time, path and step, and the faults in them. */
  statusChanges: readonly StatusChange[];
  statusFaults: readonly SourceFault[];
  /** The paths of the pages that the build makes itself. */
  generatedPaths: readonly string[];
  /** The anchors of every page that a link may point to; `any` if they are not checked. */
  anchors: ReadonlyMap<string, readonly string[] | 'any'>;
  fileOf(name: string): string;
}

/**
 * The input of the catalog: the content folder, the compiled sources, the names of those that failed, and the generated paths.
 */
interface CatalogInput {
  contentDir: string;
  compiled: ReadonlyMap<string, CompiledSource>;
  failed: ReadonlySet<string>;
  generatedPaths: readonly string[];
}

/** The path of the index of comparisons, which a catalog without comparisons does not have. */
export const comparisonIndexPath = '/comparisons/index.md';

/** The `kind` of the table of a comparison, a CSV file, among the sources of the catalog. */
export const tableKind = 'comparison_table';

const slugOf = (name: string): string => name.slice('comparisons/'.length, -'.csv'.length);

/** The kinds whose files have no page at their own path. */
const withoutPage = new Set(sourceKinds.map(({ kind }) => kind));

/** Makes a catalog of the compiled sources. It checks nothing, but states the faults in changes of status. */
export function makeCatalog(input: CatalogInput): Catalog {
  const { contentDir } = input;
  const fileOf = (name: string) => join(shownFolder(contentDir), name);
  const sources = [...input.compiled].map(([name, compiled]): SourceEntry => {
    const { facts, digest, bytes } = compiled;
    const file = fileOf(name);
    return {
      ...{ name, file, digest, facts, more: facts.more, page: () => compiled.page },
      bytes: () => bytes ?? sourceBytes(contentDir, name),
      ...(!withoutPage.has(facts.kind) && { path: `/${name}` }),
      message: (path, ...said) => ({
        file,
        ...faultAt(placeIn(contentDir, name, path), ...said, fieldName(path)),
      }),
    };
  });
  sources.sort((a, b) => byText(a.name, b.name));
  return { ...lookups(sources), sources, failed: input.failed, ...paths(sources, input), fileOf };
}

function lookups(sources: readonly SourceEntry[]) {
  const of = <More>(kind: string) =>
    sources.filter(source => source.facts.kind === kind) as SourceEntry<More>[];
  const patterns = of<PatternFacts>('pattern');
  const domains = of<DomainFacts>('domain');
  const published = publicationsOf(of<PublicationFacts>('publication'));
  const { states, changes, faults } = statusesOf(published, of<StatusesFacts>('statuses'));
  const aliases = new Map(
    patterns.flatMap(({ more }) => more.aliases.map(alias => [alias, more.slug] as const)),
  );
  const versions = (kind: string) =>
    of<VersionFacts>(kind).map(source => {
      const status = states.get(source.path!)?.status ?? 'active';
      return { ...underPresentNames(source, aliases), status } as VersionEntry;
    });
  const starters = versions('starter');
  const formations = versions('formation');
  const declared = (kind: string) => new Set(of(kind).flatMap(({ facts }) => facts.declares));
  return {
    names: new Map(declarations.map(({ as, kind }) => [as, declared(kind)])),
    site: of<SiteFacts>('site')[0],
    families: of<FamiliesFacts>('families')[0]?.more.families ?? [],
    patterns: new Map(patterns.map(source => [source.more.slug, source])),
    domains: new Map(domains.map(source => [source.more.domain as string, source])),
    research: new Map(of<ResearchFacts>('research_record').map(source => [source.more.slug, source])),
    comparisons: new Map(of<ComparisonFacts>('comparison').map(source => [source.more.slug, source])),
    comparisonMethod: of<ComparisonMethodFacts>('comparison_method')[0],
    tables: new Map(of<CaseTable>(tableKind).map(source => [slugOf(source.name), source])),
    starters,
    formations,
    versions: [...starters, ...formations],
    publishers: new Map(of<PublisherFacts>('publisher').map(source => [source.more.publisher, source])),
    tools: new Map(of<ToolFacts>('tool')[0]?.more.tools.map(tool => [tool.id, tool])),
    guides: of<PlainFacts>('guide'),
    contract: of<PlainFacts>('contract'),
    aliases,
    taskClasses: new Map(
      domains.flatMap(({ more }) =>
        more.tasks.map(task => [`${more.domain}.${task.name}`, task.description] as const),
      ),
    ),
    statusChanges: changes,
    statusFaults: faults,
    publications: new Map(published.map(each => [each.path, each])),
  };
}

/**
 * Returns a version that names its patterns by their present slugs, since a pattern may have been renamed after publication.
 */
function underPresentNames(
  source: SourceEntry<VersionFacts>,
  aliases: ReadonlyMap<string, string>,
): SourceEntry<VersionFacts> {
  const { more, facts } = source;
  if (!more.patterns.some(name => aliases.has(name))) return source;
  const patterns = [...new Set(more.patterns.map(name => aliases.get(name) ?? name))];
  const search = facts.search && { ...facts.search, patterns };
  return { ...source, more: { ...more, patterns }, facts: { ...facts, ...(search && { search }) } };
}

/** Returns the anchors of each page that exists or will be generated, by path, and the generated paths. */
function paths(sources: readonly SourceEntry[], { generatedPaths, failed }: CatalogInput) {
  // A page with faults exists for anyone who links to it: its own messages are enough.
  const unchecked = [...generatedPaths, ...[...failed].map(name => `/${name}`)];
  const anchors = new Map<string, readonly string[] | 'any'>(unchecked.map(path => [path, 'any']));
  for (const { facts, path, more } of sources) {
    if (path) anchors.set(path, facts.anchors);
    for (const derived of derivedFrom(facts.kind, more)) anchors.set(derived, 'any');
  }
  return { anchors, generatedPaths };
}

/** Returns the paths of the further pages that the build makes from a source. */
function derivedFrom(kind: string, more: unknown): string[] {
  if (kind === 'pattern') return [`/patterns/${(more as PatternFacts).slug}/findings.md`];
  if (kind === 'comparison') return [comparisonIndexPath];
  if (kind !== 'domain') return [];
  const { domain, tasks } = more as DomainFacts;
  return [`/domains/${domain}/findings.md`, ...tasks.map(({ name }) => `/tasks/${domain}.${name}.md`)];
}
