/**
 * Reports of the SWE-bench harness: of a run, with the ids of its instances by outcome (`resolved_ids`,
 * `unresolved_ids`, …), and of an instance (`{"ID": {"resolved": true}}`).
 */
import type { RunOutcome } from '#build/evaluation/run-summary.ts';
import type { LogClaims } from './claim.ts';
import { readJson } from './json/read.ts';
import type { JsonRow, Shape } from './json/tree.ts';
import { type ImportedResult, type ReadOptions, refused } from './result.ts';
import { bytesOf } from './source.ts';
import { nameOf } from './value.ts';

/** An empty patch is an answer that solves nothing. Instances without an answer are in `incomplete_ids`, and are no result. */
const outcomes: Readonly<Record<string, RunOutcome>> = {
  resolved_ids: 'pass',
  unresolved_ids: 'fail',
  empty_patch_ids: 'fail',
  error_ids: 'error',
};

const ids: Shape = { each: { row: true } };
const shape: Shape = {
  row: true,
  fields: Object.fromEntries(Object.keys(outcomes).map(name => [name, ids])),
  each: { row: true, fields: { resolved: {} } },
};

/** Reads the results of a report. @throws Failure when it does not say which instances failed */
export async function* readSweBench(file: string, { claims }: ReadOptions): AsyncGenerator<ImportedResult> {
  let instances = 0;
  // A report names neither its models nor the digests of its instances, and lists as incomplete all that had no prediction.
  const log: LogClaims = {};
  for await (const row of readJson(bytesOf(file), shape, { file, place: '' })) {
    const result = resultOf(row, file);
    if (result && claims) result.claims = { log, models: [], scorer: 'swe-bench' };
    instances += row.path.length === 1 && result ? 1 : 0;
    if (result) yield result;
    if (row.path.length > 0 || instances > 0) continue;
    const missing = ['resolved_ids', 'unresolved_ids'].find(name => !Array.isArray(row.root[name]));
    if (missing === undefined) continue;
    const help = 'Import the report that the harness writes for a run, or for an instance.';
    throw refused(file, '', `There is no list \`${missing}\`, so it does not say what failed. ${help}`);
  }
}

function resultOf({ value, path, place }: JsonRow, file: string): ImportedResult | undefined {
  const at = { file, place };
  const [name, index] = path;
  if (index !== undefined)
    return { ...at, case_id: nameOf(value, 'An id', at), outcome: outcomes[name as string]! };
  const { resolved } = Object(value) as { resolved?: unknown };
  if (typeof resolved !== 'boolean') return undefined;
  return { ...at, case_id: nameOf(name, 'An id', at), outcome: resolved ? 'pass' : 'fail' };
}
