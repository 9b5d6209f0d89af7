/** `operator reporting pause|resume|summary|discard`: controls and summarizes the reports on tickets. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Store } from '../../server/store/store.ts';
import { rfc3339 } from '../../server/support/time.ts';
import { pauseSetting } from '../../server/ticket/live-settings.ts';
import {
  largestPercent,
  type ReportCell,
  reporterOf,
  shown,
  smallestCell,
  withheld,
} from '../../server/ticket/rule/report-table.ts';
import { selectionRules } from '../../server/ticket/rule/selection.ts';
import type { ReportFilter } from '../../server/ticket/store/discard.ts';
import type { Grouping, ReportGroup } from '../../server/ticket/store/report-summary.ts';
import type { Host } from '../support/host.ts';
import { type CommandOutput, OperatorError, runCommand, wholeNumber } from './operator.ts';

const month = 2_678_400;
const day = 86_400;
const defaultRetrySeconds = 3600;

export function addReportingCommands(program: Command, host: Host): void {
  const reporting = program.command('reporting').description('Manages use receipts and compact reports.');
  reporting
    .command('pause')
    .description('Refuses reports with 503 until you resume them. Tickets are still issued.')
    .option(
      '--retry-after <seconds>',
      'the number of seconds for which clients are told to wait',
      wholeNumber(1, month),
      defaultRetrySeconds,
    )
    .action(({ retryAfter }: { retryAfter: number }) =>
      runCommand(host, 'reporting pause', store => setPause(store, retryAfter)),
    );
  reporting
    .command('resume')
    .description('Accepts reports again.')
    .action(() => runCommand(host, 'reporting resume', store => setPause(store, undefined)));
  addSummary(reporting, host);
  addDiscard(reporting, host);
}

function addSummary(reporting: Command, host: Host): void {
  reporting
    .command('summary')
    .description('Counts the reports, either as they may be published or in detail for the operator only.')
    .addOption(
      new Option('--by <what>', 'group by day, selection rule or ticket holder; do not publish this').choices(
        ['day', 'rule', 'holder'],
      ),
    )
    .option('--limit <n>', 'the largest number of rows in a detailed list', wholeNumber(1, 100_000), 100)
    .action(({ by, limit }: { by?: By; limit: number }) =>
      runCommand(host, 'reporting summary', (store, now) =>
        by ? detail(store, by, limit) : summary(store, now),
      ),
    );
}

function addDiscard(reporting: Command, host: Host): void {
  reporting
    .command('discard')
    .description(
      'Takes reports out of the counts and counts them as `discarded`. A report is chosen if every given option matches. Tickets ' +
        'stay redeemed, and nothing is deleted. You cannot undo this.',
    )
    .option('--rule <name>', 'reports of visitors that this rule selected', readRule)
    .option(
      '--since <time>',
      'reports accepted at or after this UTC time, such as 2026-11-21T08:00:00Z or 2026-11-21',
      readTime,
    )
    .option(
      '--network <id>',
      'reports of a network, client or credential, by its id in `reporting summary --by holder`',
    )
    .option('--dry-run', 'count the reports and change nothing')
    .action(({ rule, since, network, dryRun = false }: DiscardOptions) => {
      if (rule === undefined && since === undefined && network === undefined)
        throw new OperatorError('Say which reports to discard, with --rule, --since or --network.');
      return runCommand(host, 'reporting discard', (store, now) =>
        discard(store, { rule, since, holder: network }, dryRun, now),
      );
    });
}

interface DiscardOptions {
  rule?: string;
  since?: number;
  network?: string;
  dryRun?: boolean;
}

function readRule(name: string): string {
  const names = selectionRules.filter(({ selected }) => selected).map(rule => rule.name);
  if (names.includes(name)) return name;
  throw new InvalidArgumentError(`Expected a rule that selects visitors: ${names.join(', ')}.`);
}

const timeForm = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?$/;

function readTime(text: string): number {
  const at = timeForm.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(at) && rfc3339(at / 1000).startsWith(text)) return at / 1000;
  throw new InvalidArgumentError('Expected a time in UTC, such as 2026-11-21T08:00:00Z, or a day.');
}

async function setPause(store: Store, retryAfter: number | undefined): Promise<CommandOutput> {
  await store.settings.write(new Map([[pauseSetting, retryAfter?.toString()]]));
  const paused = retryAfter !== undefined;
  return {
    fields: { paused, retry_after_seconds: retryAfter },
    text: paused ? 'Reports are refused with 503.' : 'Reports are accepted.',
  };
}

async function summary(store: Store, now: number): Promise<CommandOutput> {
  await store.tickets.expireDue(now);
  const cells = await store.aggregates();
  const settings = await store.settings.read();
  return {
    fields: {
      as_of: rfc3339(now),
      paused: settings.has(pauseSetting),
      cells: cells.map(cellFields),
    },
    text:
      `Self-reports by cohort, kind of page, precision of the model's name and outcome, never pooled; cells ` +
      `without reports are left out. A count below ${smallestCell} reads \`${withheld}\`. \`compact\` ` +
      'reports name no model; `none` counts tickets that expired without a report; `discarded` counts ' +
      'reports that were taken out of the other cells. Networks are IPv4 /24 and IPv6 /48; one that was ' +
      'counted under two ticket keys is counted twice.',
  };
}

function cellFields(cell: ReportCell): Record<string, unknown> {
  const { cohort, pageKind, precision, outcome, reports, reporters } = cell;
  const isShown = reports >= smallestCell;
  return {
    cohort,
    page_kind: pageKind,
    precision,
    outcome,
    reports: shown(reports),
    ...(isShown && { [`${reporterOf(cell)}s`]: reporters, largest_percent: largestPercent(cell) }),
  };
}

type By = 'day' | 'rule' | 'holder';

/** The groupings that each detailed summary lists. */
const lists: Record<By, readonly Grouping[]> = {
  day: ['day'],
  rule: ['rule'],
  holder: ['network', 'client'],
};

async function detail(store: Store, by: By, limit: number): Promise<CommandOutput> {
  const fields: Record<string, unknown> = { by };
  const left: string[] = [];
  for (const grouping of lists[by]) {
    const { groups, total } = await store.reportSummary(grouping, limit);
    fields[`${grouping}s`] = groups.map(group => groupFields(grouping, group));
    if (total > groups.length)
      left.push(`${total - groups.length} more rows of \`${grouping}s\` are left out.`);
  }
  const text =
    'Reports that count, how many of them are a `pass` or `worked`, those that were discarded, and how ' +
    'many networks (IPv4 /24 and IPv6 /48), or credentials, sent them. For the operator only: small ' +
    'counts are not withheld. A credential is listed as a network and as a client of its own.';
  return { fields, text: [text, ...left].join(' ') };
}

function groupFields(grouping: Grouping, group: ReportGroup): Record<string, unknown> {
  const { cohort, reports, successes, discarded } = group;
  return { cohort, ...describers[grouping](group), reports, pass_or_worked: successes, discarded };
}

/** The function of each list that makes the fields of a row from a group of reports. */
const describers: Record<Grouping, (group: ReportGroup) => Record<string, unknown>> = {
  day: group => ({ day: rfc3339(Number(group.key) * day).slice(0, 10), ...senders(group) }),
  rule: group => ({ rule: group.key ?? 'none', ...senders(group) }),
  network: ({ key, clients }) => ({ id: key, clients }),
  client: ({ key, network }) => ({ id: key, ...(network !== null && { network }) }),
};

const senders = (group: ReportGroup) => ({ [`${reporterOf(group)}s`]: group.reporters });

async function discard(
  store: Store,
  filter: ReportFilter,
  dryRun: boolean,
  now: number,
): Promise<CommandOutput> {
  const { rule, since, holder } = filter;
  const given = { rule, since: since === undefined ? undefined : rfc3339(since), network: holder };
  if (dryRun)
    return {
      fields: { ...given, dry_run: true, reports: await store.discards.count(filter) },
      text: 'This many reports match and would be discarded. Nothing was changed.',
    };
  return {
    fields: { ...given, discarded: await store.discards.discard(filter, now), at: rfc3339(now) },
    text:
      'The reports now count only as `discarded`, in the summary and on `/status.md`. Their tickets ' +
      'stay redeemed. Reports that are accepted from now on count as usual.',
  };
}
