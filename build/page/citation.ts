/** Citations of records, patterns, comparisons and versions, as BibTeX and CSL-JSON, each format at an address of its own. */
import { artifactPath } from '#document/proof/document/page.ts';
import { personOf } from '#document/text/cited-name.ts';
import { hashName } from '#document/text/digest.ts';
import { isCited } from '#edition/citation.ts';
import type { Catalog, SourceEntry, VersionEntry } from '../catalog/source/catalog.ts';
import type { ComparisonFacts, ResearchFacts } from '../catalog/source/facts.ts';
import { type Citation, citationFormats } from './compose/citation-format.ts';
import { filePage, type Page, type Setting } from './compose/page.ts';

/** Makes a page in each format for each page that can be cited. A revoked version has no citation. */
export function citationPages(catalog: Catalog, setting: Setting): Page[] {
  const versions = new Map<string, VersionEntry>(catalog.versions.map(version => [version.path, version]));
  return catalog.sources.flatMap(source => {
    const { path, facts } = source;
    const version = path === undefined ? undefined : versions.get(path);
    if (path === undefined || !isCited(facts.kind) || version?.status === 'revoked') return [];
    const citation = citationOf(source, path, version, catalog, setting);
    return citationFormats.map(({ extension, mediaType, write }): Page => {
      const address = path.replace(/md$/, extension);
      return {
        ...filePage(address, 'citation', mediaType, write(citation)),
        title: `Citation: ${facts.title}`,
      };
    });
  });
}

function citationOf(
  source: SourceEntry,
  path: string,
  version: VersionEntry | undefined,
  catalog: Catalog,
  { baseUrl }: Setting,
): Citation {
  const { facts } = source;
  if (facts.kind === 'research_record')
    return ofSource((source as SourceEntry<ResearchFacts>).more, `${baseUrl}${path}`);
  const site = catalog.site?.facts.title ?? new URL(baseUrl).hostname;
  const common = {
    ...({ id: idOf(path), type: 'webpage', title: facts.title } as const),
    ...{ authors: [{ literal: site }], within: site, address: `${baseUrl}${path}` },
  };
  if (version) return { ...common, ...ofVersion(version, catalog, baseUrl) };
  if (facts.kind !== 'comparison') return common;
  const { dates } = (source as SourceEntry<ComparisonFacts>).more;
  return {
    ...{ ...common, type: 'dataset', date: dates.at(-1)!.on },
    note: 'Recomputed from the published results for each case.',
  };
}

/** Returns the key of a citation from the path of the page: `pattern-verifier-gate` from `/patterns/verifier-gate.md`. */
const idOf = (path: string): string => path.slice(1, -'.md'.length).replace(/[^A-Za-z0-9]+/g, '-');

/** Returns the citation of the source that a record is about, with the address of the record as a note. */
function ofSource({ slug, source_type, citation }: ResearchFacts, record: string): Citation {
  const { title, authors, year, venue, url, arxiv } = citation;
  const isPaper = source_type === 'paper';
  const named = authors.filter(name => name !== 'et al.');
  return {
    ...{ id: slug, type: isPaper ? 'article' : 'report', title, date: String(year), address: url },
    authors: named.map(name => (isPaper ? personOf(name) : { literal: name })),
    ...(named.length < authors.length && { andOthers: true }),
    ...(venue !== undefined && { within: venue }),
    ...(arxiv !== undefined && { arxiv }),
    note: `The findings and their conditions are at ${record}`,
  };
}

/** Returns the fields of a citation of a version, with the address of its digest, whose bytes never change. */
function ofVersion(
  { more, digest, path }: VersionEntry,
  catalog: Catalog,
  baseUrl: string,
): Partial<Citation> {
  const published = catalog.publications.get(path)?.published_at.slice(0, 'YYYY-MM-DD'.length);
  return {
    ...{ type: 'document', version: more.version, address: `${baseUrl}${artifactPath(digest)}` },
    ...(published !== undefined && { date: published }),
    note: `${hashName(digest)} (sha256:${digest})`,
  };
}
