/** Where a fault is, as messages name it. */
import { join, relative } from 'node:path';
import { withHiddenShown } from '#document/text/characters.ts';
import type { Fault, FieldPath, Place } from '#document/text/fault.ts';
import { readDocument } from '#document/text/front-matter.ts';
import { readContentFile } from './content-file.ts';
import type { SourceFault } from './source-fault.ts';

/** Returns the folder of the content as messages name it: relative to the folder in which the command runs. */
export const shownFolder = (contentDir: string): string => relative(process.cwd(), contentDir) || '.';

/**
 * Adds to a fault the file that it is in.
 * @param name relative to the folder of the content
 */
export const inFile = (contentDir: string, name: string, fault: Fault): SourceFault => ({
  file: withHiddenShown(join(shownFolder(contentDir), name)),
  ...fault,
});

/** Reads a file again and returns the place of a field in it, which is needed only for a message. */
export function placeIn(contentDir: string, name: string, path: FieldPath): Place {
  const file = readContentFile(contentDir, name);
  const parsed = file.ok ? readDocument(file.bytes.toString('utf8')) : file;
  return parsed.ok ? parsed.document.place(path) : { line: 1, column: 1 };
}
