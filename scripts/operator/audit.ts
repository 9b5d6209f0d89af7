/** `operator audit`. */
import type { Command } from 'commander';
import { rfc3339 } from '../../server/ticket/time.ts';
import type { Host } from '../support/host.ts';
import { runCommand, wholeNumber } from './operator.ts';

export function addAuditCommand(program: Command, host: Host): void {
  program
    .command('audit')
    .description(
      'Lists what operators did: every command, with its time and operating-system user, newest first.',
    )
    .option('--limit <n>', 'how many', wholeNumber(1, 100_000), 100)
    .action(({ limit }: { limit: number }) =>
      runCommand(host, 'audit', async store => {
        const entries = await store.audit.latest(limit);
        return {
          fields: {
            entries: entries.map(({ at, os_user, command, arguments: words, outcome }) => ({
              ...{ at: rfc3339(at), os_user, command, arguments: words, outcome },
            })),
          },
          text: 'An entry whose outcome is `begun` is of a command that still runs or was killed.',
        };
      }),
    );
}
