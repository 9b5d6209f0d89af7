/** ZIP archives that each hold all files of an export, for people who install a team by hand (`/exports/….zip`). */
import { type Zippable, zipSync } from 'fflate';
import type { Page } from './compose/page.ts';
import type { ExportFile } from './program/write.ts';

/** The time of every file in an archive: the earliest that the ZIP format can state. It is in local time, as ZIP states times. */
const moment = new Date(1980, 0, 1);

/** Returns a ZIP archive that stores the files without compression. The same files give the same bytes on every machine. */
export function archiveOf(files: readonly { path: string; text: string | Uint8Array }[]): Uint8Array {
  const entries: Zippable = Object.fromEntries(files.map(({ path, text }) => [path, Buffer.from(text)]));
  return zipSync(entries, { level: 0, mtime: moment });
}

/** Returns the path of the archive of an export, from the path of the page of the export. */
export const archivePath = (path: string): string => path.replace(/\.md$/, '.zip');

/**
 * Makes the page that serves the archive of an export.
 * @param path the path of the page of the export
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
