/**
 * `/docs/sources.zip`: the files of `content/` from which a tree was made, and those of the operator, so that anybody can make
 * its pages again (docs/trust.md#13). The archive lacks versions and tables, because the tree serves them unchanged.
 */
import { sha256Hex } from '#document/text/digest.ts';
import { byText } from '#document/text/manifest.ts';
import { isServedWhole, type OperatorFile } from '../catalog/source/layout.ts';
import { archiveOf } from './archive.ts';
import type { Page } from './compose/page.ts';

/** The path of the archive of the sources. */
export const sourcesPath = '/docs/sources.zip';

/** A file of the content folder, or of the operator. */
interface Source {
  /** The path of the file relative to `content/`; for a file of the operator, its name. */
  name: string;
  /** The SHA-256 of the bytes of the file, hexadecimal. */
  digest: string;
  bytes(): Uint8Array;
}

/** Makes the page that serves the archive of the sources of a tree. */
export function sourcesPage(
  sources: readonly Source[],
  operatorFiles: Partial<Record<OperatorFile, string>>,
): Page {
  const own = Object.entries(operatorFiles).map(([name, text]): Source => {
    return { name, digest: sha256Hex(text), bytes: () => Buffer.from(text) };
  });
  const all = [...sources.filter(({ name }) => !isServedWhole(name)), ...own];
  all.sort((a, b) => byText(a.name, b.name));
  return {
    path: sourcesPath,
    file: sourcesPath.slice(1),
    kind: 'discovery',
    mediaType: 'application/zip',
    listed: false,
    text: () => archiveOf(all.map(({ name, bytes }) => ({ path: name, text: bytes() }))),
    tokens: 0,
  };
}
