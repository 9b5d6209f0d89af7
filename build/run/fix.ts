/** Runs `npm run build -- --fix`, which corrects all faults whose fix is certain, until none of them is left. */
import { join } from 'node:path';
import { publicationFolder } from '#document/kind/publication.ts';
import { withRecordedLineEnds } from '../catalog/check/immutability.ts';
import type { Catalog } from '../catalog/source/catalog.ts';
import { readContentFile, writeContentFile } from '../catalog/source/content-file.ts';
import { applyEdits, type Edit, editOf } from '../catalog/source/fix.ts';
import { layoutOf } from '../catalog/source/layout.ts';
import type { SourceFault } from '../catalog/source/source-fault.ts';
import { groupBy } from '../document/text/group.ts';
import { type ContentOptions, checkContent } from './build.ts';

/** A fault that was corrected, and how. */
export interface Fixed extends SourceFault {
  edit: Edit;
}

/**
 * The most rounds of corrections. A fix may uncover faults that a check did not reach before, but there are fewer layers of
 * checks.
 */
const maxRounds = 8;

/**
 * Corrects every fault whose fix is certain, except in published versions and in `trust/`. Gives published versions their
 * recorded line ends back.
 * @returns the corrections in order
 */
export async function fixContent(options: ContentOptions): Promise<Fixed[]> {
  const fixed: Fixed[] = [];
  for (let round = 0; round < maxRounds; round += 1) {
    const made = await fixOnce(options);
    if (made.length === 0) break;
    fixed.push(...made);
  }
  return fixed;
}

async function fixOnce(options: ContentOptions): Promise<Fixed[]> {
  const { messages, catalog } = await checkContent(options);
  const restored = messages
    .filter(({ rule }) => rule === 'line-ends')
    .flatMap(each => restore(options.contentDir, each, catalog));
  const byFile = groupBy(
    messages.filter(({ fix }) => fix),
    ({ file }) => file,
  );
  const fixed = [...byFile].flatMap(([file, faults]) =>
    fixFile(options.contentDir, sourceName(file, catalog), faults, catalog),
  );
  return [...restored, ...fixed];
}

/**
 * Writes published versions with their recorded line ends, if nothing else in their bytes was changed. Returns a correction for
 * each.
 */
function restore(folder: string, message: SourceFault, catalog: Catalog): Fixed[] {
  return catalog.versions.flatMap(version => {
    const text = withRecordedLineEnds(version, catalog);
    if (text === undefined) return [];
    writeContentFile(join(folder, version.name), text);
    return [{ ...message, file: version.file, edit: { line: 1, column: 1, remove: '\r\n', insert: '\n' } }];
  });
}

/** Returns the path of a file relative to the content folder. Takes its path as messages show it. */
export const sourceName = (file: string, catalog: Pick<Catalog, 'fileOf'>): string =>
  file.slice(catalog.fileOf('x').length - 1);

/**
 * Makes the certain fixes in one file, unless it is a published version or in `trust/`.
 * @param name the path of the file relative to the folder
 * @param faults the faults of the present text of the file
 * @returns the corrections that were made; an empty list if the file cannot be read
 */
export function fixFile(
  folder: string,
  name: string,
  faults: readonly SourceFault[],
  catalog: Catalog,
): Fixed[] {
  const file = readContentFile(folder, name);
  if (!file.ok) return [];
  const text = file.bytes.toString('utf8');
  // Bytes that are not text would be lost.
  if (!Buffer.from(text).equals(file.bytes) || !mayChange(name, text, catalog)) return [];
  const known = faults.flatMap(fault => {
    const edit = editOf(text, fault);
    return edit ? [{ ...fault, edit }] : [];
  });
  const result = applyEdits(
    text,
    known.map(({ edit }) => edit),
  );
  if (result.made.length === 0) return [];
  writeContentFile(join(folder, name), result.text);
  return known.filter(({ edit }) => result.made.includes(edit));
}

/** Tells whether a fix may change a file: it is no record, and no version that is published or whose record cannot be read. */
function mayChange(name: string, text: string, catalog: Catalog): boolean {
  if (name.startsWith('trust/')) return false;
  if (layoutOf(name)?.kind.form !== 'artifact') return true;
  const isRecorded =
    catalog.failed.has(`${publicationFolder}/${name}`) || catalog.publications.has(`/${name}`);
  return !isRecorded && !/^schema:/m.test(text);
}
