/** Checks that the database answers, is intact, and can be written. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { plural } from '../../../build/document/text/plain-text.ts';
import { inspectDatabase } from '../../../server/store/inspect.ts';
import type { Check } from './check.ts';

export const database: Check = async ({ config }) => {
  const file = join(config.dataDir, 'catalog.sqlite');
  if (!config.databaseUrl && !existsSync(file))
    return [{ found: 'There is no database yet.', fix: 'Start a server, which creates it.' }];
  if (!config.databaseUrl && statSync(file).size === 0) {
    const fix = 'Restore a backup. If the database never held anything, delete it.';
    return [{ found: `${file} is empty.`, fix }];
  }
  const { name, faults, pending } = await inspectDatabase(config);
  if (faults.length > 0) {
    const fix = 'Stop the servers, keep the file, and restore the newest backup into an empty place.';
    return faults.map(found => ({ found, fix }));
  }
  const behind = pending === 0 ? '' : ` The next start runs ${plural(pending, 'migration')}.`;
  return [{ found: `${name} answers and is intact.${behind}` }];
};
