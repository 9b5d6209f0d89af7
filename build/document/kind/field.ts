/** The types of values that fields of documents hold, so that the rule of each is written once (docs/documents.md#6). */
import { z } from 'zod';
import { isPlainLine } from '../text/characters.ts';

/**
 * The domains of use receipts (docs/use-tickets.md#11), in the order in which lists show them. The catalog may have more
 * domains, each in a file of `content/domains/`; lists show these after the others, by name.
 */
export const domainNames = [
  'coding',
  'research',
  'documents',
  'reasoning',
  'evaluation',
  'operations',
  'security',
] as const;

export const slug = z
  .string()
  .max(64)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'expected lowercase words joined by hyphens')
  .meta({
    named: 'slug',
    rules: 'lowercase letters and digits in words joined by `-`, at most 64 characters',
    examples: ['react-loop'],
  });

export const version = z
  .string()
  .max(64)
  .regex(/^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/, 'expected a version MAJOR.MINOR.PATCH')
  .meta({ named: 'version', rules: 'semantic version `MAJOR.MINOR.PATCH`', examples: ['1.0.0'] });

/** One of the domains that the catalog declares. */
export const domainName = z
  .string()
  .max(40)
  .regex(/^[a-z0-9]+(_[a-z0-9]+)*$/, 'expected lowercase words joined by underscores')
  .refine(name => name !== 'index', 'expected another name: `index` is the list of domains')
  .meta({
    named: 'domain',
    rules: 'lowercase letters and digits in words joined by `_`, at most 40 characters',
    examples: ['coding'],
  });

/** Returns the names of domains in the order in which lists show them. */
export const inDomainOrder = (names: Iterable<string>): string[] => {
  const all = new Set(names);
  const first = domainNames.filter(name => all.has(name));
  return [...first, ...[...all].filter(name => !(domainNames as readonly string[]).includes(name)).sort()];
};

export const taskName = z
  .string()
  .max(64)
  .regex(/^[a-z0-9]+(_[a-z0-9]+)*$/, 'expected lowercase words joined by underscores')
  .meta({
    named: 'task name',
    rules: 'lowercase letters and digits in words joined by `_`',
    examples: ['bug_fix'],
  });

/** Tells whether a use receipt may name a task class or a domain: its domain must be one of `domainNames`. */
export const isReportable = (name: string): boolean =>
  (domainNames as readonly string[]).includes(name.split('.')[0]!);

export const taskClass = z
  .string()
  .max(128)
  .regex(
    /^[a-z0-9]+(_[a-z0-9]+)*\.[a-z0-9]+(_[a-z0-9]+)*$/,
    'expected {domain}.{task}: a domain, a dot, a task, each lowercase words joined by underscores',
  )
  .meta({
    named: 'task class',
    rules: '`{domain}.{task}`, lowercase with underscores, at most 128 characters',
    examples: ['coding.bug_fix'],
  });

/** The task class in a use receipt. Its domain is one of seven, however many the catalog has (docs/use-tickets.md#11). */
export const reportedTaskClass = z
  .string()
  .max(128)
  .regex(
    new RegExp(`^(${domainNames.join('|')})\\.[a-z0-9]+(_[a-z0-9]+)*$`),
    'expected {domain}.{task}: one of the seven domains, a dot, lowercase words joined by underscores',
  )
  .meta({
    named: 'task class',
    rules: '`{domain}.{task}`, lowercase with underscores, at most 128 characters',
    examples: ['coding.bug_fix'],
  });

export const digest = z
  .string()
  .regex(/^sha256:[0-9a-f]{64}$/, 'expected `sha256:` and 64 lowercase hexadecimal digits')
  .meta({
    named: 'digest',
    rules: '`sha256:` and 64 lowercase hexadecimal digits',
    examples: [`sha256:${'0a'.repeat(32)}`],
  });

/**
 * Tells whether a date or time exists in the calendar. JavaScript reads 31 February as a day in March.
 * @param end the rest of a time, which completes the text
 */
function exists(text: string, end: string): boolean {
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString() === text.replace(/Z?$/, end);
}

export const date = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/, 'expected a date such as 2026-11-21')
  .refine(text => exists(text, 'T00:00:00.000Z'), 'expected a date that exists')
  .meta({ rules: 'year, month and day', examples: ['2026-11-21'] });

export const time = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/, 'expected a UTC time such as 2026-11-21T08:00:00Z')
  .refine(text => exists(text, '.000Z'), 'expected a time that exists')
  .meta({ named: 'time', rules: 'RFC 3339 in UTC with seconds', examples: ['2026-11-21T08:00:00Z'] });

/** A path of this site, in the form that it has in a URL. */
export const sitePath = z
  .string()
  .max(512)
  .regex(/^\/[A-Za-z0-9._~/-]*$/, 'expected a path of this site that begins with `/`')
  .meta({ named: 'path', rules: 'absolute path of this site', examples: ['/patterns/react-loop.md'] });

export const webAddress = z
  .string()
  .max(2048)
  .regex(/^https?:\/\/[^\s<>"\\^`{|}]+$/, 'expected an http or https URL')
  .refine(text => URL.canParse(text), 'expected a URL that can be parsed')
  .meta({ named: 'URL', rules: 'http or https URL', examples: ['https://arxiv.org/abs/2210.03629'] });

/** Makes the schema of one line of text for people, without white space at its ends, control characters or invisible ones. */
export const line = (maxCharacters: number) =>
  z
    .string()
    .min(1)
    .max(maxCharacters)
    .refine(isPlainLine, 'expected one line without control or invisible characters')
    .refine(text => text.trim() === text, 'expected no white space at either end')
    .meta({ rules: `one line, 1 to ${maxCharacters} characters` });

/**
 * Makes the schema of a whole number from `min` to `max`.
 * @param unit the unit, for the reference of the schema
 */
export const count = (max: number, unit?: string, min = 0) =>
  z
    .int()
    .min(min)
    .max(max)
    .meta({ rules: `whole number ${min} to ${max}`, ...(unit && { unit }) });

/** Makes the schema of a list of `min` to `max` items. */
export const list = <T extends z.ZodType>(item: T, max: number, min = 0) => {
  const items = z.array(item).max(max);
  return (min === 0 ? items : items.min(min)).meta({ rules: `${min} to ${max} items` });
};

/** Makes the schema of a list without duplicates. */
export const uniqueList = <T extends z.ZodType>(item: T, max: number, min = 0) =>
  list(item, max, min)
    .refine(
      items => new Set(items.map(each => JSON.stringify(each))).size === items.length,
      'expected no item twice',
    )
    .meta({ rules: `${min} to ${max} items, no duplicates` });

export const year = z
  .int()
  .min(1950)
  .max(2100)
  .meta({ rules: 'four digits', examples: [2025] });
