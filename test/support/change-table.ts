/** Tables of changes in `test/fixture/`, a line each. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

interface Change {
  name: string;
  /** The page; `…` stands for any text. */
  page: string;
  /** Undefined where the whole page is removed. */
  find: RegExp | undefined;
  write: string;
  /** The sentence that must be said of it. */
  says: string;
}

type Row =
  | [page: string, says: string]
  | [page: string, find: string, write: string, says: string, flags?: string];

/** @param part of the file, where it has parts */
export function changesIn(file: string, part?: string): readonly Change[] {
  const read = parse(readFileSync(join(import.meta.dirname, '../fixture', file), 'utf8'));
  return Object.entries<Row>(part === undefined ? read : read[part]).map(([name, [page, ...rest]]) => {
    if (rest.length === 1) return { name, page, find: undefined, write: '', says: rest[0]! };
    const [find, write, says, flags] = rest;
    return { name, page, find: new RegExp(find!, flags), write: String(write), says: says! };
  });
}

/** A pattern of the paths of a page in a table. */
export const pathsOf = (page: string): RegExp =>
  new RegExp(`^${page.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '[^?]*')}$`);
