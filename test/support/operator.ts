/** Operators' commands, in this process or as they are run. */
import assert from 'node:assert/strict';
import { readDocument } from '#document/text/front-matter.ts';
import { operator } from '../../scripts/operator/program.ts';
import type { DatabasePlace } from '../../server/store/database/database.ts';
import { call, type Outcome, run as runProgram } from './program.ts';

const settings = ({ dataDir, databaseUrl }: DatabasePlace): Record<string, string> => ({
  DATA_DIR: dataDir,
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
});

/** A command on a database, in this process. */
export const run = (place: DatabasePlace, ...words: string[]): Promise<Outcome> =>
  call(operator, words, settings(place));

/** `npm run --silent operator -- …` on a database, in a process of its own. */
export const start = (place: DatabasePlace, ...words: string[]): Promise<Outcome> =>
  runProgram('scripts/catalog.ts', ['operator', ...words], settings(place));

/** Runs a command that must succeed, and gives the fields of its document. */
export const operate = async (place: DatabasePlace, ...words: string[]): Promise<Record<string, unknown>> =>
  reported(await run(place, ...words), words);

/** The fields of the document that a command printed, which must have succeeded. */
export function reported({ code, stdout, stderr }: Outcome, words: string[]): Record<string, unknown> {
  assert.deepEqual([code, stderr], [0, ''], stdout + stderr);
  const parsed = readDocument(stdout);
  assert.ok(parsed.ok, stdout);
  const { schema, kind, command, ...fields } = parsed.document.value;
  assert.deepEqual([schema, kind], ['formation.operator_report/v0.1', 'operator_report']);
  assert.equal(command, words.slice(0, String(command).split(' ').length).join(' '));
  return fields;
}
