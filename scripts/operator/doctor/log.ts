/** Checks that the transparency log is intact and signed, and that the served catalog is not ahead of it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCheckpoint } from '#document/proof/log/checkpoint.ts';
import { parseNote } from '#document/proof/log/note.ts';
import { readLog } from '#document/proof/transparency-log.ts';
import { readLogFolder } from '../../../build/document/proof/disk/log-store.ts';
import { keyFilePath, loadKeyRing } from '../../../build/document/proof/disk/signing-key.ts';
import { rfc3339 } from '../../../server/support/time.ts';
import type { Check } from './check.ts';

export const log: Check = async ({ config, now }) => {
  const { dataDir, distDir, signingKey } = config;
  const folder = join(dataDir, 'log');
  const files = readLogFolder(folder);
  if (files === undefined) {
    const fix =
      'If versions were published before, restore the log from a backup, because a new log would be a fork. Otherwise run `npm run build`.';
    return [{ found: `There is no log in ${folder}.`, fix }];
  }
  if (!signingKey && !existsSync(keyFilePath(dataDir))) return [];
  const { entries } = readLog(files, loadKeyRing({ signingKey, dataDir, now: rfc3339(now) }));
  const served = servedSize(distDir);
  if (served !== undefined && served > entries.length) {
    const found = `dist shows ${served} entries, but the log in ${folder} has ${entries.length}.`;
    return [
      {
        found,
        fix: 'Somebody put the log back to an older state. Restore the newest copy before the next build.',
      },
    ];
  }
  return [{ found: `The log has ${entries.length} entries, is consistent and is signed.` }];
};

function servedSize(distDir: string): number | undefined {
  const file = join(distDir, 'log', 'checkpoint');
  return existsSync(file) ? readCheckpoint(parseNote(readFileSync(file)).text).size : undefined;
}
