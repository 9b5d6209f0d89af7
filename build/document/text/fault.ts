/** Faults in documents, each with its place, what was found and expected, and what to do. */

/** A position in a text; lines and columns count from 1. */
export interface Place {
  line: number;
  column: number;
}

/** A fault in a document. `field` is a path such as `roles[1].id`, or empty for the document as a whole. */
export interface Fault extends Place {
  field: string;
  /** The name of the broken rule, which readers can search for: `unknown-field`, `topology`. */
  rule: string;
  /** A sentence on what was found, and what was expected. */
  message: string;
  /** A sentence on what to do about it. */
  help: string;
  fix?: Fix | undefined;
}

/**
 * A correction that is certain: replace `found` by `write`. `found` begins at the place of the fault, or behind it on the same
 * line.
 */
export interface Fix {
  found: string;
  write: string;
}

/** The steps from the root of a front matter to one of its values. */
export type FieldPath = readonly (string | number)[];

/** Writes a path in the usual notation, such as `roles[1].id`. */
export function fieldName(path: FieldPath): string {
  return path
    .map((step, index) =>
      typeof step === 'number' ? `[${step}]` : index === 0 ? shown(step) : `.${shown(step)}`,
    )
    .join('');
}

const maxShown = 60;

/**
 * Returns the beginning of a sender's text in the form in which messages quote it, with every character that is not plainly
 * visible as `\u{…}`.
 */
export function shown(text: string): string {
  const start = text.length > maxShown ? `${text.slice(0, maxShown).toWellFormed()}…` : text;
  return start.replace(
    /[^\p{L}\p{N}\p{P}\p{S} ]/gu,
    character => `\\u{${character.codePointAt(0)!.toString(16).toUpperCase()}}`,
  );
}

/** Compares faults for sorting: by their place in the text. */
export function byPlace(a: Place, b: Place): number {
  return a.line - b.line || a.column - b.column;
}

/** The most faults that are listed for one document. Whoever corrects them and sends the document again sees the rest. */
export const maxFaults = 100;

/** Returns the first `maxFaults` faults, in the order of the text. */
export function firstFaults(faults: readonly Fault[]): Fault[] {
  return [...faults].sort(byPlace).slice(0, maxFaults);
}

/** A fault whose place in the text is not known yet. It names its field by a path, from which `placeAll` finds the place. */
export interface UnplacedFault extends Omit<Fault, 'field' | keyof Place> {
  path: FieldPath;
}
