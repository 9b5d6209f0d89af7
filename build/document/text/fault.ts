/** A fault: one thing wrong with a document, at a place, with what was expected and what to do. */

/** A position in a text; lines and columns count from 1. */
export interface Place {
  line: number;
  column: number;
}

/** Something wrong with a document. `field` is a path such as `roles[1].id`, empty for the document as a whole. */
export interface Fault extends Place {
  field: string;
  /** The name of the broken rule, for readers to search for: `unknown-field`, `topology`. */
  rule: string;
  /** The fault in words: what was found, and what was expected. */
  message: string;
  /** The advice on how to fix it. */
  help: string;
  fix?: Fix | undefined;
}

/** A correction that is certain: `found`, which begins at the place of the fault or after it on its line, becomes `write`. */
export interface Fix {
  found: string;
  write: string;
}

/** The steps from the root of a front matter to one of its values. */
export type FieldPath = readonly (string | number)[];

/** Writes a path in the usual notation: `roles[1].id`. */
export function fieldName(path: FieldPath): string {
  return path
    .map((step, index) =>
      typeof step === 'number' ? `[${step}]` : index === 0 ? shown(step) : `.${shown(step)}`,
    )
    .join('');
}

const maxShown = 60;

/** Quotes the beginning of a sender's text for a message, with every character that is not plainly visible as `\u{…}`. */
export function shown(text: string): string {
  const start = text.length > maxShown ? `${text.slice(0, maxShown).toWellFormed()}…` : text;
  return start.replace(
    /[^\p{L}\p{N}\p{P}\p{S} ]/gu,
    character => `\\u{${character.codePointAt(0)!.toString(16).toUpperCase()}}`,
  );
}

/** Orders faults by their place in the text. */
export function byPlace(a: Place, b: Place): number {
  return a.line - b.line || a.column - b.column;
}

/** The most faults that are listed for one document. Correct these and send it again to see the rest. */
export const maxFaults = 100;

/** Returns the first `maxFaults` faults, in the order of the text. */
export function firstFaults(faults: readonly Fault[]): Fault[] {
  return [...faults].sort(byPlace).slice(0, maxFaults);
}

/** A fault whose place in the text is not known yet: it names its field by the path to it. `placeAll` gives it its place. */
export interface UnplacedFault extends Omit<Fault, 'field' | keyof Place> {
  path: FieldPath;
}
