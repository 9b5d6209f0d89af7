/** Groups the versions of each name, and says which are offered and which is newest. */
import { compare } from 'semver';
import type { ArtifactStatus } from '#document/text/manifest.ts';
import { byText } from '#document/text/manifest.ts';
import { groupBy } from '../../document/text/group.ts';
import type { Catalog, VersionEntry } from './catalog.ts';

/** The statuses of versions that may be chosen, in the order of preference. */
const order: readonly ArtifactStatus[] = ['active', 'deprecated'];

/**
 * Returns the active and deprecated versions, grouped by name, names in order. In a group active versions come before
 * deprecated ones, and newer ones before older ones.
 */
export function offered(versions: readonly VersionEntry[]): VersionEntry[][] {
  const usable = versions.filter(version => order.includes(version.status));
  return [...groupBy(usable, nameOf)].sort(([a], [b]) => byText(a, b)).map(([, group]) => bestFirst(group));
}

/** Returns `publisher/name`, or `name` for a version without a publisher. */
export const nameOf = ({ more }: VersionEntry): string =>
  more.publisher ? `${more.publisher}/${more.name}` : more.name;

const bestFirst = (versions: readonly VersionEntry[]): VersionEntry[] =>
  [...versions].sort(
    (a, b) => order.indexOf(a.status) - order.indexOf(b.status) || compare(b.more.version, a.more.version),
  );

/**
 * Sorts groups of versions as lists show them: active ones before deprecated ones, and newer before older, by their first
 * version.
 */
export const newestFirst = (
  groups: readonly VersionEntry[][],
  { publications }: Catalog,
): VersionEntry[][] => {
  const published = ([first]: VersionEntry[]) => publications.get(first!.path)?.published_at ?? '';
  const place = ([first]: VersionEntry[]) => order.indexOf(first!.status);
  return [...groups].sort((a, b) => place(a) - place(b) || byText(published(b), published(a)));
};
