/**
 * The time that requests take as the tables grow from a thousand rows to a million, on both databases. A tenth of everything belongs to the
 * tenant that asks; a tenth as many evaluations, and a hundredth as many tenants, are there.
 */
import pg from 'pg';
import type { Backend } from '../../server/store/database/backend.ts';
import { type DatabasePlace, openDatabase } from '../../server/store/database/database.ts';
import { capNames } from '../../server/ticket/rule/caps.ts';
import {
  message,
  planOf,
  registerAll,
  serveEvaluations,
  suiteOf,
  T,
  tenantId,
} from '../support/evaluation.ts';
import { databases, start, type TestDatabase } from '../support/store.ts';
import { fields, get, post } from '../support/tenant.ts';
import { redeem, ticketFrom } from '../support/ticket.ts';
import { type Campaign, withEndings } from './campaign.ts';

const smallest = 1000;
/** How often each request is made at each size; what is reported is the median. */
const repeats = 31;

/** Requests by name, each made with another number each time. */
type Requests = Record<string, (number: number) => Promise<{ status: number; body?: Buffer }>>;

/** SQL that adds the rows with the numbers from `$1` to `$2` to each table that grows. */
function growth(backend: Backend['name']): string[] {
  const numbers =
    backend === 'sqlite'
      ? 'FROM (WITH RECURSIVE s (n) AS (SELECT CAST($1 AS integer) UNION ALL SELECT n + 1 FROM s WHERE n < $2) SELECT n FROM s)'
      : 'FROM generate_series($1::bigint, $2::bigint) AS n';
  const ownerOf = (n: string) =>
    `CASE WHEN ${n} % 10 = 0 THEN '${tenantId}' ELSE 'tenant-' || ((${n} / 1000) * 1000) END`;
  const owner = ownerOf('n');
  // A ticket is numbered by the second of its issue.
  const ticket = `${start - 3600}000000 + n`;
  return [
    `INSERT INTO tenant (id, created_at) SELECT 'tenant-' || n, ${start} ${numbers} WHERE n % 100 = 0`,
    `INSERT INTO tenant_event (tenant_id, number, at, kind, subject, actor)
     SELECT ${owner}, n * 1000, ${start}, 'registered', 'sha256:' || n, 'x' ${numbers} WHERE n > 0`,
    `INSERT INTO tenant_artifact (tenant_id, digest, number, kind, title, task_class, content, size_bytes, key_id, signature,
       signed_at, registered_at, registered_by, status, reason_code, status_since, version_name)
     SELECT ${owner}, 'sha256:' || n, n * 1000, 'suite', 'Suite ' || n, 'coding.bug_fix', 'text', 1000, 'k', 's', 'd',
       ${start}, 'x', 'active', 'registered', ${start}, 'other@' || n ${numbers} WHERE n > 0`,
    `INSERT INTO evaluation_job (tenant_id, id, plan, suite, grade, state, month, runs, tolerated, reserved, used, pending,
       leased, exhausted, cancelled, served, created_at, first_claimed_at, number, task_class, comparisons,
       comparisons_before, cases_seen, arms, question)
     SELECT ${ownerOf('(n / 10)')}, 'job-' || n, 'sha256:' || n, 'sha256:' || n, 'decisive', 'completed', '2026-01', 8, 0, 0, 8,
       0, 0, 0, 0, n, ${start}, ${start}, n * 1000, 'coding.feature', 1, 0, 0, 'arm-' || n, 'sha256:' || n
     ${numbers} WHERE n % 10 = 0 AND n > 0`,
    `INSERT INTO ticket (number, id, key_id, cohort, holder, rule, subject_kind, subject, stage, issued_at, expires_at, state)
     SELECT ${ticket}, 'id-' || n, 'k', '2026-01', 'holder-' || n, 'r', 'page', '/patterns/gate.md', 'fetch', ${start - 3600},
       ${start + 82_800}, 'open' ${numbers}`,
    `INSERT INTO ticket_holder (cohort, holder, issued, open) SELECT '2026-01', 'holder-' || n, 1, 1 ${numbers}`,
    `INSERT INTO receipt (number, form, digest, accepted_at, outcome) SELECT n * 1000 + 1, 'v0.1', 'sha256:' || n, ${start}, 'pass' ${numbers}`,
  ];
}

/** Adds the rows up to a size, and continues the counts of the tenant after them. */
async function grow(backend: Backend, from: number, to: number): Promise<void> {
  for (const sql of growth(backend.name)) await backend.ask(`${sql} RETURNING 1 AS added`, from, to - 1);
  const last = (table: string) => `(SELECT max(number) FROM ${table} WHERE tenant_id = tenant.id)`;
  await backend.ask(
    `UPDATE tenant SET last_event = ${last('tenant_event')}, last_artifact = ${last('tenant_artifact')}
     WHERE id = $1 RETURNING id`,
    tenantId,
  );
}

/** Does what PostgreSQL does by itself within a minute of such growth. */
async function vacuum({ databaseUrl }: DatabasePlace): Promise<void> {
  if (databaseUrl === undefined) return;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('VACUUM ANALYZE');
  await client.end();
}

const lifted = [
  'storage_bytes',
  'registered_documents',
  'concurrent_jobs',
  'evaluation_runs_per_month',
  'open_leases_per_runner',
] as const;

/** A server on a database with a tenant, and the requests of that tenant, its runner and a visitor. */
async function scene(database: TestDatabase, context: Parameters<typeof serveEvaluations>[0]) {
  const place = await database.place();
  const backend = await openDatabase(place, start);
  context.after(() => backend.close());
  for (const cap of capNames.filter(name => !name.endsWith('percent')))
    await backend.ask(`INSERT INTO setting VALUES ($1, '1000000') RETURNING name`, `cap.${cap}`);
  const setting = await serveEvaluations(context, place);
  const { server, tenant, runner, store } = setting;
  await store.accounts.setLimits(tenantId, new Map(lifted.map(name => [name, 1_000_000_000])));
  const known = await registerAll(setting, { cases: 40 });
  const read = (path: string) => () => get(server, `${T}/${path}`, tenant);
  const send = (route: string, textOf: (number: number) => string) => (number: number) =>
    post(server, `${T}/${route}`, textOf(number), tenant);
  let plan = '';
  let ticket = '';
  const requests: Requests = {
    'read the account': read('account.md'),
    'read a document': read(`artifacts/${known.suite.replace(':', '/')}.md`),
    'list suites': read('suites/index.md'),
    'list evaluations': read('evaluations/index.md'),
    'list events, last page': read('events.md?after=100000000000'),
    'register a suite': send('suites', number => suiteOf(3, `${number}`)),
    'quote a plan': async number => {
      const quote = await post(server, `${T}/evaluation-plans`, planOf(known, { seed: number }), tenant);
      plan = String(fields(quote).plan_digest);
      return quote;
    },
    'start an evaluation': send('evaluations', () => message('evaluation_start', `plan: ${plan}`)),
    'claim a run': () => post(server, `${T}/runner/claims`, message('runner_claim'), runner),
    recommend: send('recommendations', () => message('recommendation_request', `profile: ${known.profile}`)),
    'page with a ticket': async () => {
      ticket = await ticketFrom({ server });
      return { status: 200 };
    },
    'redeem a ticket': () => redeem({ server }, ticket),
  };
  return { backend, place, requests };
}

/** The median time of each request, in milliseconds. */
async function timesOf(requests: Requests, first: number): Promise<Record<string, number>> {
  const times: Record<string, number[]> = {};
  for (let number = first; number < first + repeats; number += 1)
    for (const [name, make] of Object.entries(requests)) {
      const begun = performance.now();
      const { status, body } = await make(number);
      if (status >= 400) throw new Error(`To ${name} was answered with ${status}: ${body}`);
      times[name] = [...(times[name] ?? []), performance.now() - begun];
    }
  const median = (all: number[]) => all.sort((a, b) => a - b)[all.length >> 1]!;
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
}

export const campaign: Campaign = {
  description: 'tables of a thousand to a million rows on each database: no request takes much longer',
  rounds: 4,
  // Lists state how many items pass their filter, and to count a hundred thousand in an index takes a few milliseconds.
  goals: { 'worst growth, %': 400 },
  run: async ({ rounds, say }) => {
    let worst = 0;
    for (const database of databases)
      await withEndings(async context => {
        const { backend, place, requests } = await scene(database, context);
        let smallestTimes: Record<string, number> | undefined;
        for (let round = 0, rows = 0; round < rounds; round += 1) {
          const size = smallest * 10 ** round;
          await grow(backend, rows, size);
          await vacuum(place);
          rows = size;
          const times = await timesOf(requests, (round + 1) * 1000);
          smallestTimes ??= times;
          say(`${database.name}, ${size} rows`);
          for (const [name, time] of Object.entries(times)) {
            const growth = time / smallestTimes[name]!;
            worst = Math.max(worst, growth);
            process.stdout.write(`  ${name}: ${time.toFixed(2)} ms, ${growth.toFixed(2)} times\n`);
          }
        }
      });
    return { 'worst growth, %': Math.round(worst * 100) };
  },
};
