/** Results of promptfoo (`promptfoo eval -o results.json` or `.jsonl`). */
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
  testCase: { fields: { ...scalars('description'), vars: { each: {} }, metadata: { each: {} } } },
};
const shape: Shape = {
  row: true,
  fields: {
    ...fields,
    results: { fields: { version: {}, timestamp: {}, results: { each: { row: true, fields } } } },
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
  testCase?: { description?: unknown; vars?: Fields; metadata?: Fields };
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
  for await (const row of readJson(bytesOf(file), shape, { file, place: '' })) {
    const isResult = row.path.length > 0 || Object.hasOwn(row.root, 'testIdx');
    if (isResult) {
      const result = resultOf(row, options, { file, place: row.place });
      const run = `${result.arm_hint} ${result.case_id}`;
      const repetition = (seen.get(run) ?? 0) + 1;
      seen.set(run, repetition);
      yield { ...result, repetition };
    } else if (!Array.isArray((row.root.results as Fields | undefined)?.results))
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
