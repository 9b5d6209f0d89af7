/** A generated catalog, built once for the parts that serve it, and the pages of it that they ask for. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest, PageEntry } from '#build/text/manifest.ts';
import { manifestOf, readTree } from '../../build/publish/tree.ts';
import { readDist } from '../../server/catalog/dist.ts';
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
  return { folder, dist, environment, manifest: manifestOf(readTree(dist)!) };
}

const kinds = ['pattern', 'research_record', 'starter', 'formation'];

/** The first pages of a catalog that one source makes, which are of about 4 KB each. */
export const pagesOf = ({ manifest }: BuiltCatalog, count: number): PageEntry[] =>
  manifest.pages
    .filter(page => kinds.includes(page.kind) && !page.path.startsWith('/artifacts/'))
    .slice(0, count);

/** Writes the list that the bare handler reads: each page with a file of one of its variants. */
export async function writeBareList(
  catalog: BuiltCatalog,
  pages: readonly PageEntry[],
  coding?: 'br',
): Promise<string> {
  const { folder, dist } = catalog;
  const file = join(folder, `bare-${coding ?? 'identity'}.json`);
  if (coding) await writeVariants(dist, pages, coding);
  const suffix = coding ? `.${coding}` : '';
  const list = pages.map(page => ({ path: page.path, file: join(dist, page.file) + suffix }));
  writeFileSync(file, JSON.stringify(list));
  return file;
}

/** Writes precompressed variants of pages next to them. */
async function writeVariants(dist: string, pages: readonly PageEntry[], coding: 'br'): Promise<void> {
  const packed = (await readDist(dist)).pages;
  for (const page of pages)
    writeFileSync(join(dist, `${page.file}.${coding}`), packed.get(page.path)!.bytes(page, coding));
}
