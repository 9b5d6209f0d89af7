/** The input for rendering the reading edition again: the library of the pages that a verifier read, and their drawings. */

import { artifactPath } from '#document/proof/document/page.ts';
import { sha256Hex } from '#document/text/digest.ts';
import type { ArtifactStatus } from '#document/text/manifest.ts';
import { type Topology, topologyIn } from '#edition/drawing/topology.ts';
import { twinOf } from '#edition/html/markdown.ts';
import { type Library, libraryOf } from '#edition/library.ts';
import { draw, drawingKey } from '#edition/rendering.ts';
import { besideOf } from '#edition/surroundings.ts';
import type { CheckInput, Document, ReadingEdition } from './check-input.ts';
import type { Tree } from './tree.ts';

/** The reading edition as the documents give it; undefined where the tree has none. */
export async function readReadingEdition(
  tree: Tree,
  { documents }: Pick<CheckInput, 'documents'>,
): Promise<ReadingEdition | undefined> {
  if (!tree.pages.has('/index.html')) return undefined;
  const own = [...documents.values()].filter(document => !isOtherName(document));
  const library = libraryOf(own.map(document => libraryPage(document, documents)));
  const topologies = [...library.pages.keys()].flatMap(path => topologyAt(library, path) ?? []);
  const drawings = new Map<string, string>();
  for (const topology of topologies) {
    const key = drawingKey(topology);
    if (!drawings.has(key)) drawings.set(key, await draw(topology));
  }
  return { library, drawings };
}

/** The topology that the twin of a page shows. The start page shows that of its example. */
export function topologyAt(library: Library, path: string): Topology | undefined {
  if (path === '/') return besideOf(library, path).landing?.example?.topology;
  return topologyIn(library.pages.get(path)?.fields);
}

/** Whether a page repeats another at a second name, as a tree for a host of plain files has it. An artifact is one by its digest. */
export const isOtherName = ({ page }: Document): boolean =>
  page.entry?.same_as !== undefined && !page.path.startsWith('/artifacts/');

function libraryPage({ page, source: { value } }: Document, documents: CheckInput['documents']) {
  const { path } = page;
  const common = {
    path,
    kind: String(value.kind),
    title: String(value.title),
    description: String(value.description),
  };
  const isVersion = /^\/(?:starters|formations)\//.test(path) && twinOf(path) !== undefined;
  const artifact = isVersion ? artifactOf(sha256Hex(page.bytes), documents) : undefined;
  return { ...common, fields: value, ...(artifact && { artifact }) };
}

/** Reads digest, status and log index of a version from its receipt and status; undefined if it has no status. */
function artifactOf(digest: string, documents: CheckInput['documents']) {
  const status = documents.get(artifactPath(digest, 'status'))?.source.value.status as
    | ArtifactStatus
    | undefined;
  if (status === undefined) return undefined;
  const logIndex = documents.get(artifactPath(digest, 'signature'))?.source.value.log_index;
  return { digest, status, ...(typeof logIndex === 'number' && { logIndex }) };
}
