/** Text from elsewhere, made safe to show: a stranger may have written it. */

/** Controls (C0, C1, DEL) but tabs and line feeds, and what changes the direction of text. */
const controls =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Returns a text without characters that could control a terminal or reorder its text. */
export const harmless = (text: string): string => text.replaceAll(controls, '');

/** Returns a foreign text for a message: harmless, on one line, and short. */
export function excerpt(text: string, maxCharacters = 300): string {
  // Text is cut before it is searched, because its length is not in our control.
  const line = harmless(text.slice(0, 2 * maxCharacters))
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length <= maxCharacters ? line : `${line.slice(0, maxCharacters)}…`;
}
