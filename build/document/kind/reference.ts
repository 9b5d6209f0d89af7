/** References: the names by which documents mention other documents. */
import type { FieldPath } from '../text/fault.ts';

/** A mention of another document by its name. It is resolved when all sources have been read. */
export interface Reference {
  /** The sort of name, such as `task_class`: the `as` of a declaration. */
  to: string;
  name: string;
  path: FieldPath;
}

/** The names that the documents of a kind declare, and other documents may mention. `Value` is the front matter of the kind. */
export interface Declared<Value> {
  /** The word for such a name in references and messages. Its parts are joined by `_`. */
  as: string;
  names(value: Value): string[];
  /**
   * Returns the file in `content/` that should declare a name. While that file has faults, the name is not reported as unknown.
   */
  file(name: string): string;
  /** Set if any name may be used as long as no document declares one. */
  mayBeAbsent?: true;
}

/**
 * Makes a reference for each name in a list.
 * @param to the sort of the names
 * @param path the path of the list in the front matter
 */
export const namesIn = (to: string, path: FieldPath, names: readonly string[] = []): Reference[] =>
  names.map((name, index) => ({ to, name, path: [...path, index] }));
