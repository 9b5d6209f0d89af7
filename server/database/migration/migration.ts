/** What a migration is. */
import type { Kysely } from 'kysely';
import type { Backend } from '../backend.ts';

/** Which database it is, and the types of columns for which the two have different names. */
export type ColumnTypes = Pick<Backend, 'name' | 'numberKey'>;

export interface Migration {
  number: number;
  name: string;
  /**
   * Set when it removes or changes what the release before uses, so that its servers are refused. Expand first, with a migration
   * that both can work with, and contract one release later.
   */
  contracts?: true;
  up(database: Kysely<unknown>, types: ColumnTypes): Promise<void>;
}
