/** `operator backup FILE`, `operator restore FILE`: write a backup, and restore one. */
import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { readConfig } from '../../server/process/config.ts';
import { addFiles, type BackupFile } from '../../server/store/backup-file.ts';
import { rfc3339, seconds } from '../../server/support/time.ts';
import type { Host } from '../support/host.ts';
import { identityOf } from './identity.ts';
import { OperatorError, printOutput, runCommand } from './operator.ts';
import { type RestoreOptions, restore } from './restore.ts';

interface BackupOptions {
  builder?: string;
  database?: true;
}

export function addBackupCommands(program: Command, host: Host): void {
  program
    .command('backup <file>')
    .description(
      'Writes the database, the signing keys and the log into one new file. Servers may run meanwhile.',
    )
    .option(
      '--builder <folder>',
      'the DATA_DIR of the builder, which holds keys and log, if it is not this DATA_DIR',
    )
    .option('--database', 'back up only the database, if you keep keys and log elsewhere')
    .action(async (name: string, { builder, database }: BackupOptions) => {
      const file = resolve(name);
      if (existsSync(file))
        throw new OperatorError(`${file} exists, and a backup overwrites nothing. Name a new file.`);
      if (!existsSync(dirname(file)))
        throw new OperatorError(
          `There is no folder ${dirname(file)}. Make it, or name a file in another folder.`,
        );
      const identity = database ? undefined : await identityOf(readConfig(host.env), builder, tell(host));
      return runCommand(host, 'backup', async (store, now) => {
        await store.backUp(file, now);
        const files: BackupFile[] = identity?.files ?? [];
        addFiles(file, files);
        const { keyIds, logName } = identity ?? {};
        return {
          fields: {
            file,
            size_bytes: statSync(file).size,
            files: files.length,
            at: rfc3339(now),
            ...(identity && { key_ids: keyIds, log: logName }),
          },
          text: identity
            ? 'The file contains secret keys, so keep it secret. `operator restore FILE` restores everything into an empty place.'
            : 'The file contains only the database, without keys and log. `operator restore --database FILE` restores it beside them.',
        };
      });
    });
  program
    .command('restore <file>')
    .description(
      'Restores a backup into an empty DATA_DIR, and into an empty database if DATABASE_URL names one.',
    )
    .option('--database', 'restore only the database, and leave keys and log as they are')
    .option(
      '--new-address',
      'continue the log under a new name, because BASE_URL differs from the one in the backup',
    )
    .action(async (name: string, options: RestoreOptions) => {
      const restored = await restore(resolve(name), readConfig(host.env), seconds(Date.now()), options);
      printOutput(host, 'restore', {
        fields: { ...restored },
        text: 'The backup was verified and restored. Run `npm run build`, then start the servers.',
      });
    });
}

const tell = (host: Host) => (text: string) => void host.stderr.write(text);
