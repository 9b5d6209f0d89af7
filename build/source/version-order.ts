/** Versions of one name: which is newest, and which are offered. */
import { compare } from 'semver';
import { byText } from '#build/text/manifest.ts';
import { groupBy } from '../text/group.ts';
import type { VersionEntry } from './catalog.ts';

/** The versions by name, each newest first; names in order. Revoked versions are left out. */
export function offered(versions: readonly VersionEntry[]): VersionEntry[][] {
  const usable = versions.filter(version => version.status !== 'revoked');
  return [...groupBy(usable, nameOf)].sort(([a], [b]) => byText(a, b)).map(([, group]) => newestFirst(group));
}

/** `publisher/name` or `name`. */
export const nameOf = ({ more }: VersionEntry): string =>
  more.publisher ? `${more.publisher}/${more.name}` : more.name;

const newestFirst = (versions: readonly VersionEntry[]): VersionEntry[] =>
  [...versions].sort((a, b) => compare(b.more.version, a.more.version));

/** The section that names withdrawn versions; empty when there is none. */
export function withdrawn(versions: readonly VersionEntry[]): string {
  const lines = versions
    .filter(version => version.status === 'revoked')
    .map(version => `- [${nameOf(version)} ${version.more.version}](${version.path}): revoked`);
  return lines.length === 0 ? '' : `\n\n## Withdrawn\n\n${lines.join('\n')}`;
}
