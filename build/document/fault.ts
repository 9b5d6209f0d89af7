/** A fault: one thing wrong with a document, at a place, with what was expected and how to mend it. */

/** A position in a text; lines and columns count from 1. */
export interface Place {
  line: number;
  column: number;
}

/** What is wrong with a document. `field` is a path such as `roles[1].id`, empty for the document as a whole. */
export interface Fault extends Place {
  field: string;
  /** The name of the rule that was broken, as a reader would search for it: `unknown-field`, `topology`. */
  rule: string;
  /** What was found and what was expected. */
  message: string;
  /** What to do about it. */
  help: string;
}

/** The steps from the root of a front matter to one of its values. */
export type FieldPath = readonly (string | number)[];

/** Writes a path as people write it: `roles[1].id`. */
export function fieldName(path: FieldPath): string {
  return path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join('');
}

/** Orders faults as a reader meets them in the text. */
export function byPlace(a: Place, b: Place): number {
  return a.line - b.line || a.column - b.column;
}
