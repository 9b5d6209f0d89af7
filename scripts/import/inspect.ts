/** Logs of Inspect (inspect.aisi.org.uk): `.eval`, an archive with a member for each sample, and `.json`. */
import { open } from 'node:fs/promises';
import { type Archive, openArchive } from './archive/zip.ts';
import type { LogClaims } from './claim.ts';
import { claimEnd, claimsOf, type EvalFields } from './inspect-claim.ts';
import { readJson } from './json/read.ts';
import { type JsonRow, type Shape, scalars } from './json/tree.ts';
import { type ImportedResult, type ReadOptions, refused } from './result.ts';
import { bytesOf, checkFile } from './source.ts';
import { nameOf, numbersOf, optionalNameOf, type Place, repetitionOf, timeOf, verdictOf } from './value.ts';

const usage = [
  'input_tokens',
  'input_tokens_cache_read',
  'input_tokens_cache_write',
  'output_tokens',
  'total_tokens',
  'total_cost',
];
const sample: Shape = {
  row: true,
  fields: {
    ...scalars('id', 'epoch', 'started_at', 'total_time', 'error', 'invalidation'),
    scores: { each: { fields: { value: { each: {} } } } },
    // In logs before July 2024.
    score: { fields: { value: { each: {} } } },
    model_usage: { each: { fields: scalars(...usage) } },
    metadata: { fields: scalars('case_digest') },
  },
};
const header: Shape = {
  row: true,
  fields: {
    ...scalars('invalidated', 'status'),
    eval: {
      fields: {
        ...scalars('model', 'created'),
        model_roles: { each: { fields: scalars('model') } },
        scorers: { each: { fields: { options: { fields: { model: { each: {} }, models: { each: {} } } } } } },
        metadata: { fields: scalars('suite_digest') },
      },
    },
    results: { fields: scalars('total_samples') },
    samples: { each: sample },
  },
};

/** What a log says of all its samples. */
interface Header {
  invalidated?: unknown;
  status?: unknown;
  eval?: EvalFields;
  results?: { total_samples?: unknown } | null;
}

interface Sample {
  id?: unknown;
  epoch?: unknown;
  started_at?: unknown;
  total_time?: unknown;
  error?: unknown;
  invalidation?: unknown;
  scores?: Scores | null;
  score?: { value?: unknown };
  model_usage?: Record<string, Record<string, unknown>>;
  metadata?: { case_digest?: unknown } | null;
}

type Scores = Record<string, { value?: unknown }>;

/** Reads the samples of a log. @throws Failure that names file, member and path */
export async function* readInspect(file: string, options: ReadOptions): AsyncGenerator<ImportedResult> {
  const isArchive = await beginsLikeZip(file);
  yield* isArchive ? readArchive(file, options) : readLog(file, options);
}

async function beginsLikeZip(file: string): Promise<boolean> {
  checkFile(file);
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer.toString('latin1') === 'PK';
  } finally {
    await handle.close();
  }
}

async function* readLog(file: string, options: ReadOptions): AsyncGenerator<ImportedResult> {
  const log: LogClaims = {};
  let samples = 0;
  let about: Header = {};
  for await (const row of readJson(bytesOf(file), header, { file, place: '' })) {
    const at = { file, place: row.path.length === 0 ? '' : row.place };
    about = row.root;
    checkHeader(about, at);
    if (row.path.length > 0) yield resultOf(row, about, options, at, log);
    samples += row.path.length > 0 ? 1 : 0;
  }
  if (samples === 0) throw withoutSamples(file);
  claimEnd(log, about, samples);
}

const withoutSamples = (file: string): Error =>
  refused(file, '', 'The log has no samples. Import one that was written with them.');

/** Ids stand in names as they are, with slashes too. */
const samplePath = /^samples\/.+_epoch_\d+(?:\.json|\/sample\.json)$/;

async function* readArchive(file: string, options: ReadOptions): AsyncGenerator<ImportedResult> {
  const archive = await openArchive(file);
  try {
    const about = await headerOf(archive, file);
    const members = archive.names.filter(name => samplePath.test(name));
    if (members.length === 0) throw withoutSamples(file);
    const log: LogClaims = {};
    for (const place of members)
      for await (const row of readJson(archive.read(place), sample, { file, place }))
        yield resultOf(row, about, options, { file, place }, log);
    claimEnd(log, archive.names.includes('header.json') ? about : {}, members.length);
  } finally {
    archive.close();
  }
}

/** The header; of a log that was cut off, what was known at its start. */
async function headerOf(archive: Archive, file: string): Promise<Header> {
  const place = ['header.json', '_journal/start.json'].find(name => archive.names.includes(name));
  if (place === undefined) throw refused(file, '', 'This is no log of Inspect: it has no header.json.');
  let about: Header = {};
  // To its end, where its checksum is.
  for await (const { root } of readJson(archive.read(place), header, { file, place })) about = root;
  checkHeader(about, { file, place });
  return about;
}

function checkHeader({ eval: about, invalidated }: Header, { file, place }: Place): void {
  if (typeof about?.model !== 'string')
    throw refused(file, place, 'This is no log of Inspect: it does not begin with `eval` and its model.');
  if (invalidated === true)
    throw refused(
      file,
      place,
      'Samples of this log were invalidated. Run `inspect eval-retry`, and import its log.',
    );
}

function resultOf(
  { value }: JsonRow,
  about: Header,
  options: ReadOptions,
  at: Place,
  log: LogClaims,
): ImportedResult {
  const given = Object(value) as Sample;
  const caseId = nameOf(given.id, 'The id of the sample', at);
  if (given.invalidation !== undefined && given.invalidation !== null)
    throw refused(
      at.file,
      at.place,
      'This sample was invalidated. Run `inspect eval-retry`, and import its log.',
    );
  const hasError = given.error !== undefined && given.error !== null;
  const repetition = repetitionOf(given.epoch, at);
  const startedAt = timeOf(given.started_at ?? about.eval?.created, at);
  const model = optionalNameOf(about.eval?.model, '`eval.model`', at);
  const [scorer, score] = hasError ? [] : scoreOf(given, options.scorer, at);
  return {
    ...at,
    case_id: caseId,
    ...(repetition !== undefined && { repetition }),
    ...(hasError ? { outcome: 'error' } : verdictOf(score, options.threshold, at)),
    ...numbersOf({ ...usageOf(given), seconds: given.total_time }, at),
    ...(startedAt !== undefined && { started_at: startedAt }),
    ...(model !== undefined && { model }),
    ...(options.claims && { claims: claimsOf(given, about.eval ?? {}, scorer, log) }),
  };
}

/** The value by which the sample is judged, and the name of its scorer; undefined for one of a log that names none. */
function scoreOf(
  { scores, score }: Sample,
  scorer: string | undefined,
  { file, place }: Place,
): [name: string | undefined, value: unknown] {
  const named: Scores = scores ?? (score ? { score } : {});
  const values = Object.entries(named).flatMap(([name, { value } = {}]) =>
    isObject(value)
      ? Object.entries(value).map(([key, part]) => [`${name}.${key}`, part] as const)
      : [[name, value] as const],
  );
  const names = values.map(([name]) => name);
  if (names.length === 0)
    throw refused(
      file,
      place,
      'The sample has no score. Run `inspect score` on the log, and import what it writes.',
    );
  const wanted = scorer ?? (names.length === 1 ? names[0]! : undefined);
  if (wanted === undefined) throw refused(file, place, `Name one scorer with --scorer: ${listed(names)}.`);
  const found = values.find(([name]) => name === wanted);
  if (!found) throw refused(file, place, `There is no scorer \`${wanted}\`. Scorers: ${listed(names)}.`);
  return [scores ? wanted : undefined, found[1]];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listed = (names: readonly string[]): string => names.slice(0, 20).join(', ');

/** Tokens and cost of all models of a sample, graders included. */
function usageOf({
  model_usage: used,
}: Sample): Record<'input_tokens' | 'output_tokens' | 'total_tokens' | 'cost_usd', unknown> {
  const models = Object.values(used ?? {});
  const sum = (count: (model: Record<string, unknown>) => unknown): number | undefined => {
    const counts = models.map(count);
    return counts.length > 0 && counts.every(each => typeof each === 'number')
      ? counts.reduce((total, each) => total + each, 0)
      : undefined;
  };
  const input = sum(inputOf);
  const output = sum(model => model.output_tokens);
  return {
    input_tokens: input,
    output_tokens: output,
    total_tokens: input !== undefined && output !== undefined ? input + output : undefined,
    cost_usd: sum(model => model.total_cost),
  };
}

/** `input_tokens` are those that no cache had; in logs before 2026 they were all, which their total tells. */
function inputOf(model: Record<string, unknown>): unknown {
  const [input, output, total] = [model.input_tokens, model.output_tokens, model.total_tokens];
  if (typeof input !== 'number' || typeof output !== 'number' || input + output === total) return input;
  const cached = [model.input_tokens_cache_read, model.input_tokens_cache_write];
  return cached.reduce<number>((sum, part) => sum + (typeof part === 'number' ? part : 0), input);
}
