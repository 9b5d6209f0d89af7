/** References: the names of other documents that a document holds. */
import type { FieldPath } from '../text/fault.ts';

/** A mention of another document by its name, to be resolved when all sources are known. */
export interface Reference {
  to: 'pattern' | 'family' | 'task_class' | 'source' | 'publisher' | 'tool';
  name: string;
  path: FieldPath;
}

/** The names that a list of a document holds. */
export const namesIn = (to: Reference['to'], path: FieldPath, names: readonly string[] = []): Reference[] =>
  names.map((name, index) => ({ to, name, path: [...path, index] }));
