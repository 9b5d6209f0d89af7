/** What a migration is. */
import type { Kysely } from 'kysely';
import type { Backend } from '../dialect/backend.ts';

/** Which database it is, and the types of columns for which the two have different names. */
export type ColumnTypes = Pick<Backend, 'name' | 'numberKey'>;

export interface Migration {
  number: number;
  name: string;
  up(database: Kysely<unknown>, types: ColumnTypes): Promise<void>;
}
