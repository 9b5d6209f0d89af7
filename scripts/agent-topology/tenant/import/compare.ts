/**
 * Compares the claims of logs with plan, lock and suite (docs/imports.md#8). A difference makes the import fail; a claim that a
 * log does not make is unknown, never assumed.
 */

import type { FixedScorer, ImportedLog } from '#document/evaluation/imported-log.ts';
import { sha256Hex } from '#document/text/digest.ts';
import { failed, wrongUse } from '../../../support/failure.ts';
import type { MatchedResult } from '../../import/match.ts';
import { type ImportedResult, placeText, type ReadOptions } from '../../import/result.ts';
import type { ArmMatch } from './arms.ts';
import type { Target } from './target.ts';

/** The logs to send with the results of an import, and the claims in logs that contradict the plan, its locks or its suite. */
export interface Compared {
  /** The log to send with each result. */
  logs: ReadonlyMap<ImportedResult, ImportedLog>;
  /** The reasons not to send the import, as sentences with file and place. */
  differences: string[];
}

type Options = Pick<ReadOptions, 'scorer' | 'threshold'> & { partial?: boolean };

/** The formats in which a file may hold scores of several scorers. */
const namingFormats = new Set(['inspect', 'promptfoo']);
/** The name for promptfoo's own verdict, which no option can name. */
const assertions = 'assertions';

/**
 * Returns the options, with the scorer and threshold of the question if the user names none.
 * @throws Failure when the user names another threshold than the question
 */
export function judgedBy<Given extends ReadOptions>(
  options: Given,
  format: string,
  fixed: FixedScorer | undefined,
): Given {
  const threshold = fixed?.threshold === undefined ? undefined : Number(fixed.threshold);
  if (threshold !== undefined && (options.threshold ?? threshold) !== threshold)
    throw failed(
      `--threshold is ${options.threshold}, but the question of the plan fixed ${threshold}. Leave --threshold out, or ask another question.`,
    );
  const given = options.threshold ?? threshold;
  if (given !== undefined && thresholdText(given) === undefined)
    throw wrongUse(`--threshold ${given} has more than eight digits after the point. Round it.`);
  const name = namingFormats.has(format) && fixed?.name !== assertions ? fixed?.name : undefined;
  const scorer = options.scorer ?? name;
  return {
    ...options,
    ...(given !== undefined && { threshold: given }),
    ...(scorer !== undefined && { scorer }),
  };
}

/**
 * Compares the logs of all matched results with the plan.
 * @param options the options with which the results were read
 */
export function compareLogs(matches: readonly ArmMatch[], target: Target, options: Options): Compared {
  const logs = new Map<ImportedResult, ImportedLog>();
  // What is wrong, each sort once with its first place, and how often it is.
  const found = new Map<string, { text: string; count: number }>();
  for (const { arm, matched } of matches)
    for (const result of matched) {
      for (const [sort, place, text] of differencesOf(result, arm, target, options)) {
        const known = found.get(`${sort} ${arm.lock}`);
        if (known) known.count += 1;
        else found.set(`${sort} ${arm.lock}`, { text: `${place}: ${text}`, count: 1 });
      }
      logs.set(result, logOf(result, target, options));
    }
  const differences = [...found.values()].map(({ text, count }) =>
    count === 1 ? text : `${text} (The same is true of ${count - 1} more.)`,
  );
  return { logs, differences };
}

function logOf({ claims, score }: ImportedResult, { suite }: Target, options: Options): ImportedLog {
  const { log, models } = claims;
  const scorer = claims.scorer ?? options.scorer;
  const isByNumber = options.threshold !== undefined && score !== undefined;
  const threshold = thresholdText(isByNumber ? options.threshold : claims.threshold);
  const isSame = log.suite_digest === suite || claims.case_digest !== undefined;
  return {
    ...(log.status !== undefined && { status: log.status }),
    ...(models.length > 0 && { models: 'same' as const }),
    ...(isSame && { cases: 'same' as const }),
    ...(scorer !== undefined && { scorer: machineName(scorer) }),
    ...(threshold !== undefined && { threshold }),
  };
}

/**
 * Tells whether two names are of one model. Providers and gateways put their own names before that of the model
 * (`anthropic/NAME`, `openrouter/anthropic/NAME`, `openai:NAME`).
 */
function isSameModel(one: string, other: string): boolean {
  const [long, short] = one.length < other.length ? [other, one] : [one, other];
  return long === short || long.endsWith(`/${short}`) || long.endsWith(`:${short}`);
}

/** A claim of a result that differs from the plan: its sort, its place and a sentence about it. */
type Difference = [sort: string, place: string, text: string];

function differencesOf(
  result: MatchedResult,
  { lock, shown: name }: ArmMatch['arm'],
  { models, scorer: fixed, suite, cases }: Target,
  { threshold: asked, partial }: Options,
): Difference[] {
  const { file, outcome, score, suite_case: id, claims } = result;
  const { log, scorer, threshold, passed, case_digest: stated } = claims;
  const found: Difference[] = [];
  const tell = (sort: string, text: string, place = placeText(result)) => found.push([sort, place, text]);
  const isOther = (said: unknown, wanted: unknown) =>
    said !== undefined && wanted !== undefined && said !== wanted;
  const pinned = models.get(lock)!;
  const other = claims.models.find(model => !pinned.some(each => isSameModel(model, each)));
  const has = pinned.length === 0 ? 'has no model' : `is pinned to ${[...new Set(pinned)].join(', ')}`;
  const help = 'Import it into a plan of its suite.';
  if (other !== undefined)
    tell(
      'model',
      `the log names the model \`${shown(other)}\`, but ${name} ${has}. Import it for the lock that it was run with.`,
    );
  if (scorer !== undefined && isOther(machineName(scorer), fixed?.name))
    tell(
      'scorer',
      `\`${shown(scorer)}\` scored the log, but the question fixed \`${fixed?.name}\`. Score it with that, and import what that writes.`,
    );
  const from = `from ${asked} on`;
  const by = fixed?.threshold === undefined ? '--threshold' : 'the question';
  if (isOther(threshold, asked))
    tell(
      'threshold',
      `the log says that a score passes from ${threshold} on, but ${by} ${from}. Score it again with that.`,
    );
  const isJudged = passed !== undefined && score !== undefined && outcome !== 'error';
  if (fixed?.threshold !== undefined && isJudged && passed !== (outcome === 'pass')) {
    const judged = `the log counts a score of ${score} as ${passed ? 'passed' : 'not passed'}, but by the question a score passes ${from}. `;
    tell('verdict', `${judged}Another threshold judged it, so score it again.`);
  }
  if (isOther(log.suite_digest, suite))
    tell(
      'suite',
      `the log is for the suite ${log.suite_digest}, but the plan is for ${suite}. ${help}`,
      file,
    );
  const own = cases.get(id);
  if (isOther(stated, own ?? ''))
    tell(
      'case',
      `the log states ${stated} for the case \`${id}\`, but the suite has ${own}, so it is another case. ${help}`,
    );
  if (log.status === 'partial' && !partial)
    tell(
      'status',
      `the log is not complete, because ${log.because}. Import a log that ended, or add --partial, and the evidence will say so.`,
      file,
    );
  return found;
}

/**
 * Returns a text of a log in a form that messages may show: without control characters and backticks, at most 120 characters
 * long.
 */
const shown = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}`]/gu, '?').slice(0, 120);

const machine = /^[A-Za-z0-9][A-Za-z0-9._:/+-]{0,63}$/;

/**
 * Returns a name in a form in which no text can be hidden. A name in another form keeps its letters and gets a digest, which
 * tells it from similar names.
 */
export function machineName(name: string): string {
  if (machine.test(name)) return name;
  const digest = sha256Hex(name).slice(0, 8);
  const letters = name.slice(0, 200).replaceAll(/[^A-Za-z0-9]+/g, '-');
  return `${letters.replace(/^-/, '').slice(0, 48)}-${digest}`.replace(/^-/, '');
}

/** Returns a threshold as documents write it; undefined if there is none or documents cannot write it. */
function thresholdText(threshold: number | undefined): string | undefined {
  const text = threshold === undefined ? '' : String(threshold);
  return /^-?(?:0|[1-9]\d{0,11})(?:\.\d{1,8})?$/.test(text) ? text : undefined;
}

/** Writes the line of a report on the logs of one lock: up to four values of each claim, or `unknown`. */
export function logLine({ matched }: ArmMatch, logs: Compared['logs']): string {
  const known = matched.flatMap(result => logs.get(result) ?? []);
  const of = (part: keyof ImportedLog) => {
    const values = new Set(known.map(log => log[part] ?? 'unknown'));
    return [...values].sort().slice(0, 4).join(' or ') || 'unknown';
  };
  return `  its logs say: status ${of('status')}, models ${of('models')}, cases ${of('cases')}, scorer ${of('scorer')}, threshold ${of('threshold')}`;
}
