/** A generated catalog, built once for the parts that serve it, and the pages of it that they ask for. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest, PageEntry } from '#document/manifest.ts';
import { commandOf, run } from './process.ts';
import { emptyFolder, environmentFor } from './setup.ts';

export interface BuiltCatalog {
  folder: string;
  dist: string;
  environment: Record<string, string>;
  manifest: Manifest;
}

/** Builds a catalog of a size into a folder of that name. */
export async function builtCatalog(documents: number, name: string): Promise<BuiltCatalog> {
  const folder = emptyFolder(name);
  const environment = environmentFor(documents, folder);
  await run(commandOf('build'), environment);
  const dist = environment.DIST_DIR!;
  const manifest = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8')) as Manifest;
  return { folder, dist, environment, manifest };
}

const kinds = ['pattern', 'research_record', 'starter', 'formation'];

/** The first pages of a catalog that one source makes, which are of about 4 KB each. */
export const pagesOf = ({ manifest }: BuiltCatalog, count: number): PageEntry[] =>
  manifest.pages
    .filter(page => kinds.includes(page.kind) && !page.path.startsWith('/artifacts/'))
    .slice(0, count);

/** Writes the list that the bare handler reads: each page with the file of one of its variants. */
export function writeBareList(catalog: BuiltCatalog, pages: readonly PageEntry[], coding?: 'br'): string {
  const file = join(catalog.folder, `bare-${coding ?? 'identity'}.json`);
  const list = pages.map(page => {
    const variant = coding ? page.encodings[coding]! : page;
    return { path: page.path, file: join(catalog.dist, variant.file) };
  });
  writeFileSync(file, JSON.stringify(list));
  return file;
}
