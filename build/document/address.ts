/**
 * Addresses outside the catalog, anywhere in a text: URLs, host names, numeric addresses, mail addresses, paths of other
 * machines, and the same in the disguises that readers see through.
 */
import { originIn, undisguise } from './disguise.ts';
import { isHostName, isIpv6 } from './host-name.ts';
import { firstInLines, placesIn } from './line.ts';

/** What is an address by its form alone. */
const forms: readonly RegExp[] = [
  /[a-z0-9+.-]:\/\/[\p{L}\p{N}[_%~@$*{<]/giu,
  /\bh(?:tt|xx)ps?:[/\\[a-z0-9]/gi,
  /\bhxxps?\b/gi,
  /\b(?:mailto|javascript|vbscript|data):[^\s]/gi,
  /\b(?:s?ftp|ssh|file|wss?|ldaps?|gopher|blob|ipfs):[/\\]/gi,
  /\b(?:tel|sms):\+?\d/gi,
  /\bmagnet:\?/gi,
  /\blocalhost/gi,
  // `//host/path`, which takes the scheme of the page
  /(?:^|[\s"'(<[`=>])\/\/(?:[\p{L}\p{N}_-]{1,63}[./:]|\[)[\p{L}\p{N}]/gmu,
  // `\\host\share`
  /(?:^|[\s"'(`=])\\\\[\p{L}\p{N}._-]{1,63}\\[\p{L}\p{N}$]/gmu,
  // An IPv4 address as one number: hexadecimal, octal, or decimal with a port or path
  /\b0x[0-9a-f]{7,8}\b/gi,
  /\b0[0-7]{10,11}\b/g,
  /\b[1-9]\d{7,9}(?::\d{2,5}\b|\/[a-z])/gi,
];

/** `example dot com`; `the dot com years` are none. */
const spelledOut = /[a-z0-9] dot (?:com|net|org|io|dev|app|ai)\b/gi;
const beforeNoun = /(?:^|[^a-z0-9-])(?:the|an?|of|is|and|or|this|that)$/i;

const words = /[\p{L}\p{N}\p{M}_.-]+/gu;
const asciiWords = /[A-Za-z0-9_.-]+/g;
const ascii = /^[\0-\x7f]*$/;
const hexadecimal = /[0-9a-fA-F:]+/g;

/** Characters after a word that tell what it is: a port, the beginning of a path, the bracket of a call. */
const following = 8;

/** Where addresses begin in a text, at most one in each line for each form of address. Costs as much as the text is long. */
export function* addressesIn(text: string): Generator<number> {
  yield* plainAddressesIn(text);
  const undisguised = undisguise(text);
  if (undisguised === text) return;
  const placeOf = placesIn(undisguised);
  let lines: string[] | undefined;
  let starts: number[] = [];
  for (const index of [...plainAddressesIn(undisguised)].sort((a, b) => a - b)) {
    if (!lines) {
      lines = text.split('\n');
      starts = startsOf(lines);
    }
    const { line, column } = placeOf(index);
    yield starts[line - 1]! + originIn(lines[line - 1]!, column - 1);
  }
}

function startsOf(lines: readonly string[]): number[] {
  let start = 0;
  return lines.map(({ length }) => {
    const own = start;
    start += length + 1;
    return own;
  });
}

function* plainAddressesIn(text: string): Generator<number> {
  for (const form of forms)
    for (const { 0: found, index } of firstInLines(text, form)) yield index + startOf(found);
  for (const { index } of firstInLines(text, spelledOut, isSpelledOut)) yield index;
  const isAscii = ascii.test(text);
  for (const { index } of firstInLines(text, isAscii ? asciiWords : words, isHost)) yield index;
  if (!text.includes('::') && !/(?::[0-9a-f]{1,4}){7}/i.test(text)) return;
  for (const { index } of firstInLines(text, hexadecimal, isAddress)) yield index;
}

/** A character before a form that belongs to it alone is no part of the address. */
const startOf = (found: string): number => (/^[\s"'(<[`=>]/.test(found) ? 1 : 0);

const isSpelledOut = ({ index, input }: RegExpExecArray): boolean =>
  !beforeNoun.test(input.slice(Math.max(0, index - 4), index + 1));

function isHost({ 0: word, index, input }: RegExpExecArray): boolean {
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
