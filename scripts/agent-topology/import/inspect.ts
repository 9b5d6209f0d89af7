/**
 * Reads logs of Inspect (inspect.aisi.org.uk): `.eval`, an archive with a member for each sample, and `.json` (`EvalLog` in
 * `log/_log.py`).
 */

import { type Fields, fieldsOf, listOf } from '../../support/json.ts';
import { openArchive } from './archive.ts';
import { type ImportedResult, type LogClaims, type Place, type ReadOptions, refused } from './result.ts';
import { decoded, parseJson, readBytes } from './source.ts';
import { digestOf, markPartial, nameOf, repetitionOf, statusOf, timeOf, usedBy, verdictOf } from './value.ts';

/**
 * Reads the samples of a log.
 * @throws Failure that names the file, member and path
 */
export async function readInspect(file: string, options: ReadOptions): Promise<ImportedResult[]> {
  const log: LogClaims = {};
  const bare = { file, place: '' };
  const results: ImportedResult[] = [];
  const isArchive = file.endsWith('.eval');
  const about = isArchive ? await readArchive(file, log, take) : readLog();
  function readLog(): Fields {
    const whole = checkedHeader(parseJson(decoded(readBytes(file), bare), bare), bare);
    for (const [at, sample] of listOf(whole.samples).entries()) take(sample, whole, `samples[${at}]`);
    return whole;
  }
  function take(sample: unknown, header: Fields, place: string): void {
    results.push(resultOf(fieldsOf(sample), fieldsOf(header.eval), options, { file, place }, log));
  }
  if (results.length === 0)
    throw refused(bare, 'The log has no samples. Import one that was written with them.');
  claimEnd(log, about, results.length);
  return results;
}

/** The form of the paths of samples. They contain the ids of samples unchanged, with their slashes. */
const samplePath = /^samples\/.+_epoch_\d+(?:\.json|\/sample\.json)$/;

/**
 * Reads an archive, and calls `take` with each sample.
 * @returns the header of the log; for a log that was cut off, the facts from its start
 */
async function readArchive(
  file: string,
  log: LogClaims,
  take: (sample: unknown, header: Fields, place: string) => void,
): Promise<Fields> {
  const archive = await openArchive(file);
  const read = async (place: string) => {
    const at = { file, place };
    return parseJson(decoded(await archive.read(place), at), at);
  };
  try {
    const place = ['header.json', '_journal/start.json'].find(name => archive.names.includes(name));
    if (place === undefined)
      throw refused({ file, place: '' }, 'This is not a log of Inspect, because it has no header.json.');
    if (place !== 'header.json') markPartial(log, 'it has no header, so it was cut off');
    const header = checkedHeader(await read(place), { file, place });
    for (const name of archive.names) if (samplePath.test(name)) take(await read(name), header, name);
    return header;
  } finally {
    archive.close();
  }
}

function checkedHeader(value: unknown, at: Place): Fields {
  const header = fieldsOf(value);
  if (typeof fieldsOf(header.eval).model !== 'string')
    throw refused(at, 'This is not a log of Inspect, because it does not have `eval` with its model.');
  if (header.invalidated === true)
    throw refused(at, 'Samples of this log were invalidated. Run `inspect eval-retry`, and import its log.');
  return header;
}

/**
 * Notes in the claims of a log how it ended, after all of its samples were read. A log that holds fewer samples than it states is
 * partial.
 */
function claimEnd(log: LogClaims, { status, results }: Fields, samples: number): void {
  const known = statusOf(status);
  if (known === 'partial') markPartial(log, `its status is \`${String(status)}\``);
  const { total_samples: total } = fieldsOf(results);
  if (typeof total === 'number' && total > samples)
    markPartial(log, `it holds ${samples} of ${total} samples`);
  if (known !== undefined) log.status ??= known;
}

function resultOf(
  sample: Fields,
  about: Fields,
  options: ReadOptions,
  at: Place,
  log: LogClaims,
): ImportedResult {
  const isGiven = (value: unknown) => value !== undefined && value !== null;
  const caseId = nameOf(sample.id, 'The id of the sample', at);
  if (isGiven(sample.invalidation))
    throw refused(at, 'This sample was invalidated. Run `inspect eval-retry`, and import its log.');
  const hasError = isGiven(sample.error);
  const [scorer, score] = hasError ? [] : scoreOf(fieldsOf(sample.scores), options.scorer, at);
  const models = Object.values(fieldsOf(sample.model_usage)).map(fieldsOf);
  const suiteDigest = digestOf(fieldsOf(about.metadata).suite_digest);
  if (suiteDigest !== undefined) log.suite_digest = suiteDigest;
  return {
    ...at,
    case_id: caseId,
    repetition: repetitionOf(sample.epoch, at),
    ...(hasError ? { outcome: 'error' } : verdictOf(score, options.threshold, at)),
    ...usedBy(
      sumOf(models.map(inputOf)),
      sumOf(models.map(model => model.output_tokens)),
      sample.total_time,
      at,
    ),
    started_at: timeOf(sample.started_at ?? about.created, at),
    claims: {
      log,
      models: workersOf(about, Object.keys(fieldsOf(sample.model_usage))),
      scorer,
      case_digest: digestOf(fieldsOf(sample.metadata).case_digest),
    },
  };
}

/**
 * Returns the name of the scorer that decides a sample, and the value that it gave.
 * @throws Failure when the sample has no score, no scorer of the given name, or several scorers and none was named
 */
function scoreOf(scores: Fields, scorer: string | undefined, at: Place): [name: string, value: unknown] {
  const values = Object.entries(scores).flatMap(([name, score]) => {
    const { value } = fieldsOf(score);
    const parts = Object.entries(fieldsOf(value)).map(([key, part]) => [`${name}.${key}`, part] as const);
    return parts.length > 0 ? parts : [[name, value] as const];
  });
  const names = values
    .map(([name]) => name)
    .slice(0, 20)
    .join(', ');
  if (values.length === 0)
    throw refused(at, 'The sample has no score. Run `inspect score` on the log, and import what it writes.');
  if (scorer === undefined && values.length > 1)
    throw refused(at, `Name one scorer with --scorer: ${names}.`);
  const found = scorer === undefined ? values[0] : values.find(([name]) => name === scorer);
  if (!found) throw refused(at, `There is no scorer \`${scorer}\`. Scorers: ${names}.`);
  return [...found];
}

/** Returns the sum of numbers; undefined if the list is empty or one of them is unknown. */
const sumOf = (counts: readonly unknown[]): number | undefined =>
  counts.length > 0 && counts.every(each => typeof each === 'number')
    ? counts.reduce((total, each) => total + each, 0)
    : undefined;

/**
 * Returns the input tokens of a model, including cached ones. `input_tokens` lacks cached tokens, except in logs from before
 * 2026, in which input and output add up to the total.
 */
function inputOf(model: Fields): unknown {
  const [input, output, total] = [model.input_tokens, model.output_tokens, model.total_tokens];
  if (typeof input !== 'number' || typeof output !== 'number' || input + output === total) return input;
  return sumOf([input, model.input_tokens_cache_read ?? 0, model.input_tokens_cache_write ?? 0]);
}

/**
 * Returns the models that did the work of a sample. Leaves out the models of scorers: the role `grader`, and the models in
 * options of scorers.
 */
function workersOf(about: Fields, used: readonly string[]): string[] {
  const options = listOf(about.scorers).flatMap(scorer => {
    const { model, models } = fieldsOf(scorer.options);
    return [model, fieldsOf(model).model, models].flat();
  });
  const graders = new Set<unknown>([fieldsOf(fieldsOf(about.model_roles).grader).model, ...options]);
  const named = new Set([String(about.model), ...used.filter(each => !graders.has(each))]);
  // The name of an evaluation without a model.
  return [...named].filter(each => !/^none(?:\/none)?$/.test(each));
}
