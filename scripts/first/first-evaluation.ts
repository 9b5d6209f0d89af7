/** The command `scripts/first-evaluation.ts`: runs the first evaluation, from its options to the verified decision. */
import { Command } from 'commander';
import { evaluationJob } from '#document/evaluation/evaluation-job.ts';
import { type EvidenceSnapshot, evidenceSnapshot } from '#document/evaluation/evidence-snapshot.ts';
import { readArtifact } from '../agent-topology/tenant/artifact.ts';
import { read } from '../agent-topology/tenant/connection.ts';
import { saveFiles } from '../agent-topology/tenant/save.ts';
import { collect } from '../agent-topology/tenant/verify.ts';
import { wholeNumber } from '../operator/operator.ts';
import { messageOf } from '../runner/client.ts';
import { readDocuments } from '../verify/decision/documents.ts';
import { verifyDecisions } from '../verify/decision/verify.ts';
import { type Arm, registerArms } from './arm.ts';
import { defects } from './defect/defect.ts';
import { openModel } from './model.ts';
import { type Model, play } from './play.ts';
import { scriptedModel } from './scripted.ts';
import { openService, type Service, send } from './service.ts';
import { defectOf, suiteText, taskClass } from './suite.ts';
import { workOff } from './work.ts';

interface Options {
  modelUrl?: string;
  model?: string;
  cases: number;
  parallel: number;
  out: string;
}

const program = new Command('first-evaluation')
  .description('Compares one agent with two teams of the catalog on sixty small defects.')
  .option(
    '--model-url <url>',
    'a chat completions service, whose key is in MODEL_API_KEY; without it, a simulated model answers',
  )
  .option('--model <pin>', 'the model, as an exact pin')
  .option(
    '--cases <n>',
    'the number of cases, up to sixty, easy and hard in turn',
    wholeNumber(1, defects.length),
    defects.length,
  )
  .option('--parallel <n>', 'the number of runs at once', wholeNumber(1, 50), 4)
  .option('--out <folder>', 'the folder in which to keep the documents of the decision', 'first-evaluation');

const seed = 20261122;
const simulated = 'simulated-coder-1.0.0';
const say = (text: string): void => void process.stdout.write(`${text}\n`);

/**
 * Returns the model that the options name; the simulated one if they name none.
 * @throws Error when only a part of the settings of a real model is given
 */
function modelOf({ modelUrl, model }: Options): { pin: string; model: Model } {
  if (modelUrl === undefined && model === undefined) {
    say('The model is simulated (scripts/first/scripted.ts), so the result says nothing about real models.');
    return { pin: simulated, model: scriptedModel(seed) };
  }
  const key = process.env.MODEL_API_KEY;
  if (!modelUrl || !model || !key)
    throw new Error('A real model needs --model-url, --model and MODEL_API_KEY in the environment.');
  return { pin: model, model: openModel({ baseUrl: modelUrl.replace(/\/$/, ''), key, model }) };
}

/** The cases with levels in turn, so that any number of them from the start has all levels. */
const inTurn = defects.map((_, at) => defects[(at % 6) * 10 + Math.floor(at / 6)]!);

async function plan({ connection }: Service, arms: readonly Arm[], options: Options) {
  const { client } = connection;
  const { digest: suite } = await send(client, 'suites', suiteText(inTurn.slice(0, options.cases)));
  const profile = messageOf('workload_profile', {
    title: 'Small defects',
    description: 'At least 50 of 100 repaired.',
    task_class: taskClass,
    min_pass_rate: 50,
  });
  const { digest } = await send(client, 'workload-profiles', profile);
  const locks = arms.map(({ lock }) => lock);
  const quote = await send(
    client,
    'evaluation-plans',
    messageOf('evaluation_plan', {
      title: 'Is a team worth it?',
      description: 'One agent and two teams with the same model.',
      suite,
      locks,
      control: locks[0],
      repetitions: 1,
      seed,
      // Both teams take several times as many tokens, and that is what is asked: whether they are worth it.
      budget_ratio: '10.0000',
    }),
  );
  say(`Planned: ${quote.runs} runs, ${quote.grade}, ${quote.approval}.`);
  const { job } = await send(
    client,
    'evaluations',
    messageOf('evaluation_start', { plan: quote.plan_digest }),
  );
  return { profile: String(digest), job: String(job) };
}

async function evaluate(service: Service, options: Options): Promise<void> {
  const { pin, model } = modelOf(options);
  const arms = await registerArms(service, pin);
  const { profile, job } = await plan(service, arms, options);
  await workOff(service.runner, options.parallel, given => {
    const team = arms.find(({ lock }) => lock === given.lock)?.team;
    if (!team) throw new Error(`The service handed out ${given.assignment} of another evaluation.`);
    return play(team, defectOf(given.case, given.case_digest), model);
  });
  say('Every run has ended.\n');
  const { fields } = await read(service.connection, `evaluations/${job}.md`, evaluationJob);
  if (fields.snapshot === undefined) throw new Error(`${job} is ${fields.state}, but has no evidence.`);
  const evidence = await readArtifact(service.connection, fields.snapshot, evidenceSnapshot);
  say(tableOf(evidence.fields, arms));
  await decide(service, profile, options.out);
}

function tableOf({ results, pairs, control }: EvidenceSnapshot, arms: readonly Arm[]): string {
  const rows = results.map(({ lock, passes, runs, tokens_per_pass }) => {
    const { name } = arms.find(each => each.lock === lock)!.team;
    const pair = pairs.find(({ first, second }) => first === lock && second === control);
    const [value, low, high] = pair?.difference ?? [];
    const lead = pair ? `${value} (${low} to ${high})` : 'control';
    const cells = [name, `${passes} of ${runs}`, lead, pair?.p_first_better ?? '', tokens_per_pass ?? 'none'];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| team | passed | difference, 95 % | p | tokens a pass |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

async function decide(service: Service, profile: string, out: string): Promise<void> {
  const answer = await send(
    service.connection.client,
    'recommendations',
    messageOf('recommendation_request', { profile }),
  );
  say(`\ndecision: ${String(answer.decision)}`);
  for (const reason of answer.reasons as string[]) say(`- ${reason}`);
  const texts = await collect(service.connection, String(answer.recommendation));
  const faults = verifyDecisions(readDocuments(texts)).flatMap(finding => finding.faults);
  if (faults.length > 0) throw new Error(`The decision does not hold: ${faults.join(' ')}`);
  saveFiles(out, texts, true);
  say(
    `\nEvery number was computed again and is right. The documents are in ${out}: npm run verify -- decision ${out}`,
  );
}

/** Runs the command with the words and the environment of this process. Sets its exit code. */
export async function firstEvaluation(): Promise<void> {
  let service: Service | undefined;
  try {
    const options = program.parse().opts<Options>();
    service = await openService();
    await evaluate(service, options);
  } catch (error) {
    process.stderr.write(`error: ${(error as Error).message}\n`);
    process.exitCode = 1;
  } finally {
    await service?.stop();
  }
}
