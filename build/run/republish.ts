/**
 * Publishes sources again that were published before. No check of the content is run, so that none delays what readers must know
 * at once.
 */
import { sha256Hex } from '#document/text/digest.ts';
import { compile } from '../catalog/check/compile.ts';
import { type CompiledSource, makeCatalog } from '../catalog/source/catalog.ts';
import type { Content } from '../catalog/source/content.ts';
import type { Publication } from '../publish/publish.ts';
import { noteFirst } from '../publish/remains.ts';
import { finish } from '../publish/staged-writer.ts';
import { readTree } from '../publish/tree.ts';
import { inWorkshop } from '../publish/workshop.ts';
import { type BuildOptions, publishCatalog } from './build.ts';
import { fixedPaths } from './pages.ts';

/** The contents of sources by their names below `content/`. */
export type SourceTexts = ReadonlyMap<string, string | Uint8Array>;

/**
 * Compiles sources that were published before. A source that breaks a newer rule is compiled nevertheless; one that cannot be
 * read is left out.
 * @param step called before each source
 */
export function compileTexts(
  sources: SourceTexts,
  baseUrl: string,
  step: () => void,
): Map<string, CompiledSource> {
  const compiled = new Map<string, CompiledSource>();
  for (const [name, text] of sources) {
    step();
    const bytes = Buffer.from(text);
    const result = compile(name, bytes, baseUrl);
    const source = result.ok ? result.compiled : result.draft?.();
    if (source) compiled.set(name, { ...source, digest: sha256Hex(bytes), bytes });
  }
  return compiled;
}

/**
 * Makes the pages of sources, and puts them in place of those of the tree in force.
 * @throws Error when a source cannot be read, since its pages would be gone, or when a change of status is not legal
 * @throws LogError when the log would fork or shrink, or was lost
 */
export function republishTexts(
  sources: SourceTexts,
  operatorFiles: Content['operatorFiles'],
  options: BuildOptions,
): Promise<Publication> {
  const { distDir, contentDir, baseUrl } = options;
  return inWorkshop(options, async workshop => {
    finish(distDir);
    const forget = noteFirst(distDir);
    try {
      const compiled = compileTexts(sources, baseUrl, () => undefined);
      const lost = [...sources.keys()].find(name => !compiled.has(name));
      if (lost !== undefined) throw new Error(`${lost} cannot be read back from the tree in ${distDir}.`);
      const catalog = makeCatalog({ contentDir, compiled, failed: new Set(), generatedPaths: fixedPaths });
      return await publishCatalog(catalog, operatorFiles, await readTree(distDir), options, workshop);
    } finally {
      forget();
    }
  });
}
