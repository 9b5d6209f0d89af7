/**
 * Every route of the API with what makes it work: requests that it accepts, and the sizes in them that may grow, each up to the most that
 * the contract allows. A search for the worst grows them (`cost-climb.ts`).
 */
import { paths } from '#document/message/door.ts';
import { type ApiRoute, apiRoutes } from '#document/message/routes.ts';
import { type CostlyCall, costly, largestBody, markdown } from './cost-limit.ts';
import type { Sent } from './cost-server.ts';
import {
  type Asking,
  claim,
  message,
  planOf,
  register,
  soloLockText,
  soloText,
  startPlan,
  suiteOf,
  summary,
  T,
  tenantId,
} from './evaluation.ts';
import { type Belongings, furnish, pathOf } from './isolation.ts';
import { receiptText } from './receipt.ts';
import { bearer, fields, formationText, lockText, post, profileText, type TestCredential } from './tenant.ts';

type ApiRouteName = keyof typeof apiRoutes;

const manyCases = 400;

/**
 * Lets a tenant have much of everything, and gives all calls.
 * @param things how many it has of what is listed
 */
export async function routeCalls(setting: Asking, things: number): Promise<CostlyCall[]> {
  const its = await furnish(setting);
  const suite = await register(setting, 'suites', suiteOf(manyCases, 'large'));
  const profile = await register(setting, 'workload-profiles', profileText('costly'));
  const known = { ...its, control: its.lock, team: its.lock, suite, profile };
  const { control, team } = await locksOf(setting);
  const plan = (seed: number, ...lines: string[]) =>
    planOf({ ...known, control, team }, { seed, repetitions: 10, lines });
  await startPlan(setting, plan(1));
  for (let at = 0; at < things; at += 1) {
    await register(setting, 'workload-profiles', profileText(`number ${at}`));
    await post(setting.server, `${T}/adoptions`, adoptionOf(its), setting.tenant);
  }
  const quote = fields(await post(setting.server, `${T}/evaluation-plans`, plan(2), setting.tenant));
  const leases = await leasesOf(setting, 20);
  return [
    receipt,
    ...reads(setting, its),
    ...registrations(setting, its, { ...known, control, team }),
    ...evaluations(setting, its, plan, String(quote.plan_digest)),
    ...runs(setting, leases),
    ...anyChanges(setting, its),
  ];
}

const adoptionOf = ({ formation }: Belongings): string =>
  message(
    'adoption',
    `formation: ${formation}`,
    'outcome: adopted',
    'reason_code: policy',
    'date: 2026-11-21',
  );

/** The locks of a tenant that was furnished: those of its single agent and of its pair. */
async function locksOf(setting: Asking): Promise<{ control: string; team: string }> {
  const formation = await register(setting, 'formations', soloText('costly'));
  const control = await register(setting, 'execution-locks', soloLockText(formation));
  const pair = await register(setting, 'formations', formationText('costly'));
  return { control, team: await register(setting, 'execution-locks', lockText(pair, 'costly')) };
}

async function leasesOf(setting: Asking, count: number): Promise<string[]> {
  const leases: string[] = [];
  for (let at = 0; at < count; at += 1) leases.push(String((await claim(setting, setting.runner)).lease));
  return leases;
}

/** The filters that are asked of every list that takes them. */
const filters = '&task_class=coding.bug_fix&from=2020-01-01&to=2030-01-01';

/** Every route that reads, as it is declared: lists with and without their filters, up to the longest page. */
const reads = ({ tenant }: Asking, its: Belongings): CostlyCall[] =>
  Object.entries<ApiRoute>(apiRoutes).flatMap(([name, route]) => {
    if (route.type !== 'read') return [];
    const path = pathOf(route, tenantId, its, its.evidence);
    const ask = (text: string): Sent => ({ method: 'GET', path: path + text, headers: bearer(tenant) });
    const takes = (parameter: string) => route.query.some(each => each.name === parameter);
    if (!takes('limit')) return [costly(name, route.summary, {}, () => ask(''))];
    return ['', ...(takes('task_class') ? [filters] : [])].map(text =>
      costly(name, route.summary + text, { limit: 500 }, ({ limit }) => ask(`?limit=${limit}${text}`)),
    );
  });

/** Every route that changes something, with a document of its kind that is as large as may be and says nothing. */
const anyChanges = ({ tenant, runner }: Asking, its: Belongings): CostlyCall[] =>
  Object.entries<ApiRoute>(apiRoutes).flatMap(([name, route]) => {
    if (route.type !== 'change') return [];
    const path = pathOf(route, tenantId, its).slice(T.length);
    const by = route.access === 'runner' ? runner : tenant;
    const body = (size: number) => message(route.sends[0]!) + 'x'.repeat(size);
    return [costly(name, 'nothing', { size: largestBody - 200 }, ({ size }) => send(path, body(size!), by))];
  });

/** The subjects of a question, each by its digest. */
type Asked = Record<'suite' | 'control' | 'team' | 'profile', string>;

const questionOf = ({ suite, control, team, profile }: Asked, title: string): string =>
  message(
    'question',
    `title: Question ${title}`,
    'description: On small defects.',
    'task_class: coding.bug_fix',
    `suite: ${suite}`,
    `teams: [${team}]`,
    `control: ${control}`,
    `profile: ${profile}`,
  );

let keys = 0;

/** A change; what is new each time has the number of its key in it. */
function send(path: string, body: string, by: TestCredential): Sent {
  keys += 1;
  const headers = { ...markdown, ...bearer(by), 'Idempotency-Key': `route-${keys}` };
  return { method: 'POST', path: T + path, headers, body: Buffer.from(body) };
}

const call = (
  route: ApiRouteName,
  ...[name, most, request]: [string, CostlyCall['most'], CostlyCall['request']]
): CostlyCall => costly(route, name, most, request);

const items = (count: number, item: (at: number) => string): string[] =>
  Array.from({ length: count }, (_, at) => item(at));

const receipt = call('postUseReceipt', 'a receipt', { body: 3500 }, ({ body }) => ({
  ...{ method: 'POST', path: paths.receipt, headers: markdown },
  body: Buffer.from(receiptText({ ticket: `ut1.a.${'b'.repeat(20)}` }) + 'x'.repeat(body!)),
}));

function registrations({ tenant }: Asking, its: Belongings, asked: Asked): CostlyCall[] {
  const register = (path: string, text: string) => send(`/${path}?dry_run=true`, text, tenant);
  return [
    call('registerFormation', 'a formation', { checks: 32, body: 180_000 }, ({ checks, body }) => {
      const list = items(checks!, at => `  - Test ${at} passes.\n`).join('');
      const text = formationText(`n${keys}`).replace(
        '  - All tests pass.\nfalsified',
        () => `${list}falsified`,
      );
      return register('formations', text + 'Fix what is broken, and say how. '.repeat(Math.ceil(body! / 34)));
    }),
    call('registerExecutionLock', 'a lock', { tools: 32 }, ({ tools }) => {
      const list = items(tools!, at => `      - {name: tool-${at}, version: 1.0.${at}}\n`).join('');
      const text = lockText(its.formation, `n${keys}`).replace(/ {6}- \{name.*\n/, () => list);
      return register('execution-locks', text);
    }),
    call('registerWorkloadProfile', 'a profile', { words: 80 }, ({ words }) =>
      register('workload-profiles', profileText(`n${keys} ${'x'.repeat(words!)}`)),
    ),
    call('registerSuite', 'a suite', { cases: 2000 }, ({ cases }) =>
      register('suites', suiteOf(cases!, `n${keys}`)),
    ),
    call('registerQuestion', 'a question', { words: 80 }, ({ words }) =>
      register('questions', questionOf(asked, `n${keys} ${'x'.repeat(words!)}`)),
    ),
    call('recordAdoption', 'an adoption', {}, () => send('/adoptions', adoptionOf(its), tenant)),
  ];
}

/** The fields that a plan may have beside its runs: each makes its quote compute something else. */
const askings = [
  [],
  ['stopping: anytime'],
  ['comparison: non_inferiority', 'margin: "0.0100"'],
  ['stopping: anytime', 'alpha: "0.0010"'],
];

function evaluations(
  { tenant }: Asking,
  its: Belongings,
  plan: (seed: number, ...lines: string[]) => string,
  quote: string,
): CostlyCall[] {
  return [
    ...askings.map(lines =>
      call('planEvaluation', `a plan ${lines.join(', ')}`, { repetitions: 100 }, ({ repetitions }) => {
        const text = plan(keys + 1000, ...lines);
        const repeated = text.replace(/^repetitions: .*$/m, `repetitions: ${repetitions}`);
        return send('/evaluation-plans?dry_run=true', repeated, tenant);
      }),
    ),
    call('startEvaluation', 'a start', {}, () =>
      send('/evaluations?dry_run=true', message('evaluation_start', `plan: ${quote}`), tenant),
    ),
    call('cancelEvaluation', 'a cancel', {}, () =>
      send(`/evaluations/${its.job}/cancel`, message('evaluation_cancel'), tenant),
    ),
    call('recommend', 'a recommendation', {}, () =>
      send('/recommendations', message('recommendation_request', `profile: ${its.profile}`), tenant),
    ),
  ];
}

function runs({ runner }: Asking, leases: readonly string[]): CostlyCall[] {
  /** The fields of a summary, without the lines around them and those that say what it is. */
  const run = (at: number, more: readonly string[]): string => {
    const fields = summary(leases[at % leases.length], at % 3 === 0)
      .split('\n')
      .slice(3, -2);
    const lines = [...fields, ...more];
    return lines.map((line, index) => `${index === 0 ? '  - ' : '    '}${line}`).join('\n');
  };
  const batch = (count: number, more: readonly string[] = []) =>
    send('/runs', message('run_batch', 'runs:', ...items(count, at => run(at, more))), runner);
  const imported = ['source: imported', 'started_at: 2026-11-22T10:00:00Z'];
  return [
    call('claimRuns', 'a batch of claims', { count: 50 }, ({ count }) =>
      send('/runner/claims', message('runner_claim', `count: ${count}`), runner),
    ),
    call('renewLease', 'a heartbeat', {}, () =>
      send('/runner/heartbeats', message('heartbeat', `lease: ${leases[0]}`), runner),
    ),
    call('submitRuns', 'one run', {}, () => send('/runs', summary(leases[1], true), runner)),
    call('submitRuns', 'a batch of runs', { count: 50 }, ({ count }) => batch(count!)),
    call('submitRuns', 'a batch of imported runs', { count: 50 }, ({ count }) => batch(count!, imported)),
  ];
}
