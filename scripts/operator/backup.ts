/** `operator backup FILE`. */
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { rfc3339 } from '../../server/ticket/time.ts';
import { OperatorError, report } from './operator.ts';

export function addBackupCommand(program: Command): void {
  program
    .command('backup <file>')
    .description('Writes a consistent copy of the whole database to a new SQLite file.')
    .action((name: string) => {
      const file = resolve(name);
      if (existsSync(file))
        throw new OperatorError(`${file} exists. A backup overwrites nothing: name a new file.`);
      return report('backup', async (store, now) => {
        await store.backUp(file, now);
        return {
          fields: { file, size_bytes: statSync(file).size, at: rfc3339(now) },
          text: 'It holds the ticket keys: keep it as you keep secrets. A server opens it as `catalog.sqlite` in `DATA_DIR`.',
        };
      });
    });
}
