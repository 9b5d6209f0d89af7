/** The fields of a page in the manifest, other than those about its bytes. The verifier derives the same fields again. */
import type { Page } from '../page/compose/page.ts';

/** Returns the fields of a page except those about its bytes. A missing field is undefined, which JSON leaves out. */
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
