/** `operator backup FILE`, `operator restore FILE`. */
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
    .description('Writes the database, the signing keys and the log into one new file, while servers run.')
    .option(
      '--builder <folder>',
      'the DATA_DIR of the builder, where it is another one: keys and log are there',
    )
    .option('--database', 'only the database: keys and log are kept elsewhere')
    .action(async (name: string, { builder, database }: BackupOptions) => {
      const file = resolve(name);
      if (existsSync(file))
        throw new OperatorError(`${file} exists. A backup overwrites nothing: name a new file.`);
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
            ? 'It holds secret keys: keep it as you keep secrets. `operator restore FILE` puts everything back into an empty place.'
            : 'It holds the database alone, without keys and log. `operator restore --database FILE` puts it back beside them.',
        };
      });
    });
  program
    .command('restore <file>')
    .description('Puts a backup into an empty DATA_DIR, and an empty database where DATABASE_URL names one.')
    .option('--database', 'only the database: the keys and the log that are there stay')
    .option(
      '--new-address',
      'the log continues under another name, as BASE_URL is another one than in the backup',
    )
    .action(async (name: string, options: RestoreOptions) => {
      const restored = await restore(resolve(name), readConfig(host.env), seconds(Date.now()), options);
      printOutput(host, 'restore', {
        fields: { ...restored },
        text: 'Everything was verified. Run `npm run build`, then start the servers.',
      });
    });
}

const tell = (host: Host) => (text: string) => void host.stderr.write(text);
