/** Operators' commands as they are run. */
import assert from 'node:assert/strict';
import { readDocument } from '#document/front-matter.ts';
import type { DatabasePlace } from '../../server/store/database.ts';
import { type Outcome, run as runProgram } from './program.ts';

/** `npm run --silent operator -- …` on a database. */
export const run = ({ dataDir, databaseUrl }: DatabasePlace, ...words: string[]): Promise<Outcome> =>
  runProgram('scripts/operator.ts', words, {
    ...(process.env.DIST_DIR && { DIST_DIR: process.env.DIST_DIR }),
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  });

/** Runs a command that must succeed, and gives the fields of its document. */
export async function operate(place: DatabasePlace, ...words: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await run(place, ...words);
  assert.deepEqual([code, stderr], [0, ''], stdout + stderr);
  const reading = readDocument(stdout);
  assert.ok(reading.ok, stdout);
  const { schema, kind, command, ...fields } = reading.document.value;
  assert.deepEqual([schema, kind], ['formation.operator_report/v0.1', 'operator_report']);
  assert.equal(command, words.slice(0, String(command).split(' ').length).join(' '));
  return fields;
}
