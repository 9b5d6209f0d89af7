/**
 * The addresses of teams without a version, and of files that do not exist, which lead to the newest active version
 * (docs/command.md#6).
 */
import semverCompare from 'semver/functions/compare.js';
import { oncePer } from '#document/text/once-per.ts';
import type { Site } from './site.ts';

/** The page to which an address without a version leads. */
export type Newest =
  /**
   * The page of the newest active version; `lasting` for an address that names a version for which the files are not made
   * (docs/exports.md#3).
   */
  | { page: string; lasting?: true }
  /** A team that exists, but has no active version. */
  | { inactive: string }
  /** A team or target that does not exist, and the names that do. */
  | { unknown: string; what: 'team' | 'target'; names: readonly string[] };

const name = '[a-z0-9]+(?:-[a-z0-9]+)*';
const starterForm = new RegExp(`^/starters/(${name})\\.(md|html)$`);
const formationForm = new RegExp(`^/formations/(${name}/${name})\\.(md|html)$`);
const exportForm = new RegExp(
  `^/exports/(${name})/(${name}(?:/${name})?)(?:/(\\d+\\.\\d+\\.\\d+))?\\.(md|html|zip)$`,
);

const formerForm = new RegExp(
  `^/exports/(?:agent-spec|copilot-cli)/(${name}(?:/${name})?)(/\\d+\\.\\d+\\.\\d+)?\\.(md|html|zip)$`,
);

/**
 * Returns the address of the team, for the address of its files for a target that is no longer supported (docs/exports.md#3).
 */
function teamOfFormer(path: string): string | undefined {
  const [, team, version = '', end] = formerForm.exec(path) ?? [];
  if (team === undefined) return undefined;
  return `/${team.includes('/') ? 'formations' : 'starters'}/${team}${version}.${end === 'html' ? 'html' : 'md'}`;
}

/**
 * Finds what the address of a team, starter, formation or export leads to. Returns undefined for the address of a list, and for
 * any other address.
 */
export function newestAt(site: Site, asked: string): Newest | undefined {
  const former = teamOfFormer(asked);
  if (former !== undefined && site.pages.has(former)) return { page: former, lasting: true };
  const path = former ?? asked;
  const [, target, exported, version, exportEnd] = exportForm.exec(path) ?? [];
  const [, plain, plainEnd] = starterForm.exec(path) ?? formationForm.exec(path) ?? [];
  const team = exported ?? plain;
  if (team === undefined || team === 'index') return undefined;
  const { pages } = site;
  const teams = teamsOf(site);
  if (target !== undefined && !teams.targets.includes(target))
    return { unknown: target, what: 'target', names: teams.targets };
  const versions = teams.versions.get(team);
  const folder = team.includes('/') ? 'formations' : 'starters';
  if (versions === undefined) {
    const names = [...teams.versions.keys()].filter(each => each.includes('/') === team.includes('/'));
    return { unknown: team, what: 'team', names };
  }
  if (version !== undefined && !versions.includes(version)) return undefined;
  const end = exportEnd ?? plainEnd;
  const isActive = (each: string) =>
    pages.get(`/${folder}/${team}/${each}.md`)?.entry.artifact?.status === 'active';
  // People see the files of a version on its HTML page, even when the version is no longer active.
  const shown = version !== undefined && end === 'html' ? version : versions.find(isActive);
  if (shown === undefined) return { inactive: team };
  const above = target === undefined || end === 'html' ? folder : `exports/${target}`;
  const page = `/${above}/${team}/${shown}.${end}`;
  return pages.has(page) ? { page, ...(version !== undefined && { lasting: true }) } : undefined;
}

/** The teams of a site and the targets for which they are exported. */
interface Teams {
  /** The versions of each team, newest first. A formation is named with its publisher. */
  versions: ReadonlyMap<string, readonly string[]>;
  /** The targets for which teams are exported. */
  targets: readonly string[];
}

const versionForm = new RegExp(`^/(?:starters/(${name})|formations/(${name}/${name}))/([^/]+)\\.md$`);

/**
 * Returns the teams of a site. They are found once, since a request for a name that does not exist must not search every page.
 */
const teamsOf = oncePer(({ pages }: Site): Teams => {
  const versions = new Map<string, string[]>();
  const targets = new Set<string>();
  for (const path of pages.keys()) {
    const target = path.startsWith('/exports/') ? path.split('/')[2]! : '';
    if (target !== '' && !target.includes('.')) targets.add(target);
    const [, starter, formation, version] = versionForm.exec(path) ?? [];
    const team = starter ?? formation;
    if (team === undefined || !/^\d+\.\d+\.\d+$/.test(version!)) continue;
    versions.set(team, [...(versions.get(team) ?? []), version!]);
  }
  for (const each of versions.values()) each.sort((a, b) => semverCompare(b, a));
  return { versions, targets: [...targets] };
});
