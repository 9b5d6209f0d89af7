/** The form of a migration. */
/** Which database it is, and the types of columns for which the two have different names. */
export interface ColumnTypes {
  name: 'sqlite' | 'postgres';
  /** The type of a whole number that identifies rows and by which the table is ordered on disk. */
  numberKey: 'integer' | 'bigint';
}

export interface Migration {
  number: number;
  name: string;
  /**
   * Set when it removes or changes what the release before uses, so that its servers are refused. Expand first, with a migration
   * that both can work with, and contract one release later.
   */
  contracts?: true;
  /** The statements that it runs, in order. */
  statements(types: ColumnTypes): readonly string[];
}
