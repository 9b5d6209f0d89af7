/** Every Eval Ever 0.3 (github.com/evaleval/every_eval_ever): results of single cases, in JSON Lines. */
import { type Claims, digestOf, type LogClaims } from './claim.ts';
import { readJson } from './json/read.ts';
import { type Shape, scalars } from './json/tree.ts';
import { type ImportedResult, type ReadOptions, refused } from './result.ts';
import { bytesOf } from './source.ts';
import { nameOf, numbersOf, type Place, repetitionOf, shown, verdictOf } from './value.ts';

const shape: Shape = {
  row: true,
  fields: {
    ...scalars(
      'schema_version',
      'model_id',
      'evaluation_name',
      'evaluation_result_id',
      'sample_id',
      'sample_hash',
      'error',
    ),
    evaluation: { fields: scalars('score', 'is_correct') },
    token_usage: { fields: scalars('input_tokens', 'output_tokens', 'total_tokens') },
    performance: { fields: scalars('latency_ms') },
    metadata: { fields: scalars('epoch', 'case_digest', 'suite_digest') },
    // A summary, which says nothing about single cases.
    evaluation_results: {},
    detailed_evaluation_results: { fields: scalars('file_path') },
  },
};

interface Line {
  schema_version?: unknown;
  model_id?: unknown;
  evaluation_name?: unknown;
  evaluation_result_id?: unknown;
  sample_id?: unknown;
  sample_hash?: unknown;
  error?: unknown;
  evaluation?: { score?: unknown; is_correct?: unknown };
  token_usage?: { input_tokens?: unknown; output_tokens?: unknown; total_tokens?: unknown } | null;
  performance?: { latency_ms?: unknown } | null;
  metadata?: { epoch?: unknown; case_digest?: unknown; suite_digest?: unknown } | null;
}

/**
 * Reads the results of single cases.
 * @throws Failure when there are only summaries, or several evaluations of which none is named
 */
export async function* readEveryEvalEver(
  file: string,
  { scorer, threshold, claims }: ReadOptions,
): AsyncGenerator<ImportedResult> {
  const names = new Set<string>();
  let count = 0;
  const log: LogClaims = {};
  for await (const { value, place } of readJson(bytesOf(file), shape, { file, place: '' })) {
    const at = { file, place };
    const line = Object(value) as Line;
    checkLine(line, at);
    const own = [line.evaluation_result_id, line.evaluation_name].filter(name => typeof name === 'string');
    const name = nameOf(own[0], '`evaluation_name`', at);
    if (names.size < 20) names.add(name);
    if (scorer === undefined ? names.size > 1 : !own.includes(scorer)) continue;
    count += 1;
    const result = resultOf(line, threshold, at);
    yield claims ? { ...result, claims: claimsOf(line, scorer ?? name, log) } : result;
  }
  const listed = [...names].join(', ');
  if (scorer === undefined && names.size > 1)
    throw refused(file, '', `It has several evaluations. Name one with --scorer: ${listed}.`);
  if (count === 0) throw refused(file, '', `There is no evaluation \`${scorer}\`. Evaluations: ${listed}.`);
}

function checkLine(line: Line, { file, place }: Place): void {
  if (Object.hasOwn(line, 'evaluation_results')) {
    const { detailed_evaluation_results: details } = line as {
      detailed_evaluation_results?: { file_path?: unknown };
    };
    const path = details?.file_path;
    const help =
      typeof path === 'string'
        ? `Import the file that it names: ${shown(path)}.`
        : 'Import its results of single cases.';
    throw refused(file, '', `It has summaries alone, and teams are compared case by case. ${help}`);
  }
  const version = line.schema_version;
  if (typeof version === 'string' && /^0\.3(?:\.|$)/.test(version)) return;
  const help = 'Version 0.3 is read. Convert the file with the tools of Every Eval Ever.';
  throw refused(file, place, `\`schema_version\` is ${shown(version)}. ${help}`);
}

function resultOf(line: Line, threshold: number | undefined, at: Place): ImportedResult {
  const repetition = repetitionOf(line.metadata?.epoch, at);
  const model = nameOf(line.model_id, '`model_id`', at);
  const milliseconds = line.performance?.latency_ms;
  return {
    ...at,
    case_id: nameOf(line.sample_id, '`sample_id`', at),
    arm_hint: model,
    ...(repetition !== undefined && { repetition }),
    ...outcomeOf(line, threshold, at),
    ...numbersOf(
      {
        input_tokens: line.token_usage?.input_tokens,
        output_tokens: line.token_usage?.output_tokens,
        total_tokens: line.token_usage?.total_tokens,
        cost_usd: undefined,
        seconds: typeof milliseconds === 'number' ? milliseconds / 1000 : milliseconds,
      },
      at,
    ),
    model,
  };
}

function claimsOf(line: Line, scorer: string, log: LogClaims): Claims {
  const { metadata, sample_hash: hash, evaluation } = line;
  const [caseDigest, suiteDigest] = [digestOf(metadata?.case_digest), digestOf(metadata?.suite_digest)];
  if (suiteDigest !== undefined) log.suite_digest ??= suiteDigest;
  return {
    log,
    models: [String(line.model_id)],
    scorer,
    passed: evaluation?.is_correct === true,
    ...(caseDigest !== undefined && { case_digest: caseDigest }),
    ...(typeof hash === 'string' && hash !== '' && { content_hash: hash }),
  };
}

/** `is_correct` decides unless a threshold is given. What ended with an error and is not correct did not end. */
function outcomeOf(
  { error, evaluation }: Line,
  threshold: number | undefined,
  at: Place,
): Pick<ImportedResult, 'outcome' | 'score'> {
  const { score, is_correct: isCorrect } = Object(evaluation) as NonNullable<Line['evaluation']>;
  if (typeof score !== 'number' || typeof isCorrect !== 'boolean')
    throw refused(at.file, at.place, '`evaluation` needs a number `score` and a boolean `is_correct`.');
  const verdict = verdictOf(threshold === undefined ? isCorrect : score, threshold, at);
  const hasError = typeof error === 'string' && error !== '' && verdict.outcome === 'fail';
  return { outcome: hasError ? 'error' : verdict.outcome, ...(Number.isFinite(score) && { score }) };
}
