/** Every migration, in order. A released migration is never edited: the next one corrects it. */
import * as tables from './001-tables.ts';
import * as historyIndexes from './002-history-indexes.ts';
import type { Migration } from './migration.ts';

export const migrations: readonly Migration[] = [
  { number: 1, name: 'tables', statements: tables.statements },
  { number: 2, name: 'history indexes', statements: historyIndexes.statements },
];
