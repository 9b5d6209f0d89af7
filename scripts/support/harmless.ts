/** Makes text that somebody else may have written safe to show. */

/** Matches controls (C0, C1, DEL) except tabs and line feeds, and characters that change the direction of text. */
const controls =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Returns a text without characters that could control a terminal or reorder its text. */
export const harmless = (text: string): string => text.replaceAll(controls, '');

/** Returns a foreign text in the form in which messages show it: harmless, on one line, and at most `maxCharacters` long. */
export function excerpt(text: string, maxCharacters = 300): string {
  // Text is cut before it is searched, because its length is not in our control.
  const line = harmless(text.slice(0, 2 * maxCharacters))
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length <= maxCharacters ? line : `${line.slice(0, maxCharacters)}…`;
}
