/**
 * The driver of SQLite that this Node.js can run: version 13 crashes before Node.js 22, version 12 from Node.js 24.19 on
 * (its statements are finalized where Node.js asserts that nothing is: https://github.com/nodejs/node/issues/65446).
 */
import { createRequire } from 'node:module';
import type SqliteDatabase from 'better-sqlite3';

const major = Number(process.versions.node.split('.')[0]);
const require = createRequire(import.meta.url);

export const Database = require(
  major >= 22 ? 'better-sqlite3-13' : 'better-sqlite3',
) as typeof SqliteDatabase;
export type Database = SqliteDatabase.Database;
export type Statement = SqliteDatabase.Statement;
