/**
 * Makes the trust of a catalog: the signatures, statuses and log of everything that it publishes, in the order of publication.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LogError } from '#document/proof/log/error.ts';
import type { LogFiles } from '#document/proof/log/files.ts';
import type { KeyRing } from '#document/proof/signature.ts';
import type { Catalog } from '../catalog/source/catalog.ts';
import { readLogFolder } from '../document/proof/disk/log-store.ts';
import { makeTrust, type Trust } from '../document/proof/disk/trust.ts';
import type { Tree } from '../publish/tree.ts';
import { requireContinues } from './live-log.ts';

interface TrustOptions {
  keys: KeyRing;
  logDir: string;
  distDir: string;
  baseUrl: string;
  /** A sign that a log began earlier; absent if there is none. Only then may a missing log begin. */
  history?: string | undefined;
  /** Whether a log may begin although `history` shows that there was one; false if absent. */
  newLog?: boolean;
  /** Whether only this machine reads the log. Then the log begins again if the content contradicts it. */
  throwAwayLog?: boolean;
  /** The checkpoint that the live service serves now, which the log must continue; absent if nobody asked for it. */
  live?: Uint8Array | undefined;
}

/**
 * Signs the versions of the catalog and continues its log.
 * @param before the tree in force, whose log is continued if the folder of the log has none
 * @throws LogError when the log is damaged or contradicts the content, when it is missing although `options.history` shows that
 *   there was one, or when it does not continue `options.live`
 */
export function trustOf(
  catalog: Catalog,
  options: TrustOptions,
  before: Tree | undefined,
): Trust & { isNewLog: boolean; isNewBranch: boolean } {
  const { keys: ring, logDir, distDir, baseUrl } = options;
  const texts = new Map(catalog.versions.map(({ path, page }) => [path, page()!]));
  const artifacts = [...catalog.publications.values()].map(({ path, digest, published_at }) => {
    return { path, digest, published_at, bytes: Buffer.from(texts.get(path)!) };
  });
  const log = readLogFolder(logDir) ?? publishedLog(distDir, before);
  if (log === undefined && options.newLog !== true) requireNoHistory(options);
  const make = (former: LogFiles | undefined) =>
    makeTrust({ artifacts, changes: catalog.statusChanges, ring, baseUrl, log: former });
  const trust = options.throwAwayLog
    ? orAnew(
        () => make(log),
        () => make(undefined),
      )
    : make(log);
  if (options.live) requireContinues(trust.log, options.live, ring);
  return { isNewBranch: false, ...trust, isNewLog: log === undefined };
}

/** Returns the trust that `make` makes with the log, or that `begin` makes with a new log if the old one would shrink or fork. */
function orAnew(make: () => Trust, begin: () => Trust): Trust & { isNewBranch?: boolean } {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof LogError && (error.fault === 'shrink' || error.fault === 'fork'))) throw error;
    return { ...begin(), isNewBranch: true };
  }
}

/**
 * Refuses to begin a log although there was an earlier one.
 * @throws LogError `lost` if `history` is present
 */
function requireNoHistory({ history, logDir, distDir }: TrustOptions): void {
  if (history === undefined) return;
  throw new LogError(
    'lost',
    `${history}, and their log is neither in ${logDir} nor in ${distDir}. A new one would be another history under the same name, ` +
      'in which nobody could see what was changed. Put the log of the last backup, or that of the live service, into that folder. ' +
      'If nobody ever saw that log, begin a new one: `npm run build -- --new-log`, or `NEW_LOG=1 npm start`.',
  );
}

/** Returns the log that the tree in force publishes; undefined if it publishes none. */
function publishedLog(distDir: string, before: Tree | undefined): LogFiles | undefined {
  const pages = before?.pages.filter(page => page.kind === 'log') ?? [];
  if (pages.length === 0) return undefined;
  return new Map(
    pages.map(({ path, file }) => [path.replace(/^\/log\//, ''), readFileSync(join(distDir, file))]),
  );
}
