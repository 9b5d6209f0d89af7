/** `operator prune --older-than DAYS`: deletes old rows that are no longer needed. */
import type { Command } from 'commander';
import { rfc3339 } from '../../server/support/time.ts';
import type { Host } from '../support/host.ts';
import { runCommand, wholeNumber } from './operator.ts';

const day = 86_400;
/** The fewest days for which answers are kept for repeated requests (docs/http.md). */
const answerDays = 30;

export function addPruneCommand(program: Command, host: Host): void {
  program
    .command('prune')
    .description(
      'Deletes old rows: expired tickets that nobody redeemed, events, and answers kept for repeated requests.',
    )
    .requiredOption(
      '--older-than <days>',
      'delete rows that are older than this many days',
      wholeNumber(1, 36_500),
    )
    .action(({ olderThan }: { olderThan: number }) =>
      runCommand(host, 'prune', async (store, now) => {
        const before = now - olderThan * day;
        const deleted = await store.pruning.prune(before);
        const answers = await store.mutations.forget(now - Math.max(olderThan, answerDays) * day);
        const { returned, reusable } = await store.pruning.reclaim();
        return {
          fields: {
            before: rfc3339(before),
            ...deleted,
            answers,
            returned_bytes: returned,
            reusable_bytes: reusable,
          },
          text:
            `Answers are kept for at least ${answerDays} days. Counts of reports, artifacts and evidence stay. ` +
            'The database uses the reusable bytes before it grows.',
        };
      }),
    );
}
