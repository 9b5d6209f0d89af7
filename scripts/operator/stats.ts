/** `operator stats`: prints the size and growth of the database. */
import type { Command } from 'commander';
import { rfc3339 } from '../../server/support/time.ts';
import type { Host } from '../support/host.ts';
import { runCommand } from './operator.ts';

export function addStatsCommand(program: Command, host: Host): void {
  program
    .command('stats')
    .description('Shows what the database holds: rows, bytes, and rows added within the last day.')
    .action(() =>
      runCommand(host, 'stats', async (store, now) => {
        const { bytes, tables } = await store.statistics(now);
        return {
          fields: {
            at: rfc3339(now),
            database_bytes: bytes,
            tables: tables.map(({ table, rows, bytes: tableBytes, addedInDay }) => ({
              table,
              rows,
              bytes: tableBytes,
              added_in_a_day: addedInDay,
            })),
          },
          text: 'The bytes include indexes. `operator prune` deletes old rows that are no longer needed.',
        };
      }),
    );
}
