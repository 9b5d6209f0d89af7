/** Every migration, in order. A released migration is never edited: the next one corrects it. */
import * as tables from './001-tables.ts';
import type { Migration } from './migration.ts';

export const migrations: readonly Migration[] = [
  { number: 1, name: 'tables', statements: tables.statements },
];
