/** Pages that are each made from one source: patterns, research records, starters, formations, publishers, guides. */

import { isReportable } from '#document/kind/field.ts';
import { type Kind, schemaVersion } from '#document/kind/kind.ts';
import { publicKinds } from '#document/message/index.ts';
import { artifactPath } from '#document/proof/document/page.ts';
import { digestField } from '#document/text/digest.ts';
import type { TicketSubject } from '#document/text/manifest.ts';
import { markdown } from '#document/text/media-type.ts';
import type { Catalog, SourceEntry, VersionEntry } from '../catalog/source/catalog.ts';
import type { PatternFacts } from '../catalog/source/facts.ts';
import { offered } from '../catalog/source/version-order.ts';
import { type Page, schemaPath } from './compose/page.ts';
import { useOf, withUse } from './pattern-use.ts';

export function authoredPages(catalog: Catalog): Page[] {
  const versions = new Map<string, VersionEntry>(catalog.versions.map(version => [version.path, version]));
  const newest = new Set(
    [...offered(catalog.starters), ...offered(catalog.formations)].map(([first]) => first!.path),
  );
  return catalog.sources.flatMap(source => {
    if (source.facts.tokens === undefined || !source.path) return [];
    const version = versions.get(source.path);
    if (!version) return [unversionedPage(source, source.path, usesOf(source, catalog))];
    return [
      {
        ...basePage(source, source.path),
        ...versionPart(version, catalog),
        // Search offers only the newest version of a name.
        ...(newest.has(source.path) && searchPart(source)),
      },
    ];
  });
}

/**
 * Makes the page of a pattern, research record, publisher or guide.
 * @param uses the line that says where a pattern is used, which is added to its page; if undefined, no line is added
 */
function unversionedPage(source: SourceEntry, path: string, uses: string | undefined): Page {
  const page = { ...basePage(source, path), ...ticketPart(source), ...searchPart(source) };
  if (uses === undefined) return page;
  return { ...page, text: () => withUse(source.page()!, uses) };
}

const usesOf = ({ facts, more }: SourceEntry, catalog: Catalog): string | undefined =>
  facts.kind === 'pattern' ? useOf(more as PatternFacts, facts.tokens!, catalog) : undefined;

const searchPart = ({ facts: { search } }: SourceEntry): Pick<Page, 'search'> => (search ? { search } : {});

function basePage(source: SourceEntry, path: string): Page {
  const { facts, page } = source;
  return {
    path,
    file: path.slice(1),
    kind: facts.kind,
    mediaType: markdown,
    title: facts.title,
    description: facts.description,
    described_by: schemaPath(schemaOf(facts.kind)),
    listed: true,
    text: () => page()!,
  };
}

const schemas = new Map(publicKinds.map((kind: Kind) => [kind.kind, kind.schema]));
const schemaOf = (kind: string): string => schemas.get(kind) ?? `formation.doc/${schemaVersion}`;

function ticketPart({ facts }: SourceEntry): { ticket?: TicketSubject } {
  if (facts.kind !== 'pattern') return {};
  const { slug, domains } = facts.more as PatternFacts;
  return domains.some(isReportable) ? { ticket: { kind: 'pattern', subject: slug } } : {};
}

/**
 * Returns the digest and status of a version, with links to its signature and status. All addresses of the version share them.
 */
export function artifactPart({ digest, status }: VersionEntry): Pick<Page, 'artifact' | 'links'> {
  const link = (rel: 'signature' | 'status') =>
    `<${artifactPath(digest, rel)}>; rel="${rel}"; type="text/markdown"`;
  return { artifact: { digest, status }, links: [link('signature'), link('status')] };
}

/**
 * Returns the link from the page of a version to the list of exports, with the address of its files
 * for a runtime (docs/command.md#6).
 */
function exportsLink(path: string): string {
  const file = path.replace(/^\/(?:starters|formations)\//, '/exports/{target}/');
  return `</exports/index.md>; rel="related"; type="text/markdown"; title="as files of a runtime: ${file}"`;
}

/**
 * Returns what sets the page of a version, at its path by name, apart from other pages: artifact, links, ticket and time of
 * publication. A revoked version is not listed and has no ticket; another has one if receipts may name a task class of it.
 */
function versionPart(version: VersionEntry, catalog: Catalog): Partial<Page> {
  const { facts, more, digest, status, path } = version;
  const subject: TicketSubject =
    facts.kind === 'starter'
      ? { kind: 'starter', subject: `${more.name}@${more.version}` }
      : { kind: 'formation', subject: digestField(digest) };
  const published = catalog.publications.get(path)?.published_at;
  const { links = [], ...artifact } = artifactPart(version);
  return {
    ...artifact,
    links: status === 'active' ? [...links, exportsLink(path)] : links,
    // The bytes are those of the file, here and at the address of their digest.
    ...(status === 'revoked' && { listed: false }),
    // A receipt could not name any of its tasks.
    ...(status !== 'revoked' && more.task_classes.some(isReportable) && { ticket: subject }),
    ...(published && { last_modified: published }),
  };
}
