/**
 * Tells host names and numeric addresses from the dotted words of technical prose.
 *
 * A host name ends in a top-level domain of the Internet or of a private network: `evil.example.xyz`, `attacker.co.uk`,
 * `foo.zip`. `report.md` and `main.py` end in one too. They count as files unless something suggests a host: a path, a port or
 * a further label. `run.call()` is a call and `coding.deployment` a task class.
 */
import tlds from 'tlds' with { type: 'json' };
import { domainNames } from '../kind/field.ts';

/** The top-level domains that no official list has, but that resolvers and agents know. */
const privateDomains = ['local', 'localdomain', 'localhost', 'internal', 'intranet', 'onion', 'i2p', 'eth'];

/**
 * Top-level domains that are also endings of files and fields. They name a host only with a path, a port or a further label.
 */
const doubtfulDomains = new Set(['example', 'test', 'invalid', 'home', 'corp', 'lan']);

let made: ReadonlySet<string> | undefined;
const topLevel = (): ReadonlySet<string> => {
  made ??= new Set([...tlds, ...privateDomains]);
  return made;
};

/** The top-level domains that are so common in host names that only the names of technologies may end in one. */
const unmistakable = new Set([
  ...['com', 'org', 'net', 'edu', 'gov', 'io', 'dev', 'ai', 'app', 'cloud', 'xyz'],
  ...privateDomains,
]);

/** The labels that show a host even if more labels follow, as in `evil.com.then`. */
const unmistakableInside = new Set(['com', 'org', 'net']);

/** The endings of files that are top-level domains too. */
const fileEndings = new Set(['md', 'py', 'rs', 'sh', 'java']);

/** The names of technologies that look like host names. */
const techniques = new Set(['asp.net', 'ado.net', 'vb.net', 'ml.net', 'socket.io']);

/** A dotted word and the text around it. */
interface DottedWord {
  /** The longest row of letters, digits, dots, hyphens and underscores. */
  word: string;
  /** The two characters before the word. */
  before: string;
  /** The characters behind the word, at most eight. */
  after: string;
}

/** The end of a word whose last label has one letter. No top-level domain is so short, which rules out most words cheaply. */
const oneLetterAtEnd = /\.[^.]\.?$/;
const mayCount = /\d|www|com|net|org/i;

export function isHostName(dotted: DottedWord): boolean {
  const { word, before, after } = dotted;
  if (/(?:^|\.)xn--[a-z0-9]/i.test(word)) return true;
  if (oneLetterAtEnd.test(word) && !mayCount.test(word)) return false;
  const labels = word.toLowerCase().split('.').map(trimmed);
  while (labels.at(-1) === '') labels.pop();
  while (labels[0] === '') labels.shift();
  if (labels.length < 2) return false;
  // A range such as `10.0.0.1-10.0.0.9` is one word.
  if (word.split('-').some(part => isNumeric(part.toLowerCase().split('.')))) return true;
  const last = labels.at(-1)!;
  if (labels[0] === 'www' || isOfTwoScripts(last)) return true;
  if (/[\p{L}\p{N}_]@$/u.test(before) && /^\p{L}{2,63}$/u.test(last)) return !/^\d+$/.test(labels[0]!);
  const inside = labels.slice(1, -1).some((label, at) => unmistakableInside.has(label) && labels[at] !== '');
  return inside || (labels.at(-2) !== '' && endsAsHost(labels, last, { word, before, after }));
}

const trimmed = (label: string): string => label.replace(/^[-_]|[-_]$/g, '');

/** Tells whether a label mixes Latin letters with lookalikes, so that it reads as another name: `соm` with Cyrillic letters. */
const isOfTwoScripts = (label: string): boolean =>
  /[a-z]/.test(label) && /[\p{scx=Cyrl}\p{scx=Grek}]/u.test(label);

function endsAsHost(labels: readonly string[], last: string, { word, before, after }: DottedWord): boolean {
  const hasPort = /^:(?:80|443|\d{4,5})(?!\d)/.test(after);
  const hasPath = /^[/?#][\p{L}\p{N}_~%?#=-]/u.test(after);
  const isSegment = before.endsWith('/') && before !== '//';
  const isLong = labels.length > 2;
  if (doubtfulDomains.has(last)) return hasPort || hasPath || isLong;
  if (!topLevel().has(last)) return false;
  if (fileEndings.has(last)) {
    if (isSegment) return hasPort || /^\/[\p{L}\p{N}]/u.test(after);
    return hasPort || hasPath || (isLong && !isVersion(labels.slice(0, -1)));
  }
  if (hasPort) return true;
  if (labels[0] === 'formation' && !isLong && /^\/v\d/.test(after)) return false;
  if (hasPath) return true;
  return !isExcused(labels, last, word, after);
}

const isVersion = (labels: readonly string[]): boolean => labels.every(label => /^v?\d{1,9}$/.test(label));

/**
 * Tells whether a name without port and path means no host: the name of a technology, a call, a field of `self` or `this`, a name
 * with `_`, a task class, or a number joined to a word.
 */
function isExcused(labels: readonly string[], last: string, word: string, after: string): boolean {
  const [first, ...others] = labels as [string, ...string[]];
  if (techniques.has(labels.join('.'))) return true;
  if (unmistakable.has(last)) return false;
  if (after.startsWith('(') && !word.includes('-')) return true;
  if (first === 'self' || first === 'this' || labels.at(-2)!.includes('_')) return true;
  if (others.length > 1) return false;
  return /^\d{1,2}$/.test(first) || (domainNames as readonly string[]).includes(first);
}

/** Tells whether labels are the numbers of an IPv4 address, which may be octal or hexadecimal. */
function isNumeric(parts: readonly string[]): boolean {
  if (parts.length > 4) return false;
  if (parts.length === 4 && parts.every(part => /^\d{1,4}$/.test(part))) return parts.every(isByte);
  return (
    parts.some(part => /^0x[0-9a-f]{1,8}$/.test(part)) &&
    parts.every(part => /^(?:0x[0-9a-f]{1,8}|\d{1,10})$/.test(part))
  );
}

const isByte = (part: string): boolean => Number.parseInt(part, /^0\d/.test(part) ? 8 : 10) <= 255;

/**
 * Tells whether a text of hexadecimal digits and colons is an IPv6 address. `x[::2]` is a slice of a list and `10:30:00` a
 * time, so a short one counts only if it names this machine.
 */
export function isIpv6(text: string): boolean {
  if (text === '::1') return true;
  const groups = text.split(':');
  if (groups.length < 3 || groups.length > 9 || groups.some(group => group.length > 4)) return false;
  const filled = groups.filter(group => group !== '');
  if (!text.includes('::')) return filled.length === 8 && groups.length === 8;
  return filled.length >= 4 || filled.some(group => group.length >= 3 && /\d/.test(group));
}
