/** Runs the build: reads the content, compiles and checks it, makes the pages, and publishes them. */
import { rmSync } from 'node:fs';
import type { KeyRing } from '#document/proof/signature.ts';
import type { Catalog } from '../catalog/source/catalog.ts';
import { type Content, findContent } from '../catalog/source/content.ts';
import { isError, type SourceFault } from '../catalog/source/source-fault.ts';
import { writeLogFolder } from '../document/proof/disk/log-store.ts';
import { signManifest } from '../document/proof/disk/trust.ts';
import { type CompiledSources, compileAll } from '../publish/compile-all.ts';
import { type Publication, publish } from '../publish/publish.ts';
import { noteFirst, removeRemains } from '../publish/remains.ts';
import { finish } from '../publish/staged-writer.ts';
import { readTree, type Tree } from '../publish/tree.ts';
import { inWorkshop, type Workshop, type WorkshopOptions } from '../publish/workshop.ts';
import { trustOf } from './catalog-trust.ts';
import { checkAll } from './checks.ts';
import { allPages, redirectsOf } from './pages.ts';

export interface ContentOptions extends WorkshopOptions {
  contentDir: string;
  /** The present time, RFC 3339. Dates too far after it are refused; if it is absent, none are. */
  now?: string;
}

export interface BuildOptions extends ContentOptions {
  distDir: string;
  /** The keys that sign the publication. */
  keys: KeyRing;
  /** The folder that keeps the transparency log between builds. */
  logDir: string;
  /** A sign that a log began earlier (`traceOfHistory`). If it is given and the log is missing, the log was lost. */
  history?: string | undefined;
  /** Whether a log may begin although `history` shows that there was one; false if absent. */
  newLog?: boolean;
  /** Whether only this machine reads the log. Then the log begins again if the content contradicts it. */
  throwAwayLog?: boolean;
  /** The checkpoint of the live service, which the log must continue; absent if nobody asked for it. */
  live?: Uint8Array | undefined;
}

/** Whether, and why, a log began with this build. */
interface LogBeginning {
  /** Whether the log began for the first time. */
  isNewLog: boolean;
  /** Whether the log began again, because the log on this machine was of another branch. */
  isNewBranch: boolean;
}

export type BuildResult =
  | ({
      ok: true;
      sources: number;
      /** The warnings, which do not stop a build. */
      noted: SourceFault[];
    } & Publication &
      LogBeginning)
  | { ok: false; messages: SourceFault[] };

/**
 * Builds the content into `dist`. If there is any error, publishes nothing and returns all faults.
 * @throws Error when a file cannot be read or written
 * @throws LogError when the log would fork or shrink, or was lost
 */
export function build(options: BuildOptions): Promise<BuildResult> {
  return inWorkshop(options, async workshop => {
    finish(options.distDir);
    const forget = noteFirst(options.distDir);
    try {
      const content = read(options, workshop);
      const result = await buildAll(options, content, await compileAll(content, workshop), workshop);
      workshop.progress.end();
      return result;
    } catch (error) {
      // A full disk, above all: what was written so far takes room, and is never served.
      removeRemains(options.distDir);
      throw error;
    } finally {
      forget();
    }
  });
}

/**
 * Reads and checks the content without publishing it.
 * @returns the catalog, and all faults in order
 */
export function checkContent(
  options: ContentOptions,
): Promise<{ messages: SourceFault[]; catalog: Catalog }> {
  return inWorkshop(options, async workshop => {
    const content = read(options, workshop);
    return checkAll(content, await compileAll(content, workshop), options.now);
  });
}

function read({ contentDir }: ContentOptions, { profile }: Workshop): Content {
  const content = findContent(contentDir);
  profile.lap('looking for changes');
  return content;
}

/** Checks the content, and publishes all pages unless there is an error. */
async function buildAll(
  options: BuildOptions,
  content: Content,
  sources: CompiledSources,
  workshop: Workshop,
): Promise<BuildResult> {
  const { distDir } = options;
  const { profile } = workshop;
  const { catalog, messages } = checkAll(content, sources, options.now);
  profile.lap('checks across sources');
  if (messages.some(isError)) return { ok: false, messages };
  const before = await readTree(distDir);
  profile.lap('reading the tree in force');
  const publishing = await publishCatalog(catalog, content.operatorFiles, before, options, workshop);
  return { ok: true, ...publishing, noted: messages, sources: sources.sources.size };
}

/**
 * Signs the versions of a catalog, continues its log, and publishes all of its pages.
 * @param before the tree in force; undefined if there is none
 * @throws LogError when the log would fork or shrink, or was lost
 */
export async function publishCatalog(
  catalog: Catalog,
  operatorFiles: Content['operatorFiles'],
  before: Tree | undefined,
  options: BuildOptions,
  workshop: Workshop,
): Promise<Publication & LogBeginning> {
  const { distDir, logDir, keys } = options;
  const { profile } = workshop;
  const trust = trustOf(catalog, options, before);
  profile.lap('signatures, statuses, log');
  const pages = allPages(catalog, trust, { operatorFiles }, options);
  profile.lap('listing pages and what they are made from');
  const publication = await publish(distDir, pages, redirectsOf(catalog, options), {
    ...workshop,
    sign: manifest => signManifest(manifest, keys),
    isStatic: options.isStatic,
    before,
    // The log goes first: what was never served may be in it, never the other way round.
    beforeCommit: () => {
      if (trust.isNewBranch) rmSync(logDir, { recursive: true, force: true });
      writeLogFolder(logDir, trust.log);
    },
  });
  return { ...publication, isNewLog: trust.isNewLog, isNewBranch: trust.isNewBranch };
}
