/** A recording of the answers of an honest service to each command of a tenant, to be given again with a change. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type EvaluationSetting,
  message,
  planOf,
  profileOf,
  registerAll,
  runAll,
  serveEvaluations,
  startPlan,
  suiteOf,
  T,
  tenantId,
} from '../evaluation.ts';
import { temporaryFolder, write } from '../folder.ts';
import type { Outcome } from '../program.ts';
import { type Relay, startRelay } from '../relay.ts';
import { teamCommand } from '../team-command.ts';
import { fields, get, post } from '../tenant.ts';

/** One answer to a request. */
export interface Recorded {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** The answers to each request of a command, by `METHOD /path`, in their order. */
export type Answers = ReadonlyMap<string, readonly Recorded[]>;

export interface Recording {
  /** The words of each command. `WORK` stands for the folder in which it may write, `FOLDER` for that of the files, `URL` for the address. */
  words: Readonly<Record<string, readonly string[]>>;
  answers: Readonly<Record<string, Answers>>;
  /** The variables of commands, but for the address. */
  environment: Readonly<Record<string, string>>;
  /** Files that the commands read, by their paths in the folder. */
  files: Readonly<Record<string, string>>;
}

/** A command that keeps its environment, its arguments and the names of its files, for the test to read. */
const spy =
  'env > WORK/spied; echo "$@" >> WORK/spied; ls >> WORK/spied; echo \'{"outcome":"pass","tests_ran":1,"tests_passed":1}\'';

/** Fills a real service: an evaluation with its recommendation, and a plan that was not started. Returns their ids. */
async function prepare(setting: EvaluationSetting) {
  const { server, tenant } = setting;
  const known = await registerAll(setting, { cases: 2 });
  const job = await startPlan(setting, planOf(known));
  await runAll(setting, lock => lock === known.team);
  const asked = message('recommendation_request', `profile: ${known.profile}`);
  const { recommendation } = fields(await post(server, `${T}/recommendations`, asked, tenant));
  const { snapshot } = fields(await get(server, `${T}/evaluations/${job}.md`, tenant));
  const other = planOf(known, { seed: 9 });
  const { plan_digest } = fields(await post(server, `${T}/evaluation-plans`, other, tenant));
  const digests = { recommendation, snapshot, quoted: plan_digest } as Record<string, string>;
  return { known, job, ...(digests as { recommendation: string; snapshot: string; quoted: string }) };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

function filesFor({ known }: Prepared): Record<string, string> {
  const rows = [1, 2].map(number => `case-${number},pass,2026-11-21T07:00:00Z\n`);
  return {
    'suite.md': suiteOf(2),
    'new.md': profileOf(41),
    'plan.md': planOf(known, { seed: 8 }),
    'results.csv': `case_id,outcome,started_at\n${rows.join('')}`,
    'cases/case-1/task.md': 'One.',
    'cases/case-2/task.md': 'Two.',
    'cases/secrets/id_ed25519': 'Secret.',
  };
}

function wordsFor({
  known,
  job,
  recommendation,
  snapshot,
  quoted,
}: Prepared): Record<string, readonly string[]> {
  const from = ['--suite', 'FOLDER/suite.md', '--work', 'FOLDER/cases/{case}'];
  const carryOut = ['--once', ...from, '--max-runs', '1', '--state', 'WORK/state'];
  const command = ['--', '/bin/sh', '-c', spy, 'spy', '{case}', '{lock}', '{model}'];
  const adoption = ['--outcome', 'adopted', '--reason', 'as_recommended', '--date', '2026-11-20'];
  return {
    register: ['tenant', 'register', 'FOLDER/new.md'],
    plan: ['tenant', 'plan', 'FOLDER/plan.md'],
    start: ['tenant', 'start', quoted],
    import: [
      ...['tenant', 'import', 'csv', 'FOLDER/results.csv', '--lock', known.control],
      ...['--plan', quoted, '--partial'],
    ],
    run: ['tenant', 'run', ...carryOut, ...command],
    watch: ['tenant', 'watch', job, '--every', '1'],
    recommend: ['tenant', 'recommend', known.profile],
    verify: ['tenant', 'verify', recommendation, '--save', 'WORK/saved'],
    export: ['tenant', 'export', snapshot, '--out', 'WORK/exported'],
    adopt: ['tenant', 'adopt', recommendation, ...adoption],
    account: ['tenant', 'account'],
    events: ['tenant', 'events'],
    pages: ['tenant', 'export', recommendation, '--out', 'WORK/pages'],
  };
}

/** Runs every command against a real service, in a copy of the folder that they will meet the hostile one in. */
export async function recordService(context: { after(end: () => unknown): void }): Promise<Recording> {
  const place = { dataDir: temporaryFolder(), databaseUrl: undefined };
  const setting = await serveEvaluations(context as never, place);
  const prepared = await prepare(setting);
  const [files, words] = [filesFor(prepared), wordsFor(prepared)];
  const environment = {
    AGENT_TOPOLOGY_TENANT: tenantId,
    AGENT_TOPOLOGY_TOKEN: setting.tenant.token,
    AGENT_TOPOLOGY_RUNNER_TOKEN: setting.runner.token,
  };
  const relay = await startRelay(context, setting.server.address);
  const answers: Record<string, Answers> = {};
  for (const [name, each] of Object.entries(words))
    answers[name] = await recorded(relay, name, each, files, environment);
  return { words, answers, environment, files };
}

async function recorded(
  relay: Relay,
  name: string,
  words: readonly string[],
  files: Recording['files'],
  environment: Recording['environment'],
): Promise<Answers> {
  const found = new Map<string, Recorded[]>();
  relay.after = (answer, { method, url }) => {
    const key = `${method} ${url}`;
    found.set(key, [...(found.get(key) ?? []), answer]);
    return answer;
  };
  const folder = layOut(files);
  const outcome = await commandIn(folder, name, words, relay.address, environment);
  if (outcome.code !== 0) throw new Error(`${name}: ${outcome.stderr}${outcome.stdout}`);
  return found;
}

/** A folder with the files, and with what no command may touch. */
export function layOut(files: Recording['files']): string {
  const folder = temporaryFolder();
  const own = { 'home/.ssh/id_ed25519': 'Secret.', 'home/.claude/CLAUDE.md': 'Mine.', 'victim.md': 'Mine.' };
  for (const [path, text] of Object.entries({ ...files, ...own })) write(folder, path, text);
  for (const each of ['work', 'tmp']) mkdirSync(join(folder, each));
  return folder;
}

/**
 * Runs a command in a folder that was laid out, in this process or as one of its own.
 * @param run starts a program
 */
export function commandIn(
  folder: string,
  name: string,
  words: readonly string[],
  address: string,
  environment: Recording['environment'],
  run?: (entry: string, words: readonly string[], environment: Record<string, string>) => Promise<Outcome>,
): Promise<Outcome> {
  const filled = words.map(word =>
    word.replaceAll('WORK', join(folder, 'work')).replaceAll('FOLDER', folder).replaceAll('URL', address),
  );
  const variables = {
    ...environment,
    // The runner of a tenant has the token of a runner where others have theirs.
    ...(name === 'run' && { AGENT_TOPOLOGY_TOKEN: environment.AGENT_TOPOLOGY_RUNNER_TOKEN! }),
    ...{ HOME: join(folder, 'home'), XDG_STATE_HOME: join(folder, 'work/own'), TMPDIR: join(folder, 'tmp') },
    AGENT_TOPOLOGY_URL: address,
    PATH: process.env.PATH!,
  };
  return run ? run('scripts/team.ts', filled, variables) : teamCommand(filled, variables);
}
