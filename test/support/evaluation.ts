/** Evaluations for tests: a server with a clock that tests set, a tenant with a control, a team, a suite and a profile. */
import { randomBytes } from 'node:crypto';
import { after, before } from 'node:test';
import { pino } from 'pino';
import { type RunningServer, startServer } from '../../server/process/server.ts';
import type { DatabasePlace } from '../../server/store/database/database.ts';
import { openStore, type Store } from '../../server/store/store.ts';
import { type Answer, testConfig } from './server.ts';
import { digestOf } from './simulated-evidence.ts';
import { start, type TestDatabase } from './store.ts';
import {
  type Fields,
  fields,
  formationText,
  get,
  issue,
  lockText,
  post,
  type TestCredential,
  tenantConfig,
} from './tenant.ts';

/** A clock that does not move until it is moved. Seconds. */
interface Clock {
  at: number;
}

export interface EvaluationSetting {
  server: RunningServer;
  store: Store;
  clock: Clock;
  tenant: TestCredential;
  runner: TestCredential;
  otherRunner: TestCredential;
}

/** The tenant, its runner and the server that is asked. */
export type Asking = Pick<EvaluationSetting, 'tenant' | 'runner'> & {
  server: Pick<RunningServer, 'address'>;
};

export const tenantId = 'acme';
export const T = `/v1/tenants/${tenantId}`;

/** A server on a database with a tenant, its credential, and two runners. */
export async function serveEvaluations(
  context: { after(end: () => Promise<void>): void },
  place: DatabasePlace,
  random: (size: number) => Buffer = randomBytes,
): Promise<EvaluationSetting> {
  const clock = { at: start };
  const store = await openStore(place, start);
  const chance = { now: () => clock.at * 1000, randomBytes: random };
  const server = await startServer(testConfig(tenantConfig(place)), pino({ level: 'silent' }), chance);
  context.after(async () => {
    await server.stop();
    await store.close();
  });
  const [tenant, runner, otherRunner] = [
    await issue(store, tenantId),
    await issue(store, tenantId, [], { runner: true }),
    await issue(store, tenantId, [], { runner: true }),
  ];
  return { server, store, clock, tenant, runner, otherRunner };
}

/** Evaluations for all tests of a suite, to be called where it begins: `before` makes what they share, and all ends with the suite. */
export function forSuite(make: (context: { after(end: () => Promise<void>): void }) => Promise<void>): void {
  const ends: (() => Promise<void>)[] = [];
  after(() => Promise.all(ends.map(end => end())));
  before(() => make({ after: end => ends.push(end) }));
}

/** Evaluations for all tests of a suite, with everything registered that a plan names: they are there before the first test. */
export function setEvaluations(
  database: Pick<TestDatabase, 'place'>,
  options: Parameters<typeof registerAll>[1],
) {
  const setting = {} as EvaluationSetting;
  const known = {} as Registered;
  forSuite(async context => {
    Object.assign(setting, await serveEvaluations(context, await database.place()));
    Object.assign(known, await registerAll(setting, options));
  });
  const send = (route: string, text: string, by = setting.runner, key?: string): Promise<Answer> =>
    post(setting.server, `${T}/${route}`, text, by, key);
  const read = (route: string, by = setting.tenant): Promise<Answer> =>
    get(setting.server, `${T}/${route}`, by);
  return { setting, known, send, read };
}

/** A document of the API: its schema, kind and fields as YAML lines. */
export const message = (kind: string, ...lines: string[]): string =>
  ['---', `schema: formation.${kind}/v0.1`, `kind: ${kind}`, ...lines, '---', ''].join('\n');

/** A single agent that may spend as much as the mending pair of `formationText`. */
export const soloText = (word = 'solo', budget = 400000): string => `---
schema: formation.formation/v0.1
kind: formation
title: Solo mender ${word}
description: One agent; the control.
name: solo-mender
publisher: acme
version: 1.0.0
goal: Mend one defect.
task_classes: [coding.bug_fix]
patterns: [tool-loop]
entry_role: mender
roles:
  - id: mender
    purpose: Finds and mends the defect.
    model_tier: medium
    tools: [run-tests]
    reads: [report]
    writes: [patch]
edges: []
budget: {max_agents: 1, input_tokens: ${budget}, output_tokens: 40000, elapsed_milliseconds: 1800000}
stop_conditions:
  - All tests pass.
checks:
  - All tests pass.
falsified_if: A single call solves as many.
cautions: []
sources: [loops-2024]
---

## Instructions

### mender

Mend the defect.
`;

export const soloLockText = (formation: string): string =>
  message(
    'execution_lock',
    'title: Solo lock',
    'description: The single agent, pinned.',
    `formation: ${formation}`,
    'roles:',
    '  - id: mender',
    '    model_id: claude-sonnet-4-5-20250929',
    '    tools:',
    '      - {name: run-tests, version: 9.2.1}',
  );

export const suiteOf = (cases: number, word = 'one'): string =>
  message(
    'suite',
    `title: Suite ${word}`,
    'description: Defects.',
    'name: defects',
    'version: 1.0.0',
    'task_class: coding.bug_fix',
    'cases:',
    ...Array.from(
      { length: cases },
      (_, index) =>
        `  - {id: case-${index + 1}, digest: "${digestOf(word === 'one' ? `case ${index}` : `${word} ${index}`)}"}`,
    ),
  );

export const profileOf = (percent: number, ...lines: string[]): string =>
  message(
    'workload_profile',
    'title: Nightly mending',
    'description: What nightly mending needs.',
    'task_class: coding.bug_fix',
    `min_pass_rate: ${percent}`,
    ...lines,
  );

/** Registers a document and returns its digest. */
export async function register(
  { server, tenant }: Pick<Asking, 'server' | 'tenant'>,
  route: string,
  text: string,
): Promise<string> {
  const answer = await post(server, `${T}/${route}`, text, tenant);
  if (answer.status !== 201) throw new Error(answer.body.toString('utf8'));
  return fields(answer).digest as string;
}

/** The lock of a team whose roles all have the model of the control. */
export const oneModel = (lock: string): string =>
  lock.replace('claude-opus-4-5-20251101', 'claude-sonnet-4-5-20250929');

export interface Registered {
  control: string;
  team: string;
  suite: string;
  profile: string;
}

/** Registers a control, a team, a suite and a profile. */
export async function registerAll(
  setting: Asking,
  { cases = 4, percent = 40 }: { cases?: number; percent?: number } = {},
): Promise<Registered> {
  const solo = await register(setting, 'formations', soloText());
  const pair = await register(setting, 'formations', formationText());
  return {
    control: await register(setting, 'execution-locks', soloLockText(solo)),
    // A reviewer of another model would make a difference that is not the team's.
    team: await register(setting, 'execution-locks', oneModel(lockText(pair))),
    suite: await register(setting, 'suites', suiteOf(cases)),
    profile: await register(setting, 'workload-profiles', profileOf(percent)),
  };
}

export const planOf = (
  { control, team, suite }: Registered,
  changes: {
    control?: string | null;
    repetitions?: number;
    seed?: number;
    tolerated?: number;
    lines?: string[];
  } = {},
): string =>
  message(
    'evaluation_plan',
    'title: Solo or pair',
    'description: Whether the pair is worth it.',
    `suite: ${suite}`,
    'locks:',
    `  - ${control}`,
    `  - ${team}`,
    ...(changes.control === null ? [] : [`control: ${changes.control ?? control}`]),
    `repetitions: ${changes.repetitions ?? 1}`,
    `seed: ${changes.seed ?? 7}`,
    ...(changes.lines ?? []),
    ...(changes.tolerated === undefined ? [] : [`tolerated_loss_percent: ${changes.tolerated}`]),
  );

/** Sends a plan and starts it. Returns the id of the job. */
export async function startPlan(setting: Asking, plan: string): Promise<string> {
  const { server, tenant } = setting;
  const quote = fields(await post(server, `${T}/evaluation-plans`, plan, tenant));
  const started = await post(
    server,
    `${T}/evaluations`,
    message('evaluation_start', `plan: ${quote.plan_digest}`),
    tenant,
  );
  if (started.status !== 201) throw new Error(started.body.toString('utf8'));
  return fields(started).job as string;
}

export const claim = async (
  { server }: Pick<Asking, 'server'>,
  runner: TestCredential,
): Promise<Record<string, unknown>> =>
  fields(await post(server, `${T}/runner/claims`, message('runner_claim'), runner));

export const summary = (lease: unknown, passed: boolean, tokens = 1000): string =>
  message(
    'run_summary',
    `lease: ${lease}`,
    `outcome: ${passed ? 'pass' : 'fail'}`,
    'tests_ran: 3',
    `tests_passed: ${passed ? 3 : 1}`,
    `input_tokens: ${tokens}`,
    'output_tokens: 100',
    'elapsed_milliseconds: 5000',
  );

/** Returns the evidence of an evaluation. */
export async function evidenceOf(
  { server, tenant }: Pick<Asking, 'server' | 'tenant'>,
  job: string,
): Promise<Record<string, unknown> & { results: Fields[]; pairs: Fields[]; logs: Fields[] }> {
  const { state, snapshot } = fields(await get(server, `${T}/evaluations/${job}.md`, tenant));
  if (snapshot === undefined) throw new Error(`${job} is ${state}, without evidence`);
  const path = `${T}/artifacts/sha256/${String(snapshot).slice(7)}.md`;
  return fields(await get(server, path, tenant)) as Awaited<ReturnType<typeof evidenceOf>>;
}

/** Claims and submits until nothing is left. Returns how many runs it made. */
export async function runAll(
  setting: Asking,
  passes: (lock: string, caseId: string) => boolean,
): Promise<number> {
  for (let runs = 0; ; runs += 1) {
    const given = await claim(setting, setting.runner);
    if (given.assignment === 'none') return runs;
    const passed = passes(given.lock as string, given.case as string);
    const answer = await post(setting.server, `${T}/runs`, summary(given.lease, passed), setting.runner);
    if (answer.status !== 200) throw new Error(answer.body.toString('utf8'));
  }
}
