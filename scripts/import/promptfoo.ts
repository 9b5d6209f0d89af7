/** Results of promptfoo (`promptfoo eval -o results.json` or `.jsonl`). */
import { type Claims, digestOf, type LogClaims, markPartial } from './claim.ts';
import { readJson } from './json/read.ts';
import { type JsonRow, type Shape, scalars } from './json/tree.ts';
import { type ImportedResult, type ReadOptions, refused } from './result.ts';
import { bytesOf } from './source.ts';
import { nameOf, numbersOf, type Place, shown, timeOf, verdictOf } from './value.ts';

const usage: Shape = { fields: scalars('prompt', 'completion', 'total', 'cached') };
const fields = {
  ...scalars('testIdx', 'promptIdx', 'success', 'score', 'failureReason', 'latencyMs', 'cost'),
  provider: { fields: scalars('id', 'label') },
  namedScores: { each: {} },
  tokenUsage: usage,
  response: { fields: { ...scalars('cached'), tokenUsage: usage } },
  testCase: {
    fields: { ...scalars('description', 'threshold'), vars: { each: {} }, metadata: { each: {} } },
  },
};
const shape: Shape = {
  row: true,
  fields: {
    ...fields,
    results: {
      fields: {
        ...scalars('version', 'timestamp'),
        stats: { fields: scalars('successes', 'failures', 'errors') },
        results: { each: { row: true, fields } },
      },
    },
    config: { fields: { metadata: { fields: scalars('suite_digest') } } },
  },
};

type Fields = Readonly<Record<string, unknown>>;

interface Result {
  testIdx?: unknown;
  promptIdx?: unknown;
  success?: unknown;
  score?: unknown;
  failureReason?: unknown;
  latencyMs?: unknown;
  cost?: unknown;
  provider?: { id?: unknown; label?: unknown };
  namedScores?: Fields;
  tokenUsage?: Usage;
  response?: { cached?: unknown; tokenUsage?: Usage };
  testCase?: { description?: unknown; threshold?: unknown; vars?: Fields; metadata?: Fields };
}

interface Usage {
  prompt?: unknown;
  completion?: unknown;
  total?: unknown;
  cached?: unknown;
}

/**
 * Reads the results of tests. `--repeat` gives each repetition an index of its own, so the results of one prompt for tests of
 * one name are its repetitions, in their order.
 * @throws Failure that names file, path and what to do
 */
export async function* readPromptfoo(file: string, options: ReadOptions): AsyncGenerator<ImportedResult> {
  const seen = new Map<string, number>();
  const log: LogClaims = {};
  let count = 0;
  for await (const row of readJson(bytesOf(file), shape, { file, place: '' })) {
    const isResult = row.path.length > 0 || Object.hasOwn(row.root, 'testIdx');
    if (isResult) {
      const result = resultOf(row, options, { file, place: row.place });
      const run = `${result.arm_hint} ${result.case_id}`;
      const repetition = (seen.get(run) ?? 0) + 1;
      seen.set(run, repetition);
      count += 1;
      const claims = options.claims ? { claims: claimsOf(row.value, options, log) } : {};
      yield { ...result, repetition, ...claims };
    }
    if (row.path.length > 0 || isResult) continue;
    claimEnd(log, row.root, count);
    if (!Array.isArray((row.root.results as Fields | undefined)?.results))
      throw refused(
        file,
        '',
        'There is no list `results.results`. Import what `promptfoo eval -o results.json` writes.',
      );
  }
  if (seen.size === 0) throw refused(file, '', 'It has no results. Import an evaluation that ran.');
}

function resultOf({ value, root }: JsonRow, options: ReadOptions, at: Place): ImportedResult {
  const given = Object(value) as Result;
  const startedAt = timeOf((root.results as Fields | undefined)?.timestamp, at);
  const provider = nameOf(given.provider?.label || given.provider?.id, '`provider`', at);
  if (!Number.isSafeInteger(given.promptIdx))
    throw refused(at.file, at.place, `\`promptIdx\` is ${shown(given.promptIdx)}. Expected a whole number.`);
  return {
    ...at,
    case_id: caseOf(given, options.caseField ?? 'description', at),
    // Prompts are numbered by promptfoo from 0, and by people from 1.
    arm_hint: `${Number(given.promptIdx) + 1}:${provider}`,
    ...outcomeOf(given, options, at),
    ...numbersOf(usageOf(given), at),
    ...(startedAt !== undefined && { started_at: startedAt }),
    model: nameOf(given.provider?.id, '`provider.id`', at),
  };
}

function claimsOf(value: unknown, { scorer }: ReadOptions, log: LogClaims): Claims {
  const { provider, testCase, success } = Object(value) as Result;
  const model = modelOf(provider?.id);
  const caseDigest = digestOf(testCase?.metadata?.case_digest);
  const { threshold } = testCase ?? {};
  return {
    log,
    models: model === undefined ? [] : [model],
    scorer: scorer ?? 'assertions',
    ...(typeof success === 'boolean' && scorer === undefined && { passed: success }),
    ...(typeof threshold === 'number' && Number.isFinite(threshold) && { threshold }),
    ...(caseDigest !== undefined && { case_digest: caseDigest }),
  };
}

/** Providers whose ids end in the name of a model. Others, such as a file or a deployment, name none. */
const vendors =
  /^(?:openai|anthropic|google|vertex|bedrock|mistral|groq|openrouter|xai|deepseek|cohere|cerebras|togetherai|fireworks|ollama)(?::(?:chat|completion|responses|messages|converse))?:(?!assistant:|agents?:)(.+)$/;

const modelOf = (id: unknown): string | undefined =>
  typeof id === 'string' && id.length <= 500 ? vendors.exec(id)?.[1] : undefined;

/** Reads what follows the results: how many there should be, and of which suite. The right number does not mean that the run ended. */
function claimEnd(log: LogClaims, root: Fields, count: number): void {
  const { stats } = Object(root.results) as { stats?: Fields };
  const told = [stats?.successes, stats?.failures, stats?.errors].filter(each => typeof each === 'number');
  const total = told.reduce((sum, each) => sum + each, 0);
  if (told.length === 3 && total !== count) markPartial(log, `it holds ${count} of ${total} results`);
  const { metadata } = Object(root.config) as { metadata?: Fields };
  const digest = digestOf(metadata?.suite_digest);
  if (digest !== undefined) log.suite_digest = digest;
}

/** The name of a test, from the field that the user names: `description`, `testIdx`, `vars.NAME` or `metadata.NAME`. */
function caseOf({ testIdx, testCase }: Result, field: string, at: Place): string {
  const [where, ...rest] = field.split('.');
  const name = rest.join('.');
  if (field === 'testIdx') return nameOf(testIdx, '`testIdx`', at);
  if (field === 'description' && !testCase?.description) {
    const help = 'Name a field with --case-field: vars.NAME, metadata.NAME or testIdx.';
    throw refused(at.file, at.place, `This test has no description by which it could be named. ${help}`);
  }
  if (field === 'description') return nameOf(testCase!.description, '`description`', at);
  if ((where === 'vars' || where === 'metadata') && name !== '')
    return nameOf(testCase?.[where]?.[name], `\`${field}\``, at);
  throw refused(
    at.file,
    '',
    `--case-field is description, testIdx, vars.NAME or metadata.NAME, not \`${field}\`.`,
  );
}

/** `failureReason` of a test that could not be carried out. */
const brokenTest = 2;

function outcomeOf(
  { success, score, failureReason, namedScores }: Result,
  { scorer, threshold }: ReadOptions,
  at: Place,
): Pick<ImportedResult, 'outcome' | 'score'> {
  if (failureReason === brokenTest) return { outcome: 'error' };
  const names = Object.keys(namedScores ?? {});
  if (scorer !== undefined && !names.includes(scorer))
    throw refused(
      at.file,
      at.place,
      `There is no named score \`${scorer}\`. Named scores: ${names.slice(0, 20).join(', ') || 'none'}.`,
    );
  if (scorer !== undefined) return verdictOf(namedScores![scorer], threshold, at);
  if (threshold !== undefined) return verdictOf(score, threshold, at);
  if (typeof success !== 'boolean')
    throw refused(at.file, at.place, `\`success\` is ${shown(success)}. Expected true or false.`);
  return { ...verdictOf(success, threshold, at), ...(Number.isFinite(score) && { score: score as number }) };
}

/** What a run used. promptfoo writes 0 for values that were not counted, and a cached response has neither tokens nor time. */
function usageOf({
  response,
  tokenUsage = response?.tokenUsage,
  latencyMs,
  cost,
}: Result): Parameters<typeof numbersOf>[0] {
  const isCached = response?.cached === true || Number(tokenUsage?.cached) > 0;
  const counted = (value: unknown): unknown => (isCached || value === 0 ? undefined : value);
  const isCounted = counted(tokenUsage?.total) !== undefined;
  return {
    input_tokens: isCounted ? counted(tokenUsage?.prompt) : undefined,
    output_tokens: isCounted ? counted(tokenUsage?.completion) : undefined,
    total_tokens: counted(tokenUsage?.total),
    cost_usd: counted(cost),
    seconds: counted(typeof latencyMs === 'number' ? latencyMs / 1000 : latencyMs),
  };
}
