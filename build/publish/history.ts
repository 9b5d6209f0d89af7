/**
 * Finds signs that a log was begun earlier. A build that finds such a sign and no log has lost the log. To begin another would
 * sign a second history under the same name, and nobody could tell a version that was changed from one that was published
 * (docs/operation.md#12).
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { keyFilePath, unusedMark } from '../document/proof/disk/signing-key.ts';
import { sqliteDriver } from './sqlite.ts';

/**
 * Returns the first sign of former publications in a data folder, as the beginning of a sentence; undefined if there is none.
 * The caller asks before it loads the keys, because loading makes missing ones.
 */
export function traceOfHistory(dataDir: string): string | undefined {
  const keys = keyFilePath(dataDir);
  if (existsSync(keys) && !existsSync(unusedMark(dataDir))) return `The keys in ${keys} have signed before`;
  const database = join(dataDir, 'catalog.sqlite');
  return hasSignedDocuments(database) ? `${database} holds documents that were signed` : undefined;
}

function hasSignedDocuments(file: string): boolean {
  const Driver = existsSync(file) ? sqliteDriver() : undefined;
  if (!Driver) return false;
  try {
    const database = new Driver(file, { readonly: true });
    try {
      return database.prepare('SELECT 1 FROM tenant_artifact LIMIT 1').get() !== undefined;
    } finally {
      database.close();
    }
  } catch {
    // Not a database, or one from before documents were signed: it says nothing of a log.
    return false;
  }
}
