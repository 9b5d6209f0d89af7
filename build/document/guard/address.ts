/**
 * Finds addresses outside the catalog, anywhere in a text: URLs, host names, numeric addresses, mail addresses, paths on other
 * machines, and disguised forms of all these that readers recognise.
 */
import { mark, originIn, undisguise } from '../text/disguise.ts';
import { firstInLines, placesIn } from '../text/line.ts';
import { isHostName, isIpv6 } from './host-name.ts';

const afterColon = /:[^\s]/;

/**
 * The forms that are always an address, each group with a pattern that every text with one of them contains and that is quick
 * to find.
 */
const forms: readonly { sign: RegExp; shapes: readonly RegExp[] }[] = [
  {
    sign: afterColon,
    shapes: [
      /[a-z0-9+.-]:\/\/[\p{L}\p{N}[_%~@$*{<]/giu,
      /\bh(?:tt|xx)ps?:[/\\[a-z0-9]/gi,
      /\b(?:mailto|javascript|vbscript|data):[^\s]/gi,
      /\b(?:s?ftp|ssh|file|wss?|ldaps?|gopher|blob|ipfs):[/\\]/gi,
      /\b(?:tel|sms):\+?\d/gi,
      /\bmagnet:\?/gi,
    ],
  },
  { sign: /hxxp|localhost/i, shapes: [/\bhxxps?\b/gi, /\blocalhost/gi] },
  // `//host/path`, which takes the scheme of the page that links to it
  { sign: /\/\//, shapes: [/(?:^|[\s"'(<[`=>])\/\/(?:[\p{L}\p{N}_-]{1,63}[./:]|\[)[\p{L}\p{N}]/gmu] },
  // `\\host\share`
  { sign: /\\\\/, shapes: [/(?:^|[\s"'(`=])\\\\[\p{L}\p{N}._-]{1,63}\\[\p{L}\p{N}$]/gmu] },
  // An IPv4 address as one number: hexadecimal, octal, or decimal with a port or path
  {
    // A counted repetition would take eight times as long to find.
    sign: /0x|\d\d\d\d\d\d\d\d/i,
    shapes: [/\b0x[0-9a-f]{7,8}\b/gi, /\b0[0-7]{10,11}\b/g, /\b[1-9]\d{7,9}(?::\d{2,5}\b|\/[a-z])/gi],
  },
];

/** An address in words, such as `example dot com`. `beforeNoun` excludes phrases such as `the dot com years`. */
const spelledOut = /[a-z0-9] dot (?:com|net|org|io|dev|app|ai)\b/gi;
const beforeNoun = /(?:^|[^a-z0-9-])(?:the|an?|of|is|and|or|this|that)$/i;

/** A run of letters, digits, marks, dots, hyphens and underscores in any script: a word or a host name. */
const words = /[\p{L}\p{N}\p{M}_.-]+/gu;
const hexadecimal = /[0-9a-fA-F:]+/g;

/**
 * The number of characters behind a word that may show what it is: a port, the beginning of a path, or the bracket of a call.
 */
const following = 8;

/** Yields the offsets at which addresses begin in a text, at most one in each line for each form. Takes linear time. */
export function* addressesIn(text: string): Generator<number> {
  yield* plainAddressesIn(text);
  const lines = disguisedLines(text);
  const joined = lines.map(({ plain }) => plain).join('\n');
  const found = [...plainAddressesIn(joined)].sort((a, b) => a - b);
  if (found.length === 0) return;
  const placeOf = placesIn(joined);
  for (const index of found) {
    const { line, column } = placeOf(index);
    const { start, shown } = lines[line - 1]!;
    yield start + originIn(shown, column - 1);
  }
}

/**
 * Returns the lines of a text that contain a disguise: each as written, without its disguises, and with the offset at which it
 * begins.
 */
function disguisedLines(text: string): { start: number; shown: string; plain: string }[] {
  const found: { start: number; shown: string; plain: string }[] = [];
  for (let end = 0; end >= 0; ) {
    mark.lastIndex = end;
    const at = mark.exec(text)?.index;
    if (at === undefined) break;
    const start = text.lastIndexOf('\n', at) + 1;
    end = text.indexOf('\n', at);
    const shown = text.slice(start, end < 0 ? undefined : end);
    const plain = undisguise(shown);
    if (plain !== shown) found.push({ start, shown, plain });
  }
  return found;
}

function* plainAddressesIn(text: string): Generator<number> {
  for (const { sign, shapes } of forms) {
    if (!sign.test(text)) continue;
    for (const shape of shapes)
      for (const { 0: found, index } of firstInLines(text, shape)) yield index + startOf(found);
  }
  for (const { index } of firstInLines(text, spelledOut, isSpelledOut)) yield index;
  yield* hostsIn(text);
  if (/xn--/i.test(text)) for (const { index } of firstInLines(text, words, isHost)) yield index;
  if (!afterColon.test(text) || !/:[0-9a-f]{0,4}:/i.test(text)) return;
  for (const { index } of firstInLines(text, hexadecimal, isAddress)) yield index;
}

/** Yields the offsets at which host names begin, the first in each line. */
function* hostsIn(text: string): Generator<number> {
  let done = 0;
  for (let stop = text.indexOf('.'); stop >= 0; stop = text.indexOf('.', Math.max(done, stop + 1))) {
    if (!isInner(text, stop)) continue;
    let start = stop;
    while (start > done && isOfWord(text, start - 1)) start -= 1;
    let end = stop + 1;
    while (end < text.length && isOfWord(text, end)) end += 1;
    done = end;
    if (!isHost({ 0: text.slice(start, end), index: start, input: text })) continue;
    yield start;
    done = text.indexOf('\n', end);
    if (done < 0) return;
  }
}

/** Tells whether a word continues behind the full stop at an index. Usually it does not, since most full stops end a sentence. */
function isInner(text: string, stop: number): boolean {
  const code = text.charCodeAt(stop + 1);
  if (code < 128) return code !== fullStop && asciiOfWord[code]!;
  return /^[\p{L}\p{N}\p{M}]/u.test(text.slice(stop + 1, stop + 3));
}

const fullStop = '.'.charCodeAt(0);

/**
 * Tells whether the character at an index may be part of a host name: a character that `words` matches, or half of a larger
 * character.
 */
function isOfWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 128) return asciiOfWord[code]!;
  return (code >= 0xd800 && code <= 0xdfff) || /[\p{L}\p{N}\p{M}]/u.test(text[at]!);
}

const asciiOfWord = Array.from({ length: 128 }, (_, code) => /[\w.-]/.test(String.fromCharCode(code)));

/**
 * Returns the index at which the address begins in a match: 1 if its first character only introduces the address, otherwise 0.
 */
const startOf = (found: string): number => (/^[\s"'(<[`=>]/.test(found) ? 1 : 0);

const isSpelledOut = ({ index, input }: RegExpExecArray): boolean =>
  !beforeNoun.test(input.slice(Math.max(0, index - 4), index + 1));

function isHost({ 0: word, index, input }: Pick<RegExpExecArray, 0 | 'index' | 'input'>): boolean {
  if (!word.includes('.') && !/xn--/i.test(word)) return false;
  const end = index + word.length;
  const before = input.slice(Math.max(0, index - 2), index);
  return isHostName({ word, before, after: input.slice(end, end + following) });
}

function isAddress({ 0: found, index, input }: RegExpExecArray): boolean {
  const isWithin = isWord(input[index - 1]) || isWord(input[index + found.length]);
  return found.includes(':') && !isWithin && isIpv6(found);
}

const isWord = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}_]/u.test(character);
