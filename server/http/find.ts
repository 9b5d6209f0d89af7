/**
 * Finds what an unusual request target means: one with a query, in absolute form, with another name of a page, or with no
 * meaning.
 */

import { date } from '#document/kind/field.ts';
import { oncePer } from '#document/text/once-per.ts';
import { near } from '../search/near.ts';
import { unknownTaskClass } from '../search/task-class.ts';
import { type Newest, newestAt } from '../site/newest.ts';
import type { SitePage } from '../site/page.ts';
import type { Site } from '../site/site.ts';
import { Refusal } from '../support/refusal.ts';

/** The result for a target: a page, the address where the page is (`lasting`: for good), or nothing. */
type Found = { page: SitePage } | { redirect: string; lasting: boolean } | undefined;

/** The indexes of starters, in which the query chooses a task class (docs/http.md#1). */
const starterIndexes = ['/starters/index.md', '/starters/index.html'];
const parameter = 'task_class';
/** The lists of changes, in which the query chooses a day. */
const changeList = /^\/changes\.(?:md|html)$/;
const maxUrl = 2048;

/**
 * Finds the page of a request target that is not literally the path of a page, whatever its query.
 * @throws Refusal `malformed_request` for a target that cannot be decoded, `not_found` for a team that does not exist
 */
export function find(site: Site, target: string): Found {
  requireShort(target);
  const { path } = splitTarget(target);
  requireDecodable(path, 'path');
  const page = site.pages.get(path);
  if (page) return { page };
  const to = site.redirects.get(path);
  if (to !== undefined) return { redirect: to, lasting: true };
  const whole = withEnding(site, path);
  if (whole !== undefined) return { redirect: whole, lasting: true };
  const newest = newestAt(site, path);
  return newest && { redirect: pageOf(newest), lasting: 'lasting' in newest };
}

/** The ends of addresses that people and tools leave out. */
const endings = ['.html', '.md', '/index.html', '/index.md'];

/** Finds the page whose address was asked for without its end, such as `/patterns/` or `/tasks/coding.bug_fix` (docs/http.md#1). */
function withEnding({ pages }: Site, path: string): string | undefined {
  const stem = path.replace(/\/$/, '');
  return stem === '' ? undefined : endings.map(end => stem + end).find(each => pages.has(each));
}

/**
 * Returns the path of the newest version.
 * @throws Refusal `not_found` that names the teams or targets that exist
 */
function pageOf(newest: Newest): string {
  if ('page' in newest) return newest.page;
  if ('inactive' in newest)
    throw new Refusal(
      'not_found',
      `No version of ${newest.inactive} is active. /starters/index.md and /formations/index.md list the teams that are.`,
    );
  const { unknown, what, names } = newest;
  const list = what === 'target' ? '/exports/index.md' : '/starters/index.md and /formations/index.md';
  throw new Refusal('not_found', `There is no ${what} of this name.${near(unknown, names)} See ${list}.`);
}

/**
 * Splits a request target into its path and its query, which is undefined without a `?`. The target may be a whole URL (RFC 9112,
 * 3.2.2).
 */
export function splitTarget(target: string): { path: string; query: string | undefined } {
  const local = target.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
  const mark = local.indexOf('?');
  return mark < 0
    ? { path: local, query: undefined }
    : { path: local.slice(0, mark), query: local.slice(mark + 1) };
}

/**
 * Refuses an address that is too long.
 * @throws Refusal `malformed_request` (docs/http.md#9)
 */
export function requireShort(target: string): void {
  if (target.length > maxUrl)
    throw new Refusal(
      'malformed_request',
      `The address is longer than ${maxUrl} characters. Send a shorter one.`,
    );
}

/**
 * Refuses a text that percent-decodes to no valid UTF-8, or to a NUL character.
 * @throws Refusal `malformed_request`
 */
export function requireDecodable(text: string, part: 'path' | 'query'): void {
  let decoded: string;
  try {
    decoded = decodeURIComponent(text);
  } catch {
    throw new Refusal(
      'malformed_request',
      `The ${part} holds percent-escapes that are not valid UTF-8. Encode it as UTF-8 first, and then escape it.`,
    );
  }
  if (decoded.includes('\0'))
    throw new Refusal('malformed_request', `The ${part} holds a NUL character. Send it without that.`);
}

/**
 * Returns the part of a list that the query of a target asks for; the page itself if it is neither a starter index nor a list of
 * changes.
 * @throws Refusal `validation_failed` for an unknown task class, or a day or page that does not exist
 */
export function chosen(site: Site, page: SitePage, target: string): SitePage {
  const { path, query } = splitTarget(target);
  if (query === undefined) return page;
  if (starterIndexes.includes(path)) return starters(site, page, path, new URLSearchParams(query));
  if (changeList.test(path)) return changes(site, page, path, new URLSearchParams(query));
  return page;
}

const twice = 'It occurs more than once in the query. Send it once.';

/** Returns the list of starters for the task class that the query names; the whole list without one. */
function starters(site: Site, whole: SitePage, path: string, query: URLSearchParams): SitePage {
  const [asked, ...more] = query.getAll(parameter);
  if (asked === undefined) return whole;
  const page = more.length === 0 ? site.pages.get(`${path}?${parameter}=${asked}`) : undefined;
  if (page) return page;
  const unknown = unknownTaskClass(site, asked) ?? 'No list is made for it.';
  throw new Refusal(
    'validation_failed',
    'Ask for one declared task class; they are listed in /domains/index.md.',
    { errors: [{ field: parameter, rule: 'task-class', message: more.length > 0 ? twice : unknown }] },
  );
}

/**
 * Returns the list of changes since the day that the query names: the page of the first day from then on with a change. Returns
 * the whole list if the query names no day, or a day before the first.
 */
function changes(site: Site, whole: SitePage, list: string, query: URLSearchParams): SitePage {
  const [day, ...more] = query.getAll('since');
  if (day === undefined) return whole;
  if (more.length > 0 || !date.safeParse(day).success)
    throw wrongSince('since', 'date', more.length > 0 ? twice : 'There is no such date.');
  const days = daysOf(site).get(list) ?? [];
  const [number, ...numbers] = query.getAll('page');
  if (number === undefined)
    return day < days[0]!
      ? whole
      : (site.pages.get(`${list}?since=${days.find(each => each >= day)}`) ?? whole);
  const page = numbers.length === 0 ? site.pages.get(`${list}?since=${day}&page=${number}`) : undefined;
  if (page) return page;
  throw wrongSince(
    'page',
    'page',
    'There is no such page. Begin without it, and follow the links to the next.',
  );
}

const wrongSince = (field: string, rule: string, message: string): Refusal =>
  new Refusal('validation_failed', 'Ask for one day, such as `?since=2026-11-01`.', {
    errors: [{ field, rule, message }],
  });

/** Returns the days for which each list of changes has a page, in order. */
const daysOf = oncePer((site: Site): Map<string, string[]> => {
  const days = new Map<string, string[]>();
  for (const path of site.pages.keys()) {
    const [list = '', day] = path.split('?since=');
    if (day !== undefined && !day.includes('&')) days.set(list, [...(days.get(list) ?? []), day]);
  }
  return days;
});
