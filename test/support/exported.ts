/** Evidence as files of Every Eval Ever: valid, and what they give when they are read. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ValidateFunction } from 'ajv';
import { schemaOf } from './import.ts';

/**
 * The cases that each lock passed, sorted, by files that were exported.
 * @throws AssertionError when one is not valid, names no formation, or has other results than cases
 */
export function passedCases(out: string, paths: readonly string[], cases: number): string[][] {
  const passed: string[][] = [];
  for (const path of paths.filter(each => !each.endsWith('_samples.jsonl'))) {
    const summary = assertValidSummary(path);
    assert.match(summary.model_info.additional_details.formation, /^sha256:[0-9a-f]{64}$/);
    const samples = join(out, summary.detailed_evaluation_results.file_path);
    assert.ok(paths.includes(samples));
    const results = readFileSync(samples, 'utf8')
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line));
    assert.equal(results.length, cases);
    passed.push(results.flatMap(({ evaluation, sample_id }) => (evaluation.is_correct ? [sample_id] : [])));
  }
  return passed.map(list => list.toSorted()).sort();
}

interface Summary {
  model_info: { additional_details: { formation: string } };
  detailed_evaluation_results: { file_path: string; checksum: string; total_rows: number };
}

/** Asserts that a summary of Every Eval Ever and the results beside it are valid and belong together. */
function assertValidSummary(path: string): Summary {
  const summary = JSON.parse(readFileSync(path, 'utf8')) as Summary;
  assertValid(schemaOf('every-eval-ever-0.3.0.schema.json'), summary);
  const { file_path: samples, checksum, total_rows: rows } = summary.detailed_evaluation_results;
  const text = readFileSync(join(dirname(path), samples.split('/').at(-1)!), 'utf8');
  assert.equal(createHash('sha256').update(text).digest('hex'), checksum);
  const lines = text.trimEnd().split('\n');
  assert.equal(lines.length, rows);
  const instance = schemaOf('every-eval-ever-instance-0.3.0.schema.json');
  for (const line of lines) assertValid(instance, JSON.parse(line));
  return summary;
}

function assertValid(validate: ValidateFunction, value: unknown): void {
  assert.ok(validate(value), JSON.stringify(validate.errors));
}
