/** Finds what an unusual request target means: with a query, in absolute form, another name, or nothing. */

import { oncePer } from '#build/text/once-per.ts';
import { type Newest, newestAt } from '../catalog/newest.ts';
import type { Site, SitePage } from '../catalog/site.ts';
import { near } from '../search/near.ts';
import { Refusal } from '../support/refusal.ts';

/** A page, where it is instead (`lasting`: for good), or nothing. */
type Found = { page: SitePage } | { redirect: string; lasting: boolean } | undefined;

/** The parameter by which the starter index chooses (docs/http.md#2). */
const starterIndexes = ['/starters/index.md', '/starters/index.html'];
const parameter = 'task_class';
/** Queries for changes, which choose by day. */
const changeList = /^(?:\/domains\/[^/]+)?\/changes\.(?:md|html)$/;
const maxUrl = 2048;

/**
 * Finds the page of a request target that is not literally the path of one.
 * @throws Refusal `malformed_request` for what cannot be decoded, `validation_failed` for an unknown task class, `not_found` for a team
 * that does not exist
 */
export function find(site: Site, target: string): Found {
  requireShort(target);
  const { path, query } = splitTarget(target);
  requireDecodable(path, 'path');
  if (starterIndexes.includes(path) && query !== undefined && site.pages.has(path))
    return { page: starters(site, path, query) };
  if (changeList.test(path) && query !== undefined && site.pages.has(path))
    return { page: changes(site, path, query) };
  const page = site.pages.get(path);
  if (page && !path.includes('?')) return { page };
  const to = site.redirects.get(path);
  if (to !== undefined) return { redirect: to, lasting: true };
  const newest = newestAt(site, path);
  return newest && { redirect: pageOf(newest), lasting: 'lasting' in newest };
}

/** @throws Refusal `not_found` that says which teams or targets there are */
function pageOf(newest: Newest): string {
  if ('page' in newest) return newest.page;
  if ('inactive' in newest)
    throw new Refusal(
      'not_found',
      `No version of ${newest.inactive} is active. /starters/index.md and /formations/index.md list what is.`,
    );
  const { unknown, what, names } = newest;
  const list = what === 'target' ? '/exports/index.md' : '/starters/index.md and /formations/index.md';
  throw new Refusal('not_found', `There is no ${what} of this name.${near(unknown, names)} See ${list}.`);
}

/** Path and query of a target, which may be a whole URL (RFC 9112, 3.2.2). */
export function splitTarget(target: string): { path: string; query: string | undefined } {
  const local = target.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
  const mark = local.indexOf('?');
  return mark < 0
    ? { path: local, query: undefined }
    : { path: local.slice(0, mark), query: local.slice(mark + 1) };
}

/** @throws Refusal `malformed_request` for an address that is too long (docs/http.md#14) */
export function requireShort(target: string): void {
  if (target.length > maxUrl)
    throw new Refusal('malformed_request', `The address is longer than ${maxUrl} characters.`);
}

/**
 * Bad escapes, bad UTF-8 and NUL have no meaning that could be looked up.
 * @throws Refusal `malformed_request`
 */
export function requireDecodable(text: string, part: 'path' | 'query'): void {
  let decoded: string;
  try {
    decoded = decodeURIComponent(text);
  } catch {
    throw new Refusal('malformed_request', `The ${part} holds percent-escapes that are not valid UTF-8.`);
  }
  if (decoded.includes('\0')) throw new Refusal('malformed_request', `The ${part} holds a NUL character.`);
}

/** The starters for the task class of the query; all of them without one. */
function starters(site: Site, starterIndex: string, query: string): SitePage {
  const asked = new URLSearchParams(query).getAll(parameter);
  const whole = site.pages.get(starterIndex)!;
  if (asked.length === 0) return whole;
  const page = asked.length === 1 ? site.pages.get(`${starterIndex}?${parameter}=${asked[0]}`) : undefined;
  if (page) return page;
  const valid = [...site.pages.keys()].flatMap(path => path.split(`${starterIndex}?${parameter}=`)[1] ?? []);
  const what = asked.length > 1 ? 'It occurs more than once in the query.' : 'It is no declared task class.';
  const message = `${what} Valid: ${valid.join(', ')}.`;
  throw new Refusal(
    'validation_failed',
    'Ask for one declared task class; they are listed below and in /domains/index.md.',
    {
      errors: [{ field: parameter, rule: 'task-class', message }],
    },
  );
}

const dayForm = /^\d{4}-\d\d-\d\d$/;

/**
 * What changed on the day of the query and later: the page of the next day on which something changed. The whole list answers without
 * a day, and for one before all that can be asked for.
 */
function changes(site: Site, list: string, query: string): SitePage {
  const asked = new URLSearchParams(query).getAll('since');
  const whole = site.pages.get(list)!;
  const [day = ''] = asked;
  if (asked.length === 0) return whole;
  if (asked.length > 1 || !dayForm.test(day) || Number.isNaN(Date.parse(day))) {
    const message = asked.length > 1 ? 'It occurs more than once in the query.' : 'It is no date.';
    throw new Refusal('validation_failed', 'Ask for one day, such as `?since=2026-11-01`.', {
      errors: [{ field: 'since', rule: 'date', message }],
    });
  }
  const days = daysOf(site).get(list) ?? [];
  if (day < days[0]!) return whole;
  return site.pages.get(`${list}?since=${days.find(each => each >= day)}`) ?? whole;
}

/** The days that each list of changes can be asked for, in order. */
const daysOf = oncePer((site: Site): Map<string, string[]> => {
  const days = new Map<string, string[]>();
  for (const path of [...site.pages.keys()].sort()) {
    const [list = '', day] = path.split('?since=');
    if (day !== undefined) days.set(list, [...(days.get(list) ?? []), day]);
  }
  return days;
});
