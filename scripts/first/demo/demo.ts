/** The demonstration of evaluations (`scripts/demo.ts`). */
import { Command, InvalidArgumentError } from 'commander';
import { pino } from 'pino';
import { recommendation as recommendationKind } from '#build/evaluation/recommendation.ts';
import { readConfig } from '../../../server/process/config.ts';
import { startServer } from '../../../server/process/server.ts';
import { type Client, documentIn, messageOf, openClient } from '../../runner/client.ts';
import { requireKey, seedTenant, send } from '../local-tenant.ts';
import { formationText, lockText, planText, profileText, suiteText } from './documents.ts';
import { simulateRunner, type Truth } from './simulated.ts';

const seed = 20261121;
const runners = 3;
const minPassRate = 50;

/** The participants and their true figures, which the service does not know. */
const truths: readonly (Truth & { title: string; roles: string[] })[] = [
  { name: 'solo', title: 'One fixer', roles: ['fixer'], passRate: 0.6, tokens: 90_000 },
  {
    name: 'pair',
    title: 'A fixer and a reviewer',
    roles: ['fixer', 'reviewer'],
    passRate: 0.62,
    tokens: 170_000,
  },
  {
    name: 'crew',
    title: 'A fixer and two reviewers',
    roles: ['fixer', 'tester', 'critic'],
    passRate: 0.85,
    tokens: 240_000,
  },
];

const program = new Command('demo')
  .description('Shows an evaluation of one agent and two teams, from plan to recommendation.')
  .option('--cases <n>', 'how many cases each of them is run on, 1 to 2000', readCases, 100);

function readCases(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= 2000) return value;
  throw new InvalidArgumentError('Expected a whole number from 1 to 2000.');
}

const say = (text: string): void => void process.stdout.write(`${text}\n`);

async function registerAll(client: Client, cases: number) {
  const byLock = new Map<string, Truth>();
  const locks: string[] = [];
  for (const truth of truths) {
    const formation = await send(client, 'formations', formationText(truth.name, truth.title, truth.roles));
    const lock = await send(
      client,
      'execution-locks',
      lockText(truth.title, formation.digest as string, truth.roles),
    );
    say(`- ${truth.title}: lock ${String(lock.digest).slice(7, 19)}, passes ${truth.passRate} in truth`);
    locks.push(lock.digest as string);
    byLock.set(lock.digest as string, truth);
  }
  const suite = await send(client, 'suites', suiteText(cases));
  const profile = await send(client, 'workload-profiles', profileText(minPassRate));
  return { byLock, locks, suite: suite.digest as string, profile: profile.digest as string };
}

async function evaluate(
  client: Client,
  runner: Client,
  known: Awaited<ReturnType<typeof registerAll>>,
): Promise<void> {
  const [control = '', ...teams] = known.locks;
  const quote = await send(client, 'evaluation-plans', planText(known.suite, control, teams, seed));
  say(
    `\nThe quote: ${quote.runs} runs, ${quote.grade}, ${quote.approval}; it would find a gain of ${quote.detectable_gain_percent} points.`,
  );
  const { job } = await send(
    client,
    'evaluations',
    messageOf('evaluation_start', { plan: quote.plan_digest }),
  );
  let done = 0;
  const half = async (): Promise<void> => {
    done += 1;
    if (done === Math.floor((quote.runs as number) / 2)) await show(client, `evaluations/${String(job)}.md`);
  };
  await Promise.all(
    Array.from({ length: runners }, () => simulateRunner(runner, known.byLock, seed, () => void half())),
  );
  await show(client, `evaluations/${String(job)}.md`);
}

async function show(client: Client, route: string): Promise<void> {
  const text = (await client.get(route)).body.toString('utf8');
  say(text.slice(text.indexOf('\n# ')));
}

async function recommend(client: Client, profile: string): Promise<Record<string, unknown>> {
  const answer = await client.post('recommendations', messageOf('recommendation_request', { profile }));
  const { text, fields } = documentIn(recommendationKind, answer);
  say(text);
  return fields;
}

async function main(): Promise<void> {
  const { cases } = program.parse().opts<{ cases: number }>();
  const config = { ...readConfig(), port: 0, host: '127.0.0.1' };
  requireKey(config);
  const { tenant, tokens } = await seedTenant(config, 'demo');
  const server = await startServer(config, pino({ level: 'warn' }));
  try {
    const [client, runner] = tokens.map(token => openClient(server.address, tenant, token)) as [
      Client,
      Client,
    ];
    say(`The tenant ${tenant} registers, on ${config.databaseUrl ? 'PostgreSQL' : 'SQLite'}:`);
    const known = await registerAll(client, cases);
    say('\nBefore any evaluation the service says:\n');
    await recommend(client, known.profile);
    await evaluate(client, runner, known);
    say('And then:\n');
    const { recommendation, decision } = await recommend(client, known.profile);
    if (decision !== 'recommend') return;
    const date = new Date().toISOString().slice(0, 10);
    const adoption = { recommendation, outcome: 'adopted', reason_code: 'as_recommended', date };
    await send(client, 'adoptions', messageOf('adoption', adoption));
    await show(client, 'account.md');
  } finally {
    await server.stop();
  }
}

/** Runs the command with the words and the environment of this process. Sets its exit code. */
export async function demo(): Promise<void> {
  try {
    await main();
  } catch (error) {
    process.stderr.write(`error: ${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
