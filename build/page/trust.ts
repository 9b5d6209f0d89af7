/** Trust pages: artifacts by digest, receipts, statuses, keys, and the files of the log. */
import { writeDocument } from '#document/front-matter.ts';
import { logMediaType } from '#document/log/files.ts';
import type { Catalog, VersionEntry } from '../catalog.ts';
import { markdown, type Page, schemaPath } from '../page.ts';
import type { Trust } from '../trust.ts';
import { artifactPart } from './authored.ts';

/** All pages that let a stranger verify what is published. */
export function trustPages(catalog: Catalog, trust: Trust): Page[] {
  const versions = new Map(catalog.versions.map(version => [version.path, version]));
  return [
    ...trust.copies.map(copy => copyPage(copy.path, versions.get(copy.of)!)),
    ...trust.pages.map(({ path, kind, value, body }) => documentPage(path, kind, value, body)),
    ...[...trust.log].map(([path, bytes]) => logPage(path, bytes)),
  ];
}

/** The bytes of a version at the address of their digest, which never changes. */
function copyPage(path: string, version: VersionEntry): Page {
  const { facts, digest, page, path: named } = version;
  return {
    path,
    file: path.slice(1),
    kind: facts.kind,
    mediaType: markdown,
    title: facts.title,
    description: facts.description,
    described_by: schemaPath(`formation.${facts.kind}/v0.1`),
    canonical: named,
    listed: false,
    ...artifactPart(version),
    immutable: true,
    inputs: [digest],
    text: () => page!,
  };
}

function documentPage(path: string, kind: string, value: Record<string, unknown>, body: string): Page {
  const title = String(value.title);
  const text = writeDocument(value, `# ${title}\n\n${body}`);
  return {
    path,
    file: path.slice(1),
    kind,
    mediaType: markdown,
    title,
    description: String(value.description),
    described_by: schemaPath(`formation.${kind}/v0.1`),
    listed: true,
    inputs: [text],
    text: () => text,
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
    inputs: [text.toString('base64')],
    text: () => text,
  };
}
