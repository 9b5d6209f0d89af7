/** Finds the page that was probably meant by an address of the reading edition that does not exist. */
import { oncePer } from '#document/text/once-per.ts';
import type { Site } from '../site/site.ts';
import { nearestOf } from './near.ts';

/** The names below a folder, each with the names below it. */
interface Names extends Map<string, Names> {}

const end = '.html';

const namesIn = oncePer(({ pages, redirects }: Site): Names => {
  const root: Names = new Map();
  for (const path of [...pages.keys(), ...redirects.keys()]) {
    // People do not type digests.
    if (!path.endsWith(end) || path.startsWith('/artifacts/')) continue;
    let at = root;
    for (const name of stepsOf(path)) {
      const next: Names = at.get(name) ?? new Map();
      at.set(name, next);
      at = next;
    }
  }
  return root;
});

const stepsOf = (path: string): string[] => path.slice(1, -end.length).split('/');

/**
 * Finds the page that was probably meant, by correcting one name of the address after the other.
 * @param path the address, which ends in `.html`
 * @returns the address of the page; undefined if a name is near no other
 */
export function nearPage(path: string, site: Site): string | undefined {
  if (site.pages.has(path)) return path;
  let at = namesIn(site);
  const found: string[] = [];
  for (const step of stepsOf(path.toLowerCase())) {
    const name = at.has(step) ? step : nearestOf(step, [...at.keys()]);
    if (name === undefined) return undefined;
    found.push(name);
    at = at.get(name)!;
  }
  const address = `/${found.join('/')}`;
  return pageAt(address, site) ?? pageAt(`${address}/${newest(at)}`, site);
}

function pageAt(stem: string, { pages, redirects }: Site): string | undefined {
  const address = stem + end;
  return redirects.get(address) ?? (pages.has(address) ? address : undefined);
}

/** Returns the newest version of a name that has versions below it and no page of its own. */
const newest = (versions: Names): string | undefined =>
  [...versions.keys()].sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
