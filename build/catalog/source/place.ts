/** Names the place of a fault in the form that messages show. */
import { join, relative } from 'node:path';
import { withHiddenShown } from '#document/text/characters.ts';
import type { Fault, FieldPath, Place } from '#document/text/fault.ts';
import { readDocument } from '#document/text/front-matter.ts';
import { readContentFile } from './content-file.ts';
import type { SourceFault } from './source-fault.ts';

/**
 * Returns the content folder as messages name it: relative to the folder in which the command runs, `.` for that folder itself.
 */
export const shownFolder = (contentDir: string): string => relative(process.cwd(), contentDir) || '.';

/**
 * Adds to a fault the name of its file, in the form that messages show.
 * @param name relative to the content folder
 */
export const inFile = (contentDir: string, name: string, fault: Fault): SourceFault => ({
  file: withHiddenShown(join(shownFolder(contentDir), name)),
  ...fault,
});

/**
 * Reads a file again, and returns the place of a field in it; line 1, column 1 if the file cannot be read. Messages alone need
 * it.
 */
export function placeIn(contentDir: string, name: string, path: FieldPath): Place {
  const file = readContentFile(contentDir, name);
  const parsed = file.ok ? readDocument(file.bytes.toString('utf8')) : file;
  return parsed.ok ? parsed.document.place(path) : { line: 1, column: 1 };
}
