/** `operator backup FILE`, `operator restore FILE`. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Command } from 'commander';
import { exclusively } from '../../build/publish/exclusive.ts';
import { readConfig } from '../../server/process/config.ts';
import { addFiles, type BackupFile } from '../../server/store/backup-file.ts';
import { rfc3339, seconds } from '../../server/ticket/time.ts';
import type { Host } from '../support/host.ts';
import { OperatorError, printOutput, runCommand } from './operator.ts';
import { restore } from './restore.ts';

/** What cannot be made again, below `DATA_DIR`: keys and the log. */
const kept = ['signing-keys', 'log'];

export function addBackupCommands(program: Command, host: Host): void {
  program
    .command('backup <file>')
    .description('Writes the database, the signing keys and the log into one new file, while servers run.')
    .action((name: string) => {
      const file = resolve(name);
      if (existsSync(file))
        throw new OperatorError(`${file} exists. A backup overwrites nothing: name a new file.`);
      if (!existsSync(dirname(file)))
        throw new OperatorError(
          `There is no folder ${dirname(file)}. Make it, or name a file in another folder.`,
        );
      return runCommand(host, 'backup', async (store, now) => {
        await store.backUp(file, now);
        const files = addDataFiles(file, host);
        return {
          fields: { file, size_bytes: statSync(file).size, files, at: rfc3339(now) },
          text: 'It holds secret keys: keep it as you keep secrets. `operator restore FILE` puts everything back into an empty place.',
        };
      });
    });
  program
    .command('restore <file>')
    .description('Puts a backup into an empty DATA_DIR, and an empty database where DATABASE_URL names one.')
    .option('--database', 'only the database: the keys and the log that are there stay')
    .action(async (name: string, { database }: { database?: true }) => {
      const restored = await restore(resolve(name), readConfig(host.env), seconds(Date.now()), database);
      printOutput(host, 'restore', {
        fields: { ...restored },
        text: 'Everything was verified. Run `npm run build`, then start the servers.',
      });
    });
}

/** Adds the files that no build can make again. No build changes them meanwhile. Returns how many there are. */
function addDataFiles(backup: string, host: Host): number {
  const { dataDir } = readConfig(host.env);
  const say = (text: string) => host.stderr.write(text);
  return exclusively([dataDir], say, () => {
    const files = kept.flatMap(folder => filesBelow(dataDir, join(dataDir, folder)));
    addFiles(backup, files);
    return files.length;
  });
}

function filesBelow(dataDir: string, folder: string): BackupFile[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter(entry => entry.isFile() && !/\.(?:draft|lock)$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
    .map(path => ({
      path: relative(dataDir, path).split(sep).join('/'),
      mode: statSync(path).mode & 0o777,
      content: readFileSync(path),
    }));
}
