/** What the command writes: documents to standard output, and everything else for people to standard error. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** A text without what could control a terminal: whoever wrote it may be a stranger. */
const harmless = (text: string): string => text.replaceAll(controls, '');

/** Writes a document as it is. */
export function print(document: string): void {
  process.stdout.write(harmless(document.endsWith('\n') ? document : `${document}\n`));
}

/** Tells the person who runs the command something in a line. */
export function say(line: string): void {
  process.stderr.write(`${harmless(line)}\n`);
}

/** `1 file`, `2 files`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
