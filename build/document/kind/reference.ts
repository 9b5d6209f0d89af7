/** References: the names of other documents that a document holds. */
import type { FieldPath } from '../text/fault.ts';

/** A mention of another document by its name, to be resolved when all sources are known. */
export interface Reference {
  /** The sort of its target, which is the `as` of a declaration, such as `task_class`. */
  to: string;
  name: string;
  path: FieldPath;
}

/** The names in the documents of a kind to which others may refer. `Value` is their front matter. */
export interface Declared<Value> {
  /** The word for such a name in references and messages; its parts are joined by `_`. */
  as: string;
  names(value: Value): string[];
  /** The file in `content/` that declares a name. While that file has faults, the name is not reported as unknown. */
  file(name: string): string;
  /** Set where any name may be used as long as no document declares one. */
  mayBeAbsent?: true;
}

/** Returns the names that a list of a document holds. */
export const namesIn = (to: string, path: FieldPath, names: readonly string[] = []): Reference[] =>
  names.map((name, index) => ({ to, name, path: [...path, index] }));
