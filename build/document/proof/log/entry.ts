/**
 * The entries of the log: publications, changes of status and its own changes of name, each as a few lines of text that end
 * in a newline.
 *
 *     formation.log/v0.1 published
 *     path /starters/breadth-first-research/1.0.0.md
 *     digest sha256:0a0a…
 *     published_at 2026-11-21T08:00:00Z
 *
 *     formation.log/v0.1 status
 *     path /starters/breadth-first-research/1.0.0.md
 *     digest sha256:0a0a…
 *     status superseded
 *     reason_code newer_version
 *     since 2026-12-01T08:00:00Z
 *     superseded_by /starters/breadth-first-research/1.1.0.md
 *
 *     formation.log/v0.1 continued
 *     origin catalog.example/log
 *     size 5
 *     root p20o…
 *     signature Wbar…
 *
 * The lines are in this order; `superseded_by` only for a superseded version. There is one text for each fact, so that
 * anybody can write the entry from a receipt or a status page and hash it. `log/continuation.ts` says when a log continues
 * another.
 */
import { z } from 'zod';
import { reasonCode, statusName } from '../../kind/artifact-status.ts';
import { digest, sitePath, time } from '../../kind/field.ts';
import { base64Bytes } from '../../kind/signing-keys.ts';
import type { StatusChange } from '../../kind/statuses.ts';
import { byText } from '../../text/manifest.ts';
import { type Publication, type StatusStep, stepOf } from '../status.ts';
import { isOrigin } from './checkpoint.ts';
import { hashSize } from './hash.ts';

const format = 'formation.log/v0.1';

const published = z.strictObject({ path: sitePath, digest, published_at: time });
const status = z.strictObject({
  path: sitePath,
  digest,
  status: statusName,
  reason_code: reasonCode,
  since: time,
  superseded_by: sitePath.exactOptional(),
});

const continued = z.strictObject({
  origin: z.string().max(300).refine(isOrigin),
  size: z.coerce.number().pipe(z.int().min(1)),
  root: base64Bytes(hashSize),
  signature: base64Bytes(4 + 64), // The signature of a note: four bytes that identify the key, then those of Ed25519.
});

export type PublishedEntry = { type: 'published' } & z.infer<typeof published>;
export type StatusEntry = { type: 'status' } & z.infer<typeof status>;
/** The last checkpoint of the log under another name, with the signature of the key of that name. */
export type ContinuedEntry = { type: 'continued' } & z.infer<typeof continued>;
export type ContentEntry = PublishedEntry | StatusEntry;
export type LogEntry = ContentEntry | ContinuedEntry;

const shapes = { published, status, continued };

const types = Object.keys(shapes) as (keyof typeof shapes)[];

/** Makes the entry that records the publication of an artifact. */
export function publishedEntry({ path, digest, published_at }: Publication): PublishedEntry {
  return { type: 'published', path, digest, published_at };
}

/** Makes the entry that records a change of the status of a version. */
export function statusEntry(version: { path: string; digest: string }, step: StatusStep): StatusEntry {
  const { status, reason_code, since, superseded_by } = step;
  const successor = superseded_by === undefined ? {} : { superseded_by };
  return {
    type: 'status',
    path: version.path,
    digest: version.digest,
    status,
    reason_code,
    since,
    ...successor,
  };
}

/** Writes an entry as the text in the log: a line with the format and the type, then a line `name value` for each field. */
export function writeEntry(entry: LogEntry): string {
  const { type, ...fields } = entry;
  const names = Object.keys(shapes[type].shape).filter(name => name in fields);
  const lines = names.map(name => `${name} ${fields[name as keyof typeof fields]}`);
  return `${[`${format} ${type}`, ...lines].join('\n')}\n`;
}

/** Reads an entry. Returns undefined unless the text is exactly what `writeEntry` writes. */
export function readEntry(text: string): LogEntry | undefined {
  const [first, ...lines] = text.split('\n');
  const type = types.find(each => first === `${format} ${each}`);
  if (type === undefined) return undefined;
  const pairs = lines.filter(line => line !== '').map(line => line.split(/ (.*)/s, 2) as [string, string]);
  const fields = shapes[type].safeParse(Object.fromEntries(pairs));
  if (!fields.success) return undefined;
  const entry = { type, ...fields.data } as LogEntry;
  return writeEntry(entry) === text ? entry : undefined;
}

/**
 * Returns the entries for everything in the content, ordered by time, path and step. `reconcile` keeps the order that an
 * existing log has.
 */
export function entriesOf(
  published: readonly Publication[],
  changes: readonly StatusChange[],
): ContentEntry[] {
  const digests = new Map(published.map(each => [each.path, each.digest]));
  const entries: ContentEntry[] = [
    ...published.map(publishedEntry),
    ...changes.map(each => statusEntry({ path: each.path, digest: digests.get(each.path)! }, stepOf(each))),
  ];
  // The sort is stable, so the steps of a version stay in order.
  return entries.sort((a, b) => byText(timeOf(a), timeOf(b)) || byText(a.path, b.path));
}

/** Returns the time of the event that an entry records. */
const timeOf = (entry: ContentEntry): string =>
  entry.type === 'published' ? entry.published_at : entry.since;

/** Describes an entry in a few words, for messages. */
export const describeEntry = (entry: ContentEntry): string =>
  entry.type === 'published' ? `publication of ${entry.path}` : `${entry.path} ${entry.status}`;
