/** Imports of logs by the command, into plans with a question that fixes the scorer `match` and its threshold 0.8. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { type EvaluationSetting, evidenceOf, message, serveEvaluations, T, tenantId } from './evaluation.ts';
import { temporaryFolder, write } from './folder.ts';
import { armsOf, importFolder, pair, planFile, results, solo } from './imported.ts';
import { type InspectOptions, inspectLog } from './inspect-log.ts';
import type { Outcome } from './program.ts';
import { type Relay, startRelay } from './relay.ts';
import { start } from './store.ts';
import { teamCommand } from './team-command.ts';
import { fields, get } from './tenant.ts';

/** A CSV file with one more column of one value. */
export const csvWith = (passes: (n: number) => boolean, column: string, value: string): string =>
  results(passes)
    .trim()
    .split('\n')
    .map((row, at) => `${row},${at === 0 ? column : value}`)
    .join('\n');

/** Scores as the teams pass: 0.9 or 0.3. */
const scoreOf = (passes: (n: number) => boolean) => (n: number) => (passes(n) ? 0.9 : 0.3);

const question = message(
  'question',
  'title: Is the pair worth it',
  'description: Against one agent.',
  'task_class: coding.bug_fix',
  'suite: file:suite.md',
  'teams: [file:pair-lock.md]',
  'control: file:solo-lock.md',
  'scorer:',
  `  digest: sha256:${'5c'.repeat(32)}`,
  '  name: match',
  '  threshold: "0.8000"',
);

/** Serves a tenant for the tests of a file. */
export function importScene(): ImportScene {
  const scene = new ImportScene();
  before(() => scene.open());
  after(() => scene.close());
  return scene;
}

class ImportScene {
  readonly file = importFolder();
  setting!: EvaluationSetting;
  environment!: Record<string, string>;
  /** The relay between the command and the service. */
  relay!: Relay;
  readonly #ends: (() => unknown)[] = [];
  #seed = 100;

  async open(): Promise<void> {
    const place = { dataDir: temporaryFolder(), databaseUrl: undefined };
    const context = { after: (end: () => unknown) => void this.#ends.push(end) };
    this.setting = await serveEvaluations(context, place);
    const { server, tenant, runner } = this.setting;
    this.relay = await startRelay(context, server.address);
    this.environment = {
      XDG_STATE_HOME: temporaryFolder(),
      AGENT_TOPOLOGY_URL: this.relay.address,
      AGENT_TOPOLOGY_TENANT: tenantId,
      AGENT_TOPOLOGY_TOKEN: tenant.token,
      AGENT_TOPOLOGY_RUNNER_TOKEN: runner.token,
    };
    this.write('question.md', question);
  }

  async close(): Promise<void> {
    for (const end of this.#ends) await end();
  }

  write(name: string, text: string): void {
    write('/', this.file(name), text);
  }

  /** Writes a log of each team. @param changes of the log of the pair */
  writeLogs(changes: Partial<InspectOptions> = {}, ofBoth: Partial<InspectOptions> = {}): void {
    this.write('solo.json', inspectLog({ score: scoreOf(solo), ...ofBoth }));
    this.write('pair.json', inspectLog({ score: scoreOf(pair), ...ofBoth, ...changes }));
  }

  /** Runs the command of a tenant. */
  tenant(...words: string[]): Promise<Outcome> {
    Object.assign(this.relay, { before: () => undefined, after: (answer: unknown) => answer });
    this.relay.requests.length = 0;
    return teamCommand(['tenant', ...words], this.environment);
  }

  /** Runs each command, which must go well. */
  async allRight(...commands: string[][]): Promise<void> {
    for (const words of commands) {
      const { code, stderr } = await this.tenant(...words);
      assert.equal(code, 0, stderr);
    }
  }

  /** A plan of the question that is registered before the runs, or of none. */
  async plan(isAsked = true): Promise<string> {
    this.setting.clock.at = start;
    this.#seed += 1;
    const asked = isAsked ? ['question: file:question.md'] : [];
    const path = planFile(this.file, this.#seed, ...asked);
    const documents = ['solo-lock.md', 'pair-lock.md', 'suite.md', ...(isAsked ? ['question.md'] : [])];
    await this.allRight(['register', ...documents.map(this.file)], ['plan', path]);
    this.setting.clock.at = start + 2 * 3600;
    return path;
  }

  /** Imports the files of both teams. */
  import(path: string, format: string, ending: string, ...more: string[]): Promise<Outcome> {
    const files = [`solo.${ending}`, `pair.${ending}`] as const;
    const arms = armsOf(this.file, ...files).flatMap(arm => ['--arm', arm]);
    return this.tenant('import', format, ...files.map(this.file), ...arms, '--plan', path, ...more);
  }

  /** How many evaluations the tenant has started. */
  async started(): Promise<number> {
    const { server, tenant } = this.setting;
    const { items } = fields(await get(server, `${T}/evaluations/index.md`, tenant));
    return (items as unknown[] | undefined)?.length ?? 0;
  }

  /** The evidence of the evaluation that an output names. */
  evidenceOf(output: string): ReturnType<typeof evidenceOf> {
    return evidenceOf(this.setting, /ev-[0-9a-f]{24}/.exec(output)![0]);
  }
}
