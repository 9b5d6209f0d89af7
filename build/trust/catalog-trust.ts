/** The trust of a catalog: signatures, statuses and log of everything that it publishes, in the order of publication. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LogFiles } from '#document/log/files.ts';
import type { KeyRing } from '#document/signature.ts';
import type { Catalog } from '../catalog.ts';
import { manifestOf, type Tree } from '../publish/tree.ts';
import { readLogFolder } from './log-store.ts';
import { makeTrust, type Trust } from './trust.ts';

interface TrustOptions {
  keys: KeyRing;
  logDir: string;
  distDir: string;
  baseUrl: string;
}

/** @param before the tree in force, whose log goes on when the folder of the log was lost */
export function trustOf(catalog: Catalog, options: TrustOptions, before: Tree | undefined): Trust {
  const { keys: ring, logDir, distDir, baseUrl } = options;
  const texts = new Map(catalog.versions.map(({ path, page }) => [path, page()!]));
  const artifacts = [...catalog.publications.values()].map(({ path, digest, published_at }) => {
    return { path, digest, published_at, bytes: Buffer.from(texts.get(path)!) };
  });
  const log = readLogFolder(logDir) ?? publishedLog(distDir, before);
  return makeTrust({ artifacts, changes: catalog.statusChanges, ring, baseUrl, log });
}

/** The log as `dist` holds it; undefined when it holds none. */
function publishedLog(distDir: string, before: Tree | undefined): LogFiles | undefined {
  const pages = before ? manifestOf(before).pages.filter(page => page.kind === 'log') : [];
  if (pages.length === 0) return undefined;
  return new Map(
    pages.map(({ path, file }) => [path.replace(/^\/log\//, ''), readFileSync(join(distDir, file))]),
  );
}
