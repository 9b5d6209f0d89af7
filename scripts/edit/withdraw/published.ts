/** Reads the tree in force, as far as a withdrawal needs it: its sources, and the entries of its log. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { publicationFolder } from '#document/kind/publication.ts';
import { type StatusChange, statusFolder } from '#document/kind/statuses.ts';
import { readEntry } from '#document/proof/log/entry.ts';
import type { Publication as Published } from '#document/proof/status.ts';
import { readLog } from '#document/proof/transparency-log.ts';
import { digestField, sha256Hex } from '#document/text/digest.ts';
import { writeDocument } from '#document/text/front-matter.ts';
import { readContentFile } from '../../../build/catalog/source/content-file.ts';
import { readLogFolder } from '../../../build/document/proof/disk/log-store.ts';
import { groupBy } from '../../../build/document/text/group.ts';
import { sourcesPath } from '../../../build/page/sources.ts';
import type { Publication } from '../../../build/publish/publish.ts';
import type { BuildOptions } from '../../../build/run/build.ts';
import { republishTexts, type SourceTexts } from '../../../build/run/republish.ts';
import { silent } from '../../support/progress.ts';
import { readCheckInput } from '../../verify/check-input.ts';
import { carriedSources } from '../../verify/derive/sources.ts';
import { readFolder } from '../../verify/folder.ts';
import { isStaticTree } from '../../verify/tree.ts';

/** The published versions and changes of status of a tree, and the function that publishes it with further changes. */
export interface PublishedTree {
  published: readonly Published[];
  changes: readonly StatusChange[];
  /** Publishes the tree again, with these changes in place of all that it has, and with further sources. */
  publish(
    changes: readonly StatusChange[],
    more: SourceTexts,
    options: Omit<BuildOptions, 'baseUrl' | 'reading' | 'isStatic'>,
  ): Promise<Publication>;
}

/**
 * Finds the versions and changes that are in a log but not in the tree, since a stopped build may have written only the log.
 * Versions come with their texts from the content.
 */
export function aheadOf(
  { published, changes }: Pick<PublishedTree, 'published' | 'changes'>,
  { logDir, keys, contentDir }: Pick<BuildOptions, 'logDir' | 'keys' | 'contentDir'>,
): { changes: StatusChange[]; sources: SourceTexts } {
  const log = readLogFolder(logDir);
  const entries = log
    ? readLog(log, keys).entries.map(bytes => readEntry(Buffer.from(bytes).toString()))
    : [];
  const known = new Set(published.map(({ path }) => path));
  const sources = new Map<string, string>();
  const more: StatusChange[] = [];
  for (const entry of entries) {
    if (entry?.type === 'published' && !known.has(entry.path)) {
      const file = readContentFile(contentDir, entry.path.slice(1));
      if (!file.ok || digestField(sha256Hex(file.bytes)) !== entry.digest) continue;
      const { digest, published_at } = entry;
      sources.set(entry.path.slice(1), file.bytes.toString('utf8'));
      sources.set(publicationFolder + entry.path, writeDocument({ digest, published_at }, ''));
    }
    if (entry?.type === 'status') {
      const { type: _type, digest: _digest, ...change } = entry;
      if (!changes.some(({ path, since }) => path === change.path && since === change.since))
        more.push(change);
    }
  }
  return { changes: more, sources };
}

/** Reads the tree in a folder; undefined if there is none, or it does not carry its sources. */
export function publishedTree(distDir: string): PublishedTree | undefined {
  if (!existsSync(join(distDir, 'manifest.json'))) return undefined;
  const tree = readFolder(distDir, silent);
  if (!tree.pages.has(sourcesPath)) return undefined;
  const evidence = readCheckInput(tree);
  const published = evidence.entries.flatMap(entry =>
    entry?.type === 'published'
      ? [{ path: entry.path, digest: entry.digest, published_at: entry.published_at }]
      : [],
  );
  if (published.length === 0) return undefined;
  const changes = evidence.entries.flatMap(entry => {
    if (entry?.type !== 'status') return [];
    const { type: _type, digest: _digest, ...change } = entry;
    return [change];
  });
  return {
    published,
    changes,
    publish: (all, more, options) => {
      const carried = carriedSources(tree);
      const sources = new Map<string, string | Uint8Array>([...carried.sources, ...more]);
      for (const [path, own] of groupBy(all, change => change.path))
        sources.set(
          statusFolder + path,
          writeDocument({ changes: own.map(({ path: _, ...change }) => change) }, ''),
        );
      const kept = {
        baseUrl: tree.baseUrl,
        reading: tree.pages.has('/index.html'),
        isStatic: isStaticTree(tree),
      };
      return republishTexts(sources, carried.operatorFiles, { ...options, ...kept });
    },
  };
}
