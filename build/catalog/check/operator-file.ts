/**
 * Checks that the operator's files, which discovery serves as they are, have their forms.
 *
 * - `index-ping.txt`: 8 to 128 letters, digits and hyphens (IndexNow)
 * - `mcp-registry-auth.txt`: `v=MCPv1; k=ed25519; p=<base64 of 32 bytes>`; a private key is refused with a warning
 * - `directory-listing.json`: JSON
 * - `security-contact.txt`: `Contact`, `Expires` and other fields of RFC 9116, a line each
 *
 * None may contain an invisible character.
 */

import { isTooFar, readSecurityTxt } from '#document/guard/security-txt.ts';
import { checkCharacters, checkEscapedCharacters } from '#document/text/characters.ts';
import type { Fault } from '#document/text/fault.ts';
import { unlessThrown } from '#document/text/unless-thrown.ts';
import type { OperatorFile } from '../source/layout.ts';
import { faultAt, type SourceFault } from '../source/source-fault.ts';

const contactFile = 'discovery/security-contact.txt';

/**
 * A function that judges the text of a file. It returns what a wrong file must hold, or a message with the line; undefined for a
 * correct file.
 */
type Judge = (
  text: string,
  now: string | undefined,
) => string | { message: string; line?: number } | undefined;

const rules: Record<OperatorFile, Judge> = {
  'discovery/index-ping.txt': text =>
    /^[A-Za-z0-9-]{8,128}$/.test(text) ? undefined : 'a key of 8 to 128 letters, digits and hyphens',
  'discovery/mcp-registry-auth.txt': text =>
    /^v=MCPv1; k=ed25519; p=[A-Za-z0-9+/]{43}=$/.test(text)
      ? undefined
      : '`v=MCPv1; k=ed25519; p=` and the base64 of the 32 bytes of a public key',
  'discovery/directory-listing.json': text => (isJson(text) ? undefined : 'JSON'),
  [contactFile]: (text, now) => {
    const parsed = readSecurityTxt(text);
    if (!parsed.ok) return parsed;
    const { expires } = parsed.value;
    if (now === undefined || !isTooFar(expires, now)) return undefined;
    return { message: `\`Expires\` is ${expires}; it must be less than a year ahead.` };
  },
};

/**
 * Returns the faults of those files of the operator that exist.
 * @param fileOf returns the name of a file as messages show it
 * @param now the present time, RFC 3339; if absent, dates far ahead are not refused
 */
export const checkOperatorFiles = (
  files: Partial<Record<OperatorFile, string>>,
  fileOf: (name: string) => string,
  now?: string,
): SourceFault[] =>
  (Object.entries(files) as [OperatorFile, string][]).flatMap(([name, text]) => {
    const judged = rules[name](text, now);
    const found = typeof judged === 'string' ? { message: `The file must hold ${judged}.` } : judged;
    const help = 'Correct the file, or remove it; its address then answers 404.';
    const place = { line: 1, ...found, column: 1 };
    const others = found ? [faultAt(place, 'operator-file', found.message, help)] : [];
    return [...hiddenIn(text), ...others].map(fault => ({ file: fileOf(name), ...fault }));
  });

/** Returns a fault for each invisible character in a text, and in JSON also for each that is written as an escape. */
function hiddenIn(text: string): Fault[] {
  const faults = checkCharacters(text);
  if (faults.length > 0 || !text.includes('\\') || !isJson(text)) return faults;
  return checkEscapedCharacters(text, { value: JSON.parse(text), place: () => ({ line: 1, column: 1 }) });
}

/**
 * Returns a warning if the security contact has expired; undefined otherwise. It is no fault, since a date in the past must not
 * keep a service from starting.
 */
export function warnOfExpiry(
  files: Partial<Record<OperatorFile, string>>,
  fileOf: (name: string) => string,
  now: string,
): string | undefined {
  const parsed = readSecurityTxt(files[contactFile] ?? '');
  if (!parsed.ok || parsed.value.expires >= now) return undefined;
  return `${fileOf(contactFile)}: warning: The file expired at ${parsed.value.expires}. Write a new \`Expires\`, less than a year ahead.\n`;
}

const isJson = (text: string): boolean => unlessThrown(() => JSON.parse(text)) !== undefined;
