/**
 * Immutability: a published version never changes and never disappears (docs/formations.md#11).
 *
 * - a version that is not recorded yet, or is still a draft, names the command that publishes it;
 * - other bytes than those recorded are refused with both digests;
 * - a recorded version without its file is refused: no URL once published becomes a 404.
 */
import type { Catalog, VersionEntry } from '../source/catalog.ts';
import type { SourceFault } from '../source/source-fault.ts';

export function checkImmutability(catalog: Catalog): SourceFault[] {
  return [
    ...catalog.versions.flatMap(version => checkVersion(version, catalog)),
    ...missingVersions(catalog),
  ];
}

function checkVersion(version: VersionEntry, catalog: Catalog): SourceFault[] {
  const record = catalog.publications.get(version.path);
  const publish = `Run \`npm run publish-version -- ${version.file}\` and commit what it writes.`;
  if (!record)
    return [version.message([], 'unpublished-version', 'The version is not published yet.', publish)];
  if (record.digest === `sha256:${version.digest}`) return [];
  const message = `The bytes of a published version changed: recorded ${record.digest}, found sha256:${version.digest}.`;
  const help = 'Restore the file and publish the change as a new version.';
  return [version.message([], 'immutable-version', message, help)];
}

function missingVersions(catalog: Catalog): SourceFault[] {
  const present = new Set(catalog.versions.map(version => version.path));
  return [...catalog.publications.values()]
    .filter(({ path }) => !present.has(path) && !catalog.failed.has(path.slice(1)))
    .map(({ path, source }) => {
      const message = `The published version \`${path}\` has no file.`;
      const help = 'Restore the file; a version that should not be used is revoked, not removed.';
      return source.message([], 'missing-version', message, help);
    });
}
