/** Trust pages: artifacts by digest, receipts, statuses, keys, and the files of the log. */

import { logMediaType } from '#document/proof/log/files.ts';
import { writeDocument } from '#document/text/front-matter.ts';
import { markdown } from '#document/text/media-type.ts';
import type { Catalog, VersionEntry } from '../catalog/source/catalog.ts';
import type { Trust, TrustPageToBe } from '../document/proof/disk/trust.ts';
import { artifactPart } from './authored.ts';
import { type Page, schemaPath } from './compose/page.ts';

/** Makes the pages by which anyone can verify what was published. */
export function trustPages(catalog: Catalog, trust: Trust): Page[] {
  const versions = new Map(catalog.versions.map(version => [version.path, version]));
  return [
    ...trust.copies.map(copy => copyPage(copy.path, versions.get(copy.of)!)),
    ...trust.pages.map(documentPage),
    ...[...trust.log].map(([path, bytes]) => logPage(path, bytes)),
  ];
}

/** Makes the page of a version at the address of its digest, whose bytes never change. */
function copyPage(path: string, version: VersionEntry): Page {
  const { facts, page, path: named } = version;
  return {
    path,
    file: path.slice(1),
    kind: facts.kind,
    mediaType: markdown,
    title: facts.title,
    description: facts.description,
    described_by: schemaPath(`formation.${facts.kind}/v0.1`),
    canonical: named,
    same_as: named,
    listed: false,
    ...artifactPart(version),
    immutable: true,
    text: () => page()!,
  };
}

function documentPage(page: TrustPageToBe): Page {
  const { path, kind, title, description } = page;
  return {
    path,
    file: path.slice(1),
    kind,
    mediaType: markdown,
    title,
    description,
    described_by: schemaPath(`formation.${kind}/v0.1`),
    listed: true,
    text: () => writeDocument(page.value, `# ${title}\n\n${page.body}`),
  };
}

function logPage(path: string, bytes: Uint8Array): Page {
  const text = Buffer.from(bytes);
  return {
    path: `/log/${path}`,
    file: `log/${path}`,
    kind: 'log',
    mediaType: logMediaType(path),
    listed: false,
    ...(path !== 'checkpoint' && !path.includes('.p/') && { immutable: true }),
    text: () => text,
  };
}
