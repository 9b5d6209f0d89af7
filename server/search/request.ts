/** The parameters of a search over HTTP (docs/http.md#12). */
import { inDomainOrder } from '#document/kind/field.ts';
import { oncePer } from '#document/text/once-per.ts';
import { maxFound } from '#edition/search/search-index.ts';
import type { Site } from '../site/site.ts';
import { Refusal } from '../support/refusal.ts';
import {
  defaultLimit,
  isCampaign,
  type ParameterName as Name,
  parameterNames as names,
  type SearchRequest,
} from './address.ts';
import { near } from './near.ts';
import { searchedKinds } from './site-index.ts';
import { unknownTaskClass } from './task-class.ts';

const maxLimit = 20;
const maxQuery = 2000;

/** Returns the domains of a site, in the usual order. */
const domainsOf = oncePer(({ entries }: Site): string[] =>
  inDomainOrder(entries.flatMap(({ kind, search }) => (kind === 'domain' ? (search?.domains ?? []) : []))),
);

/**
 * Reads the parameters of a search. An optional parameter that is empty counts as absent, since forms send it that way.
 * @throws Refusal `malformed_request` that names the wrong parameter and what is valid
 */
export function readSearchRequest(query: URLSearchParams, site: Site): SearchRequest {
  for (const name of query.keys()) requireKnown(name);
  const given = (name: Name): string | undefined => {
    const values = query.getAll(name).map(value => value.trim());
    if (values.length > 1) throw wrong(name, 'It occurs more than once. Send it once.');
    return values[0] === '' ? undefined : values[0];
  };
  const text = given('q');
  if (text === undefined)
    throw wrong('q', 'It is missing. Say in plain words what the work is, such as `q=fix+a+bug`.');
  if (text.length > maxQuery)
    throw wrong('q', `It has ${text.length} characters. Expected at most ${maxQuery}.`);
  return {
    query: text,
    kind: oneOf('kind', given('kind'), searchedKinds(site)),
    domain: oneOf('domain', given('domain')?.toLowerCase(), domainsOf(site)),
    taskClass: declared(given('task_class')?.toLowerCase(), site),
    limit: whole('limit', given('limit'), { min: 1, max: maxLimit, absent: defaultLimit }),
    offset: whole('offset', given('offset'), { min: 0, max: maxFound, absent: 0 }),
  };
}

function wrong(name: string, message: string): Refusal {
  return new Refusal('malformed_request', `The parameter \`${name}\` cannot be used. ${message}`, {
    errors: [{ field: name, rule: 'parameter', message }],
  });
}

function requireKnown(name: string): void {
  if ((names as readonly string[]).includes(name) || isCampaign(name)) return;
  const shown = /^\w{1,40}$/.test(name) ? name : 'query';
  throw wrong(shown, `There is no such parameter.${near(shown, names)} Valid: ${names.join(', ')}.`);
}

function oneOf<Value extends string>(
  name: Name,
  given: string | undefined,
  valid: readonly Value[],
): Value | undefined {
  if (given === undefined || (valid as readonly string[]).includes(given)) return given as Value | undefined;
  throw wrong(name, `There is no such value.${near(given, valid)} Valid: ${valid.join(', ')}.`);
}

function declared(given: string | undefined, site: Site): string | undefined {
  const unknown = given === undefined ? undefined : unknownTaskClass(site, given);
  if (unknown !== undefined) throw wrong('task_class', unknown);
  return given;
}

function whole(
  name: Name,
  given: string | undefined,
  { min, max, absent }: { min: number; max: number; absent: number },
): number {
  if (given === undefined) return absent;
  const value = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw wrong(name, `Expected one whole number from ${min} to ${max}.`);
}
