/** Archives: the files of an export in one, for those who install a team by hand (`/exports/….zip`). */
import { type Zippable, zipSync } from 'fflate';
import type { Page } from './compose/page.ts';
import type { ExportFile } from './program/write.ts';

/** Of every file: the first moment that an archive can state, in local time, as archives do. */
const moment = new Date(1980, 0, 1);

/**
 * The archive of some files: the same bytes for the same files, on every machine. It is compressed by code of this project's own
 * dependencies, since what Node.js makes of the same bytes differs between its versions.
 */
export function archiveOf(files: readonly { path: string; text: string | Uint8Array }[]): Uint8Array {
  const entries: Zippable = Object.fromEntries(files.map(({ path, text }) => [path, Buffer.from(text)]));
  return zipSync(entries, { level: 1, mtime: moment });
}

/** The path of the archive of an export. */
export const archivePath = (path: string): string => path.replace(/\.md$/, '.zip');

/**
 * The archive beside the page of an export.
 */
export function archivePage(path: string, title: string, files: () => readonly ExportFile[]): Page {
  const own = archivePath(path);
  return {
    path: own,
    file: own.slice(1),
    kind: 'archive',
    mediaType: 'application/zip',
    title,
    listed: false,
    text: () => archiveOf(files()),
    tokens: 0,
  };
}
