/** The changes of status of a version: those that the content records, those of the tree in force, and both together. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { authoredSchema } from '#document/kind/kind.ts';
import { publicationFolder } from '#document/kind/publication.ts';
import { type StatusChange, statuses, statusFolder } from '#document/kind/statuses.ts';
import { readDocument, writeDocument } from '#document/text/front-matter.ts';
import { byText } from '#document/text/manifest.ts';
import { validate } from '#document/text/validate.ts';
import { readContentFile, writeContentFile } from '../../../build/catalog/source/content-file.ts';
import { listSources } from '../../../build/catalog/source/read.ts';

/** Returns the changes that the content records for a version. `isBroken` is set if its record cannot be read. */
export function recordedChanges(
  contentDir: string,
  path: string,
): { changes: StatusChange[]; isBroken: boolean } {
  const name = statusFolder + path;
  if (!existsSync(join(contentDir, name))) return { changes: [], isBroken: false };
  const file = readContentFile(contentDir, name);
  const parsed = file.ok ? readDocument(file.bytes.toString('utf8')) : file;
  const valid = parsed.ok ? validate(authoredSchema(statuses), parsed.document) : parsed;
  if (!valid.ok) return { changes: [], isBroken: true };
  return { changes: valid.value.changes.map(change => ({ path, ...change })), isBroken: false };
}

/** Writes all changes of a version to its record. */
export function recordChanges(contentDir: string, path: string, changes: readonly StatusChange[]): void {
  const steps = changes.map(({ path: _, ...change }) => change);
  writeContentFile(join(contentDir, statusFolder + path), writeDocument({ changes: steps }, ''));
}

/** Returns the paths of all versions that the content records as published. */
export const publishedPaths = (contentDir: string): string[] => pathsBelow(contentDir, publicationFolder);

/** Returns the paths of all versions with recorded changes. */
export const changedPaths = (contentDir: string): string[] => pathsBelow(contentDir, statusFolder);

const pathsBelow = (contentDir: string, folder: string): string[] =>
  listSources(contentDir).files.flatMap(({ name }) =>
    name.startsWith(`${folder}/`) ? [name.slice(folder.length)] : [],
  );

/** Joins two lists of changes in order of time, with each change once. */
export function joined(one: readonly StatusChange[], other: readonly StatusChange[]): StatusChange[] {
  const isIn = (changes: readonly StatusChange[], { path, status, since }: StatusChange) =>
    changes.some(change => change.path === path && change.status === status && change.since === since);
  const all = [...one, ...other.filter(change => !isIn(one, change))];
  return all.sort((a, b) => byText(a.since, b.since));
}
