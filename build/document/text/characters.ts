/**
 * Checks that a text hides no characters: text that a program reads and a person does not see could carry an instruction past
 * every review.
 *
 * - `\u{E0041}` (a tag character), `\u200B`, `\u00AD` and every other default-ignorable or format character is refused
 * - controls, lone surrogates, private-use and unassigned characters, and marks piled on one letter are refused too
 * - `\u00A0` and all other spaces that look like U+0020 are refused, since the same line could be written in many ways
 *
 * Real scripts keep what they need: joiners within words of the scripts that use them and within emoji, emoji selectors,
 * Mongolian selectors after letters, and format characters that are seen, such as the Arabic number sign (Unicode, 23.2).
 */
import { blanks, describeCharacter } from './character-name.ts';
import { type Fault, type FieldPath, fieldName, maxFaults, type Place } from './fault.ts';
import { placesIn } from './line.ts';
import { once } from './once-per.ts';

/** The most marks on one letter. Pointed Hebrew and Vietnamese need three. */
const maxMarks = 4;

/** A text of characters that are never refused. Most texts are of this form. */
const plain = /^[\t\n\x20-\x7e]*$/;

/** Every character that may be refused, and every letter with too many marks. */
const suspects = new RegExp(
  `[^\\P{C}\\t\\n\\r]|\\r(?!\\n)|[^\\P{Z} ]|[\\p{Default_Ignorable_Code_Point}${blanks}]|[\\p{Mn}\\p{Me}]{${maxMarks + 1},}`,
  'gu',
);

/** Format characters that are visible: they enclose or span the digits that follow. */
const seenFormats = /^[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}]$/u;

/** The letters and marks of the scripts in whose words a joiner changes the shape of letters. */
const joiningScripts = [
  ...['Arab', 'Syrc', 'Mand', 'Nkoo', 'Mong', 'Phag', 'Adlm', 'Rohg'],
  ...['Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh'],
  ...['Khmr', 'Mymr', 'Tibt', 'Tirh', 'Gran', 'Newa', 'Java', 'Bali'],
]
  .map(script => `\\p{scx=${script}}`)
  .join('');
const letter = `(?=[\\p{L}\\p{M}])[${joiningScripts}]`;
// Made when a text has a joiner, since making them takes milliseconds.
const afterJoining = once(() => new RegExp(`${letter}$`, 'u'));
const beforeJoining = once(() => new RegExp(`^${letter}`, 'u'));
const afterWord = once(() => /[\p{L}\p{M}\p{N}]$/u);
const beforeWord = once(() => /^[\p{L}\p{M}\p{N}]/u);
/** The signs that suppress a vowel. A joiner behind one requests the half form of its letter, even at the end of a word. */
const afterVirama = /[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA]$/;
const afterPictograph = /\p{Extended_Pictographic}$/u;
const afterEmoji = /\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?$/u;
const beforePictograph = /^\p{Extended_Pictographic}/u;
const mongolian = /(?=\p{L})\p{scx=Mong}$/u;

type Allowance = (before: string, after: string) => boolean;

const inWord: Allowance = (before, after) =>
  (afterJoining().test(before) && beforeWord().test(after)) ||
  (afterWord().test(before) && beforeJoining().test(after));
const afterMongolian: Allowance = before => mongolian.test(before);
const presentation: Allowance = (before, after) =>
  afterPictograph.test(before) || (/[0-9#*]$/.test(before) && after.startsWith('\u20E3'));

/** The contexts in which a character is allowed that is refused elsewhere. */
const allowances = new Map<number, Allowance>([
  [0x200c, inWord],
  [
    0x200d,
    (before, after) =>
      inWord(before, after) ||
      afterVirama.test(before) ||
      (afterEmoji.test(before) && beforePictograph.test(after)),
  ],
  [0xfe0e, presentation],
  [0xfe0f, presentation],
  ...[0x180b, 0x180c, 0x180d, 0x180e, 0x180f].map((code): [number, Allowance] => [code, afterMongolian]),
]);

/** The most code units on either side of a character that the patterns of its context examine. */
const context = 4;

function isAllowed(text: string, index: number, character: string): boolean {
  const allowance = allowances.get(character.codePointAt(0)!);
  if (!allowance) return seenFormats.test(character);
  const end = index + character.length;
  return allowance(text.slice(Math.max(0, index - context), index), text.slice(end, end + context));
}

/** A refused part of a text: a letter with too many marks, or a run of characters, which may be a hidden message. */
interface Finding {
  index: number;
  end: number;
  /** The first character of the part. */
  first: string;
  characters: number;
  marks: boolean;
}

/** Yields the refused parts of a text, in order. Takes linear time, and finds each part only when it is asked for. */
function* findingsIn(text: string): Generator<Finding> {
  if (plain.test(text)) return;
  let run: Finding | undefined;
  for (const { 0: found, index } of text.matchAll(suspects)) {
    const first = String.fromCodePoint(found.codePointAt(0)!);
    const marks = found.length > first.length;
    if (isAllowed(text, index, found)) continue;
    const end = index + found.length;
    if (run && run.end === index && !run.marks && !marks) {
      run.end = end;
      run.characters += 1;
      continue;
    }
    if (run) yield run;
    run = { index, end, first, characters: marks ? [...found].length : 1, marks };
  }
  if (run) yield run;
}

/** Tells whether a text is one line of visible characters. */
export const isPlainLine = (text: string): boolean => firstHidden(text) === undefined;

/**
 * Returns the first character that does not belong in one line of plain text, in the words of messages; undefined if there is
 * none.
 */
export function firstHidden(line: string): string | undefined {
  const first = /[\t\n\r]/.exec(line)?.[0] ?? findingsIn(line).next().value?.first;
  return first === undefined ? undefined : describeCharacter(first).name;
}

/** Returns a text as one line, with the characters that do not belong there as numbers: `a\u{200B}b`. */
export function withHiddenShown(text: string): string {
  let shown = '';
  let end = 0;
  for (const finding of findingsIn(text)) {
    const characters = [...text.slice(finding.index, finding.end)];
    shown += text.slice(end, finding.index) + characters.map(numberOf).join('');
    end = finding.end;
  }
  return (shown + text.slice(end)).replace(/[\t\n\r]/g, numberOf);
}

const numberOf = (character: string): string =>
  `\\u{${character.codePointAt(0)!.toString(16).toUpperCase()}}`;

/** Returns the rule, message and help of a refused part. The message continues a sentence that begins with the place. */
function explain({ first, characters, marks }: Finding): Pick<Fault, 'rule' | 'message' | 'help'> {
  const { name, why, help } = describeCharacter(first);
  if (marks) {
    const message = `holds ${characters} combining marks in a row, the first of them ${name}; expected at most ${maxMarks}`;
    return { rule: 'combining-marks', message, help: 'Keep the marks that the word needs.' };
  }
  const more = characters === 1 ? '' : ` and ${characters - 1} more like it`;
  return { rule: 'hidden-character', message: `holds ${name}${more}, ${why}`, help };
}

/**
 * Returns a fault for each part of a text that is invisible or looks like something else, at most 100. A run of such characters
 * counts as one.
 */
export function checkCharacters(text: string): Fault[] {
  const faults: Fault[] = [];
  const placeOf = placesIn(text);
  for (const finding of findingsIn(text)) {
    const { rule, message: explained, help } = explain(finding);
    const found = text.slice(finding.index, finding.end);
    const fix = /^\p{Zs}+$/u.test(found) && { found, write: ' '.repeat(found.length) };
    const message = `The line ${explained}.`;
    faults.push({ field: '', rule, message, help, ...(fix && { fix }), ...placeOf(finding.index) });
    if (faults.length === maxFaults) break;
  }
  return faults;
}

/** A text within a value: a string in it, or a key. */
interface TextWithin {
  path: FieldPath;
  text: string;
  isKey: boolean;
}

/** Yields every string in a value, and every key. */
export function* textsWithin(value: unknown, path: FieldPath = []): Generator<TextWithin> {
  if (typeof value === 'string') yield { path, text: value, isKey: false };
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* textsWithin(item, [...path, index]);
    return;
  }
  for (const [key, inner] of Object.entries(value)) {
    yield { path: [...path, key], text: key, isKey: true };
    yield* textsWithin(inner, [...path, key]);
  }
}

/**
 * Returns the faults of `checkCharacters` for characters that are written as escapes in front matter: `"\u200B"` is plain text
 * until it is parsed. A text without a backslash has no escapes, so its values hold no other characters than the text itself.
 */
export function checkEscapedCharacters(
  text: string,
  { value, place }: { value: unknown; place(path: FieldPath): Place },
): Fault[] {
  if (!text.includes('\\')) return [];
  const faults: Fault[] = [];
  for (const { path, text: inner, isKey } of textsWithin(value)) {
    const field = fieldName(isKey ? path.slice(0, -1) : path);
    const where = isKey ? 'A key' : `\`${field}\``;
    for (const finding of findingsIn(inner)) {
      const { rule, message, help } = explain(finding);
      faults.push({
        field,
        rule,
        message: `${where} ${message}, written as an escape.`,
        help,
        ...place(path),
      });
      if (faults.length === maxFaults) return faults;
    }
  }
  return faults;
}
