/** Operators' commands as they are run. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readDocument } from '#document/front-matter.ts';
import type { DatabasePlace } from '../../server/store/database.ts';

export interface Run {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** `npm run --silent operator -- …` on a database. */
export function run(place: DatabasePlace, ...words: string[]): Promise<Run> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/operator.ts', ...words], {
    env: {
      PATH: process.env.PATH,
      ...(process.env.DIST_DIR && { DIST_DIR: process.env.DIST_DIR }),
      DATA_DIR: place.dataDir,
      ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
    },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', chunk => {
    stdout += chunk;
  });
  child.stderr.on('data', chunk => {
    stderr += chunk;
  });
  return new Promise(resolve => child.once('close', code => resolve({ code, stdout, stderr })));
}

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
