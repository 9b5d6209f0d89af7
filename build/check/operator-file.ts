/**
 * The operator's files, which discovery serves as they are.
 *
 * - `index-ping.txt`: 8 to 128 letters, digits and hyphens (IndexNow)
 * - `mcp-registry-auth.txt`: `v=MCPv1; k=ed25519; p=<base64 of 32 bytes>`; a private key is refused with alarm
 * - `directory-listing.json`: JSON
 * - `security-contact.txt`: a `mailto:`, `https:` or `tel:` address (RFC 9116)
 *
 * None holds a character that readers do not see.
 */
import { checkCharacters, checkEscapedCharacters } from '#document/characters.ts';
import type { Fault } from '#document/fault.ts';
import type { OperatorFile } from '../layout.ts';
import type { Message } from '../message.ts';

const rules: Record<OperatorFile, { holds(text: string): boolean; expected: string }> = {
  'discovery/index-ping.txt': {
    holds: text => /^[A-Za-z0-9-]{8,128}$/.test(text),
    expected: 'a key of 8 to 128 letters, digits and hyphens',
  },
  'discovery/mcp-registry-auth.txt': {
    holds: text => /^v=MCPv1; k=ed25519; p=[A-Za-z0-9+/]{43}=$/.test(text),
    expected: '`v=MCPv1; k=ed25519; p=` and the base64 of the 32 bytes of a public key',
  },
  'discovery/directory-listing.json': { holds: isJson, expected: 'JSON' },
  'discovery/security-contact.txt': {
    holds: text => /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+?[\d-]+)$/.test(text),
    expected: 'one `mailto:`, `https:` or `tel:` address',
  },
};

/** Checks the files that exist; `fileOf` gives their names as messages show them. */
export function checkOperatorFiles(
  files: Partial<Record<OperatorFile, string>>,
  fileOf: (name: string) => string,
): Message[] {
  const entries = Object.entries(files) as [OperatorFile, string][];
  const hidden = entries.flatMap(([name, text]) =>
    hiddenIn(text).map(fault => ({ file: fileOf(name), ...fault })),
  );
  const others = entries
    .filter(([name, text]) => !rules[name].holds(text))
    .map(([name]) => ({
      file: fileOf(name),
      field: '',
      rule: 'operator-file',
      message: `The file must hold ${rules[name].expected}.`,
      help: 'Correct it, or remove the file: its page is then an honest 404.',
      line: 1,
      column: 1,
    }));
  return [...hidden, ...others];
}

/** Characters that readers do not see, also where an escape of JSON stands for one. */
function hiddenIn(text: string): Fault[] {
  const faults = checkCharacters(text);
  if (faults.length > 0 || !text.includes('\\') || !isJson(text)) return faults;
  return checkEscapedCharacters(text, { value: JSON.parse(text), place: () => ({ line: 1, column: 1 }) });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
