/**
 * `/starters/index/former.md` and `/formations/index/former.md`: versions that nobody should choose any
 * more, apart from the list of those in force.
 */

import type { Kind } from '#document/kind/kind.ts';
import { index } from '#document/message/index.ts';
import { byText } from '#document/text/manifest.ts';
import type { Catalog, VersionEntry } from '../catalog/source/catalog.ts';
import { nameOf } from '../catalog/source/version-order.ts';
import { groupBy } from '../document/text/group.ts';
import type { Page, Setting } from './compose/page.ts';
import { listPages } from './compose/paging.ts';

/** The most tokens of lines on a page. */
const pageTokens = 3000;

interface Former {
  /** The folder of the versions, such as `starters`. */
  folder: string;
  versions: readonly VersionEntry[];
  setting: Setting;
}

const isFormer = ({ status }: VersionEntry): boolean => status === 'superseded' || status === 'revoked';

/** Makes the pages that list the superseded and revoked versions; none if there are no such versions. */
export function formerPages({ statusChanges }: Catalog, { folder, versions, setting }: Former): Page[] {
  const former = versions.filter(isFormer);
  if (former.length === 0) return [];
  const last = new Map(statusChanges.map(change => [change.path, change]));
  const shown = [...former].sort(
    (a, b) => byText(last.get(b.path)!.since, last.get(a.path)!.since) || byText(a.path, b.path),
  );
  const line = (version: VersionEntry) => {
    const { since, superseded_by: by, reason_code: reason } = last.get(version.path)!;
    const why = version.status === 'revoked' ? `revoked${reason ? ` (${reason})` : ''}` : 'superseded';
    const instead = by ? ` by [${by.split('/').at(-1)!.replace(/\.md$/, '')}](${by})` : '';
    return `- [${nameOf(version)} ${version.more.version}](${version.path}): ${why}${instead} on ${since.slice(0, 10)}`;
  };
  const byStatus = groupBy(shown, ({ status }) => status);
  const part = (before: string, some: readonly VersionEntry[] = []) =>
    some.length > 0 ? [{ before, lines: some.map(line) }] : [];
  return listPages({
    kind: index as unknown as Kind,
    path: formerPath(folder),
    title: `Former versions of ${folder}`,
    description: `Versions of ${folder} that were superseded or withdrawn, with the latest change first. You can still read them, but do not begin with one.`,
    fields: { lists: folder.replace(/s$/, ''), total: former.length },
    parts: [
      ...part('## Withdrawn', byStatus.get('revoked')),
      ...part('## Superseded', byStatus.get('superseded')),
    ],
    tokens: pageTokens,
    setting,
  });
}

const formerPath = (folder: string): string => `/${folder}/index/former.md`;

/** Writes the sentence that leads from a list to the page of its former versions; undefined if there are none. */
export const formerNote = (folder: string, versions: readonly VersionEntry[]): string | undefined =>
  versions.some(isFormer)
    ? `Superseded and withdrawn versions are listed under [former versions](${formerPath(folder)}).`
    : undefined;
