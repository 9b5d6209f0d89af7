/**
 * What logs say of themselves, held against plan, lock and suite (docs/imports.md#13): a difference refuses the import, and what a log
 * does not say is unknown, never assumed.
 */

import type { FixedScorer, ImportedLog } from '#build/evaluation/imported-log.ts';
import { sha256Hex } from '#build/text/digest.ts';
import type { Claims } from '../../import/claim.ts';
import type { ImportedResult, ReadOptions } from '../../import/result.ts';
import { Failure } from '../../support/failure.ts';
import type { ArmMatch } from './arms.ts';

/** What the plan says of all that a log may state. */
export interface Expected {
  suite: string;
  /** The digest of each case. */
  caseDigests: ReadonlyMap<string, string>;
  /** The models that the roles of each lock are pinned to. */
  models: ReadonlyMap<string, readonly string[]>;
  /** How its question fixed that results are judged. */
  scorer: FixedScorer | undefined;
}

/** The result of the comparison. */
export interface Compared {
  /** What is to be sent of the log of each result. */
  logs: ReadonlyMap<ImportedResult, ImportedLog>;
  /** What keeps the import from being sent, as sentences with file and place. */
  differences: string[];
}

type Matched = ArmMatch['matched'][number];
type Options = Pick<ReadOptions, 'scorer' | 'threshold'> & { partial?: boolean };

/** Formats whose `--scorer` is the name of a scorer; a CSV file names its column, and a report of SWE-bench has one alone. */
const namingFormats = new Set(['inspect', 'every-eval-ever', 'promptfoo']);
/** What promptfoo's own verdict is called, which no option names. */
const assertions = 'assertions';

/**
 * The options with the scorer and threshold of the question where the user names none.
 * @throws Failure when the user names another threshold than the question
 */
export function judgedBy<Given extends ReadOptions>(
  options: Given,
  format: string,
  fixed: FixedScorer | undefined,
): Given {
  const threshold = fixed?.threshold === undefined ? undefined : Number(fixed.threshold);
  if (threshold !== undefined && (options.threshold ?? threshold) !== threshold)
    throw new Failure(
      'failed',
      `--threshold is ${options.threshold}, and the question of the plan fixed ${threshold}. Leave --threshold out, or ask another question.`,
    );
  const given = options.threshold ?? threshold;
  if (given !== undefined && thresholdText(given) === undefined)
    throw new Failure(
      'wrongUse',
      `--threshold ${given} has more than eight digits after the point. Round it.`,
    );
  const name = namingFormats.has(format) && fixed?.name !== assertions ? fixed?.name : undefined;
  const scorer = options.scorer ?? name;
  return {
    ...options,
    claims: true,
    ...(given !== undefined && { threshold: given }),
    ...(scorer !== undefined && { scorer }),
  };
}

/** Compares the logs of all results that fit. @param options as they were read by */
export function compareLogs(matches: readonly ArmMatch[], expected: Expected, options: Options): Compared {
  const found = new Differences();
  const logs = new Map<ImportedResult, ImportedLog>();
  const contents = new Map<string, Matched>();
  for (const { arm, matched } of matches) {
    const models = expected.models.get(arm.lock.digest) ?? [];
    for (const result of matched) {
      const { claims } = result;
      if (!claims) continue;
      complainOfModels(found, result, claims, models, arm.lock.name);
      complainOfScorer(found, result, claims, expected.scorer, options);
      complainOfCases(found, result, claims, expected, contents);
      if (claims.log.status === 'partial' && !options.partial)
        found.add(
          'status',
          result.file,
          `the log is not complete: ${claims.log.because}. Import a log that ended, or add --partial: the evidence then says so.`,
        );
      logs.set(result, logOf(result, claims, expected, options));
    }
  }
  return { logs, differences: found.lines() };
}

function logOf(result: Matched, claims: Claims, { suite }: Expected, options: Options): ImportedLog {
  const { log, models } = claims;
  const scorer = claims.scorer ?? options.scorer;
  const isByNumber = options.threshold !== undefined && result.score !== undefined;
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

/** What is wrong, each sort once with its first place, and how often it is. */
class Differences {
  readonly #found = new Map<string, { text: string; count: number }>();

  add(sort: string, place: string, text: string): void {
    const known = this.#found.get(sort);
    if (known) known.count += 1;
    else this.#found.set(sort, { text: `${place}: ${text}`, count: 1 });
  }

  lines(): string[] {
    return [...this.#found.values()].map(({ text, count }) =>
      count === 1 ? text : `${text} (The same of ${count - 1} more.)`,
    );
  }
}

const placeOf = ({ file, place }: ImportedResult): string => (place === '' ? file : `${file}: ${place}`);

/**
 * Whether two names are of one model: providers and gateways put their own names before it (`anthropic/NAME`,
 * `openrouter/anthropic/NAME`, `openai:NAME`).
 */
function isSameModel(one: string, other: string): boolean {
  const [long, short] = one.length < other.length ? [other, one] : [one, other];
  return long === short || long.endsWith(`/${short}`) || long.endsWith(`:${short}`);
}

function complainOfModels(
  found: Differences,
  result: Matched,
  { models }: Claims,
  pinned: readonly string[],
  lock: string,
): void {
  const other = models.find(model => !pinned.some(each => isSameModel(model, each)));
  if (other === undefined) return;
  const has = pinned.length === 0 ? 'has no model' : `is pinned to ${pinned.join(', ')}`;
  found.add(
    `model ${lock}`,
    placeOf(result),
    `the log names the model \`${excerpt(other)}\`, and ${lock} ${has}. Import it for the lock that it was run with.`,
  );
}

function complainOfScorer(
  found: Differences,
  result: Matched,
  { scorer, threshold, passed }: Claims,
  fixed: FixedScorer | undefined,
  options: Options,
): void {
  const add = (sort: string, text: string) => found.add(sort, placeOf(result), text);
  if (fixed?.name !== undefined && scorer !== undefined && machineName(scorer) !== fixed.name)
    add(
      'scorer',
      `the log was scored by \`${excerpt(scorer)}\`, and the question fixed \`${fixed.name}\`. Score it by that, and import what it writes.`,
    );
  const asked = options.threshold;
  const by = fixed?.threshold === undefined ? '--threshold' : 'the question';
  if (threshold !== undefined && asked !== undefined && threshold !== asked)
    add(
      'threshold',
      `the log says that a score passes from ${threshold} on, and ${by} from ${asked} on. Score it again by that.`,
    );
  const isOther = passed !== undefined && result.score !== undefined && result.outcome !== 'error';
  if (fixed?.threshold !== undefined && isOther && passed !== (result.outcome === 'pass'))
    add(
      'verdict',
      `the log counts a score of ${result.score} as ${passed ? 'passed' : 'not passed'}, and by the question a score passes from ` +
        `${asked} on. It was judged by another threshold: score it again.`,
    );
}

function complainOfCases(
  found: Differences,
  result: Matched,
  { log, case_digest: stated, content_hash: hash }: Claims,
  { suite, caseDigests }: Expected,
  contents: Map<string, Matched>,
): void {
  const { suite_case: name } = result;
  if (log.suite_digest !== undefined && log.suite_digest !== suite)
    found.add(
      'suite',
      result.file,
      `the log says that it is of the suite ${log.suite_digest}, and the plan is of ${suite}. Import it into a plan of its suite.`,
    );
  if (stated !== undefined && stated !== caseDigests.get(name))
    found.add(
      'case',
      placeOf(result),
      `the log states ${stated} for the case \`${name}\`, which is ${caseDigests.get(name)} in the suite: it is another case. ` +
        'Import it into a plan of its suite.',
    );
  if (hash === undefined) return;
  const first = contents.get(name) ?? result;
  contents.set(name, first);
  if (first.claims?.content_hash !== hash)
    found.add(
      'content',
      placeOf(result),
      `the case \`${name}\` has another \`sample_hash\` than at ${placeOf(first)}: the logs are of different cases. Run all on the same.`,
    );
}

/** What a foreign text may show in a message. */
const excerpt = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}`]/gu, '?').slice(0, 120);

const machine = /^[A-Za-z0-9][A-Za-z0-9._:/+-]{0,63}$/;

/** A name that no text can hide in. One that is more than that keeps its letters, and a digest tells it from others alike. */
export function machineName(name: string): string {
  if (machine.test(name)) return name;
  const digest = sha256Hex(name).slice(0, 8);
  const letters = name.slice(0, 200).replaceAll(/[^A-Za-z0-9]+/g, '-');
  return `${letters.replace(/^-/, '').slice(0, 48)}-${digest}`.replace(/^-/, '');
}

/** A threshold as documents write it; undefined where they cannot. */
function thresholdText(threshold: number | undefined): string | undefined {
  const text = threshold === undefined ? '' : String(threshold);
  return /^-?(?:0|[1-9]\d{0,11})(?:\.\d{1,8})?$/.test(text) ? text : undefined;
}

/** What the logs of a lock say, as a report shows it. */
export function logLine({ matched }: ArmMatch, logs: Compared['logs']): string {
  const known = matched.flatMap(result => logs.get(result) ?? []);
  const of = (part: keyof ImportedLog) => {
    const values = new Set(known.map(log => log[part] ?? 'unknown'));
    return [...values].sort().slice(0, 4).join(' or ') || 'unknown';
  };
  return `  its logs say: status ${of('status')}, models ${of('models')}, cases ${of('cases')}, scorer ${of('scorer')}, threshold ${of('threshold')}`;
}
