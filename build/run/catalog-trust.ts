/** The trust of a catalog: signatures, statuses and log of everything that it publishes, in the order of publication. */
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
  /** The trace of a log that was begun before; absent: a missing one may begin. */
  history?: string | undefined;
  /** Whether a log may begin anyway. */
  newLog?: boolean;
  /** Whether nobody but this machine reads the log. */
  throwAwayLog?: boolean;
  /** The checkpoint that readers have now, where it was asked for. */
  live?: Uint8Array | undefined;
}

/**
 * Signs the catalog and continues its log.
 * @param before the tree in force, whose log continues when the folder of the log was lost
 * @throws LogError when the log is wrong, was lost and cannot be continued, or is not that of the live service
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

/** Returns the trust of a log, or of a new one where the content no longer says what the log records. */
function orAnew(make: () => Trust, begin: () => Trust): Trust & { isNewBranch?: boolean } {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof LogError && (error.fault === 'shrink' || error.fault === 'fork'))) throw error;
    return { ...begin(), isNewBranch: true };
  }
}

/** @throws LogError `lost` */
function requireNoHistory({ history, logDir, distDir }: TrustOptions): void {
  if (history === undefined) return;
  throw new LogError(
    'lost',
    `${history}, and their log is neither in ${logDir} nor in ${distDir}. A new one would be another history under the same name, ` +
      'in which nobody could see what was changed. Put the log of the last backup, or that of the live service, into that folder. ' +
      'If nobody ever saw that log, begin a new one: `npm run build -- --new-log`, or `NEW_LOG=1 npm start`.',
  );
}

/** The log as `dist` holds it; undefined when it holds none. */
function publishedLog(distDir: string, before: Tree | undefined): LogFiles | undefined {
  const pages = before?.pages.filter(page => page.kind === 'log') ?? [];
  if (pages.length === 0) return undefined;
  return new Map(
    pages.map(({ path, file }) => [path.replace(/^\/log\//, ''), readFileSync(join(distDir, file))]),
  );
}
