/** `operator audit`: lists the recorded commands of operators. */
import type { Command } from 'commander';
import { rfc3339 } from '../../server/support/time.ts';
import type { Host } from '../support/host.ts';
import { type PageOptions, pageOf, runCommand, wholeNumber } from './operator.ts';

export function addAuditCommand(program: Command, host: Host): void {
  program
    .command('audit')
    .description(
      'Lists what operators did: every command, with its time and operating-system user, newest first.',
    )
    .option('--limit <n>', 'the largest number of entries', wholeNumber(1, 100_000), 100)
    .option('--after <id>', 'the entry after which to begin, which is the `next` of the page before')
    .action(({ limit, after }: PageOptions) =>
      runCommand(host, 'audit', async store => {
        const { shown, next } = pageOf(await store.audit.latest(limit + 1, after), limit);
        return {
          fields: {
            entries: shown.map(({ at, os_user, command, arguments: words, outcome }) => ({
              at: rfc3339(at),
              os_user,
              command,
              arguments: words,
              outcome,
            })),
            ...next,
          },
          text: 'The outcome `begun` means that the command still runs or was killed.',
        };
      }),
    );
}
