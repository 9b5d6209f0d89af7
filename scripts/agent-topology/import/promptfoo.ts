/** Reads results of promptfoo (`promptfoo eval -o results.json`). */

import { type Fields, fieldsOf } from '../../support/json.ts';
import { type ImportedResult, type LogClaims, type Place, type ReadOptions, refused } from './result.ts';
import { decoded, parseJson, readBytes } from './source.ts';
import { digestOf, markPartial, nameOf, shown, timeOf, usedBy, verdictOf } from './value.ts';

/**
 * Reads the results of tests. `--repeat` gives each repetition an index of its own, so all results of one prompt for tests of one
 * name are repetitions, numbered in their order.
 * @throws Failure that names the file and path, and says what to do
 */
export function readPromptfoo(file: string, options: ReadOptions): ImportedResult[] {
  const log: LogClaims = {};
  const seen = new Map<string, number>();
  const { tests, root } = testsIn(file);
  const { timestamp } = fieldsOf(root.results);
  const results = tests.map(({ value, place }) => {
    const result = resultOf(fieldsOf(value), { file, place }, options, log);
    const run = `${result.arm_hint} ${result.case_id}`;
    const repetition = (seen.get(run) ?? 0) + 1;
    seen.set(run, repetition);
    return { ...result, repetition, started_at: timeOf(timestamp, { file, place }) };
  });
  if (results.length === 0)
    throw refused({ file, place: '' }, 'It has no results. Import an evaluation that ran.');
  claimEnd(log, root, results.length);
  return results;
}

/** Returns the results in a file, each with its place, and the whole document. */
function testsIn(file: string): { tests: { value: unknown; place: string }[]; root: Fields } {
  const bare = { file, place: '' };
  const root = fieldsOf(parseJson(decoded(readBytes(file), bare), bare));
  const { results } = fieldsOf(root.results);
  if (Array.isArray(results))
    return { tests: results.map((value, at) => ({ value, place: `results.results[${at}]` })), root };
  const help = 'Import what `promptfoo eval -o results.json` writes.';
  throw refused(bare, `There is no list \`results.results\`. ${help}`);
}

function resultOf(test: Fields, at: Place, options: ReadOptions, log: LogClaims): ImportedResult {
  const { id, label } = fieldsOf(test.provider);
  if (!Number.isSafeInteger(test.promptIdx))
    throw refused(at, `\`promptIdx\` is ${shown(test.promptIdx)}. Expected a whole number.`);
  const { threshold, metadata } = fieldsOf(test.testCase);
  return {
    ...at,
    case_id: caseOf(test, options.caseField ?? 'description', at),
    // Prompts are numbered by promptfoo from 0, and by people from 1.
    arm_hint: `${Number(test.promptIdx) + 1}:${nameOf(label || id, '`provider`', at)}`,
    ...outcomeOf(test, options, at),
    ...usageOf(test, at),
    claims: {
      log,
      models: typeof id === 'string' ? (vendors.exec(id.slice(0, 500))?.slice(1) ?? []) : [],
      scorer: options.scorer ?? 'assertions',
      passed: typeof test.success === 'boolean' && options.scorer === undefined ? test.success : undefined,
      threshold: typeof threshold === 'number' ? threshold : undefined,
      case_digest: digestOf(fieldsOf(metadata).case_digest),
    },
  };
}

/**
 * The form of ids of providers that end in the name of a model. Other ids, such as that of a file or a deployment, name no model.
 */
const vendors =
  /^(?:openai|anthropic|google|vertex|bedrock|mistral|groq|openrouter|xai|deepseek|cohere|cerebras|togetherai|fireworks|ollama)(?::(?:chat|completion|responses|messages|converse))?:(?!assistant:|agents?:)(.+)$/;

/**
 * Notes in the claims of a log the suite that it states, and that it is partial if it holds another number of results than it
 * states. The right number does not show that the run ended.
 */
function claimEnd(log: LogClaims, root: Fields, count: number): void {
  const { successes, failures, errors } = fieldsOf(fieldsOf(root.results).stats);
  const total = Number(successes) + Number(failures) + Number(errors);
  if (Number.isFinite(total) && total !== count) markPartial(log, `it holds ${count} of ${total} results`);
  const digest = digestOf(fieldsOf(fieldsOf(root.config).metadata).suite_digest);
  if (digest !== undefined) log.suite_digest = digest;
}

/**
 * Returns the name of a test from a field: `description`, `testIdx`, `vars.NAME` or `metadata.NAME`.
 * @throws Failure when the test lacks the field, or there is no such field
 */
function caseOf(test: Fields, field: string, at: Place): string {
  const given = fieldsOf(test.testCase);
  if (field === 'testIdx') return nameOf(test.testIdx, '`testIdx`', at);
  if (field === 'description') {
    if (given.description) return nameOf(given.description, '`description`', at);
    const help = 'Name a field with --case-field: vars.NAME, metadata.NAME or testIdx.';
    throw refused(at, `This test has no description to name it by. ${help}`);
  }
  const [, where, name] = /^(vars|metadata)\.(.+)$/.exec(field) ?? [];
  if (where !== undefined) return nameOf(fieldsOf(given[where])[name!], `\`${field}\``, at);
  throw refused(
    { ...at, place: '' },
    `--case-field is description, testIdx, vars.NAME or metadata.NAME, not \`${field}\`.`,
  );
}

/** The value of `failureReason` for a test that could not be carried out. */
const brokenTest = 2;

function outcomeOf(test: Fields, { scorer, threshold }: ReadOptions, at: Place) {
  if (test.failureReason === brokenTest) return { outcome: 'error' } as const;
  const scores = fieldsOf(test.namedScores);
  const names = Object.keys(scores);
  if (scorer !== undefined && !names.includes(scorer)) {
    const known = names.slice(0, 20).join(', ') || 'none';
    throw refused(at, `There is no named score \`${scorer}\`. Named scores: ${known}.`);
  }
  if (scorer !== undefined) return verdictOf(scores[scorer], threshold, at);
  if (threshold !== undefined) return verdictOf(test.score, threshold, at);
  if (typeof test.success === 'boolean') return verdictOf(test.success, threshold, at);
  throw refused(at, `\`success\` is ${shown(test.success)}. Expected true or false.`);
}

/**
 * Reads the tokens and seconds of a test. promptfoo writes 0 for values that it did not count, so 0 counts as unknown. So does
 * every value of a cached response.
 */
function usageOf(test: Fields, at: Place) {
  const response = fieldsOf(test.response);
  const used = fieldsOf(test.tokenUsage ?? response.tokenUsage);
  const isCached = response.cached === true || Number(used.cached) > 0;
  const counted = (value: unknown): unknown => (isCached || value === 0 ? undefined : value);
  const isCounted = counted(used.total) !== undefined;
  const latency = counted(test.latencyMs);
  return usedBy(
    isCounted ? counted(used.prompt) : undefined,
    isCounted ? counted(used.completion) : undefined,
    typeof latency === 'number' ? latency / 1000 : latency,
    at,
  );
}
