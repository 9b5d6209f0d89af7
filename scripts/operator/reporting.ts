/** `operator reporting pause|resume|summary`. */
import type { Command } from 'commander';
import { pauseSetting } from '../../server/live-settings.ts';
import type { Store } from '../../server/store/store.ts';
import { shown, smallestCell, withheld } from '../../server/ticket/report-table.ts';
import { rfc3339 } from '../../server/ticket/time.ts';
import { type Report, report, wholeNumber } from './operator.ts';

const month = 2_678_400;
const defaultRetrySeconds = 3600;

export function addReportingCommands(program: Command): void {
  const reporting = program.command('reporting').description('Use receipts and compact reports.');
  reporting
    .command('pause')
    .description('Refuses reports with 503 until they are resumed; tickets are still issued.')
    .option(
      '--retry-after <seconds>',
      'what clients are told to wait',
      wholeNumber(1, month),
      defaultRetrySeconds,
    )
    .action(({ retryAfter }: { retryAfter: number }) =>
      report('reporting pause', store => setPause(store, retryAfter)),
    );
  reporting
    .command('resume')
    .description('Takes reports again.')
    .action(() => report('reporting resume', store => setPause(store, undefined)));
  reporting
    .command('summary')
    .description('Prints how many reports there are, as they may be published.')
    .action(() => report('reporting summary', summary));
}

async function setPause(store: Store, retryAfter: number | undefined): Promise<Report> {
  await store.settings.write(new Map([[pauseSetting, retryAfter?.toString()]]));
  const paused = retryAfter !== undefined;
  return {
    fields: { paused, retry_after_seconds: retryAfter },
    text: paused ? 'Reports are refused with 503.' : 'Reports are taken.',
  };
}

async function summary(store: Store, now: number): Promise<Report> {
  await store.tickets.expireDue(now);
  const cells = await store.aggregates();
  const settings = await store.settings.read();
  return {
    fields: {
      as_of: rfc3339(now),
      paused: settings.has(pauseSetting),
      cells: cells.map(({ cohort, pageKind, precision, outcome, reports }) => ({
        cohort,
        page_kind: pageKind,
        precision,
        outcome,
        reports: shown(reports),
      })),
    },
    text: `Self-reports by cohort, kind of page, precision of the model's name and outcome, never pooled; cells without reports are left out. A count below ${smallestCell} reads \`${withheld}\`. \`compact\` reports name no model; \`none\` counts tickets that expired without a report.`,
  };
}
