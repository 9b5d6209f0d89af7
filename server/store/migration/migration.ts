/** The form of a migration: the database that it is for, and the statements that it runs. */
/** The database, and the types of columns that have different names in the two databases. */
export interface ColumnTypes {
  name: 'sqlite' | 'postgres';
  /** The type of a whole number that is the key of a table and orders it on disk. */
  numberKey: 'integer' | 'bigint';
}

export interface Migration {
  number: number;
  name: string;
  /**
   * Set if the migration removes or changes something that the release before it uses, so that servers of that release are
   * refused. First expand, in a migration that both releases can work with; contract one release later.
   */
  contracts?: true;
  /** Returns the statements of the migration, in order. */
  statements(types: ColumnTypes): readonly string[];
}
