/** The fields of a page in the manifest, other than those of its bytes; the verifier derives the same again. */
import { type Coding, codings } from '#document/text/manifest.ts';
import type { Page } from '../page/compose/page.ts';

/** Returns the fields of a page apart from those of its bytes. One that it does not have is undefined, which JSON leaves out. */
export function describe(page: Page) {
  return {
    path: page.path,
    media_type: page.mediaType,
    kind: page.kind,
    title: page.title,
    description: page.description,
    described_by: page.described_by,
    canonical: page.canonical,
    links: page.links,
    listed: page.listed,
    last_modified: page.last_modified,
    ticket: page.ticket,
    search: page.search,
    artifact: page.artifact,
    same_as: page.same_as,
    immutable: page.immutable,
    beside: page.beside,
  };
}

/**
 * Pages for people, and those fetched once to install a team, come in gzip alone: Brotli would save a twentieth of its bytes in
 * twice the time, and most pages are of these.
 */
export function codingsOf({ rendering, kind, mediaType }: Page): readonly Coding[] {
  // What is compressed already would only grow.
  if (mediaType === 'application/zip') return [];
  return rendering || kind === 'export' ? ['gzip'] : codings;
}
