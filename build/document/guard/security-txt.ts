/** The fields of `security.txt` (RFC 9116), which say how to report a weakness of the service. */
import { time } from '../kind/field.ts';

export const securityTxtPath = '/.well-known/security.txt';

/** The most characters of the file. No client reads longer ones. */
const maxLength = 4096;

const language = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/;
const https = /^https:\/\/[^\s/]+(?:\/\S*)?$/;

interface Shape {
  holds(value: string): boolean;
  expected: string;
  isList?: boolean;
}

/** The fields that an operator may set, in the order in which they are served, with the form of their values. */
const shapes: ReadonlyMap<string, Shape> = new Map([
  [
    'Contact',
    {
      holds: value => /^(?:mailto:[^\s@]+@[^\s@]+|tel:\+?[\d-]+)$/.test(value) || https.test(value),
      expected: 'a `mailto:`, `https:` or `tel:` address',
      isList: true,
    },
  ],
  [
    'Expires',
    {
      holds: value => time.safeParse(value).success && isDay(value),
      expected: 'a time such as `2027-06-30T00:00:00Z`, less than a year ahead',
    },
  ],
  [
    'Preferred-Languages',
    {
      holds: value => value.split(', ').every(tag => language.test(tag)),
      expected: 'tags of languages such as `en, fr`',
    },
  ],
  ['Policy', { holds: value => https.test(value), expected: 'an `https:` address', isList: true }],
] satisfies [string, Shape][]);

/** Tells whether the day of a time exists in the calendar. */
const isDay = (value: string): boolean => new Date(value).toISOString().startsWith(value.slice(0, 10));

const names = [...shapes.keys()];

interface SecurityTxt {
  /** The names and values of the fields, in the order in which they are served. */
  fields: readonly (readonly [name: string, value: string])[];
  expires: string;
}

type SecurityTxtResult = { ok: true; value: SecurityTxt } | { ok: false; line: number; message: string };

/**
 * Reads the fields, one in each line, and skips empty lines and comments. Returns them in the order in which they are served, or
 * the line and the message of the first fault.
 * @param more further names of fields, whose values are not checked
 */
export function readSecurityTxt(text: string, more: readonly string[] = []): SecurityTxtResult {
  if (text.length > maxLength) return refuse(1, `It is longer than ${maxLength} characters.`);
  const fields: [string, string][] = [];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line === '' || line.startsWith('#')) continue;
    const [, name = '', value = ''] = /^([A-Za-z-]+): (\S.*)$/.exec(line) ?? [];
    const message = more.includes(name) ? undefined : faultOf(name, value, fields);
    if (message !== undefined) return refuse(at + 1, message);
    fields.push([name, value]);
  }
  const missing = ['Contact', 'Expires'].find(wanted => !fields.some(([name]) => name === wanted));
  if (missing) return refuse(1, `\`${missing}: …\` is missing: ${shapes.get(missing)!.expected}.`);
  const order = [...names, ...more];
  fields.sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  return { ok: true, value: { fields, expires: fields.find(([name]) => name === 'Expires')![1] } };
}

const refuse = (line: number, message: string): SecurityTxtResult => ({ ok: false, line, message });

function faultOf(
  name: string,
  value: string,
  before: readonly (readonly [string, string])[],
): string | undefined {
  const shape = shapes.get(name);
  if (!shape)
    return `A line is \`NAME: value\`, such as \`Contact: mailto:security@example.org\`, and NAME one of ${names.join(', ')}.`;
  if (!shape.holds(value)) return `\`${name}\` must be ${shape.expected}.`;
  if (!shape.isList && before.some(([other]) => other === name)) return `\`${name}\` appears twice.`;
  return undefined;
}

const dayMilliseconds = 86_400_000;

/** Tells whether an expiry is a year or more after a time, which RFC 9116, 2.5.5 advises against. */
export const isTooFar = (expires: string, now: string): boolean =>
  Date.parse(expires) - Date.parse(now) >= 365 * dayMilliseconds;
