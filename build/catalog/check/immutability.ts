/**
 * Checks that a published version never changes and never disappears (docs/formations.md#10).
 *
 * - the message about a version that is not recorded yet, or is still a draft, names the command that publishes it;
 * - other bytes than those recorded are refused with both digests; line ends of Windows in one message for all versions;
 * - a file whose notice was edited away is refused even before its digest is compared;
 * - a recorded version without its file is refused: no URL once published becomes a 404.
 */
import { toString as textOf } from 'mdast-util-to-string';
import { digestField, sha256Hex } from '#document/text/digest.ts';
import type { Fault } from '#document/text/fault.ts';
import type { Catalog, VersionEntry } from '../source/catalog.ts';
import { placeOf } from '../source/markdown.ts';
import type { ParsedSource } from '../source/source.ts';
import { faultAt, type SourceFault } from '../source/source-fault.ts';
import { notice } from './complete.ts';

/** Returns a fault for each version that is not published yet, has changed since, or is gone. */
export function checkImmutability(catalog: Catalog): SourceFault[] {
  const { versions, publications, failed } = catalog;
  const converted = new Set(versions.filter(each => withRecordedLineEnds(each, catalog) !== undefined));
  const present = new Set(versions.map(version => version.path));
  return [
    ...versions.filter(each => !converted.has(each)).flatMap(each => changed(each, catalog)),
    ...lineEnds([...converted]),
    ...[...publications.values()]
      .filter(({ path }) => !present.has(path) && !failed.has(path.slice(1)))
      .map(({ path, source }) => {
        const help = 'Restore the file. If nobody should use the version, revoke it; do not remove it.';
        const message = `The published version \`${path}\` has no file.`;
        return source.message([], 'missing-version', message, help);
      }),
  ];
}

function changed({ path, file, digest, message }: VersionEntry, { publications }: Catalog): SourceFault[] {
  const record = publications.get(path);
  if (!record) {
    const help = `Run \`npm run publish-version -- ${file}\` and commit what it writes.`;
    return [message([], 'unpublished-version', 'The version is not published yet.', help)];
  }
  if (record.digest === digestField(digest)) return [];
  const said = `The bytes of a published version changed. Its record has ${record.digest}, but the file has ${digestField(digest)}.`;
  return [
    message([], 'immutable-version', said, 'Restore the file and publish the change as a new version.'),
  ];
}

/** Returns one fault for all versions whose bytes differ from the recorded ones only in line ends. */
function lineEnds([first, ...others]: readonly VersionEntry[]): SourceFault[] {
  if (!first) return [];
  const files =
    others.length === 0 ? 'This published version has' : `${others.length + 1} published versions have`;
  const message = `${files} line ends of Windows (CR LF), but otherwise the recorded bytes.`;
  const help =
    'Run `npm run build -- --fix`, which restores them. Git changed the line ends, so set `core.autocrlf` to `false` in this clone.';
  return [first.message([], 'line-ends', message, help)];
}

/** Returns the text of a version with its recorded line ends; undefined unless the line ends are all that was changed. */
export function withRecordedLineEnds(version: VersionEntry, catalog: Catalog): string | undefined {
  const recorded = catalog.publications.get(version.path)?.digest;
  const text = !recorded || recorded === digestField(version.digest) ? undefined : version.page();
  if (!text?.includes('\r\n')) return undefined;
  const plain = text.replaceAll('\r\n', '\n');
  return recorded === digestField(sha256Hex(plain)) ? plain : undefined;
}

/** Returns a fault if the first paragraph of a published version is not `notice`. */
export function checkNotice({ published, root, bodyLine }: ParsedSource): Fault[] {
  if (!published) return [];
  const second = root.children[1];
  if (second && textOf(second) === notice) return [];
  const place = second ? placeOf(second) : { line: bodyLine, column: 1 };
  const help = `Write \`> ${notice}\` as the first paragraph.`;
  return [faultAt(place, 'notice', 'The notice is missing after the title.', help)];
}
