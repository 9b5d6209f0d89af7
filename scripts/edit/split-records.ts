/**
 * Turns the records of earlier releases, one file for all publications and one for all changes of status, into one file a version. What
 * they say stays the same, so a log that exists goes on.
 */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { publicationFolder } from '#document/kind/publication.ts';
import { type StatusChange, statusFolder } from '#document/kind/statuses.ts';
import { readDocument, writeDocument } from '#document/text/front-matter.ts';
import { readContentFile, writeContentFile } from '../../build/catalog/source/content-file.ts';
import { groupBy } from '../../build/document/text/group.ts';
import type { Host } from '../support/host.ts';

/** Splits the records of a content folder. Where there are none of that kind it changes nothing. */
export function splitRecords(contentDir: string, stdout: Host['stdout']): void {
  const publications = itemsOf<{ path: string }>(contentDir, `${publicationFolder}.md`, 'publications');
  for (const { path, ...record } of publications)
    writeContentFile(join(contentDir, publicationFolder + path), writeDocument(record, ''));
  const changes = itemsOf<StatusChange>(contentDir, `${statusFolder}.md`, 'changes');
  const byVersion = groupBy(changes, ({ path }) => path);
  for (const [path, own] of byVersion)
    writeContentFile(
      join(contentDir, statusFolder + path),
      writeDocument({ changes: own.map(({ path: _, ...change }) => change) }, ''),
    );
  for (const folder of [publicationFolder, statusFolder])
    rmSync(join(contentDir, `${folder}.md`), { force: true });
  stdout.write(
    `${publications.length} publications and the changes of ${byVersion.size} versions have files of their own now.\n`,
  );
}

/** The items of a list in a record; none where there is no such file. @throws Error when it cannot be read */
function itemsOf<Item>(contentDir: string, name: string, list: string): Item[] {
  if (!existsSync(join(contentDir, name))) return [];
  const file = readContentFile(contentDir, name);
  const parsed = file.ok ? readDocument(file.bytes.toString('utf8')) : file;
  if (!parsed.ok) throw new Error(`${name} cannot be read, so nothing was changed.`);
  return (parsed.document.value[list] ?? []) as Item[];
}
