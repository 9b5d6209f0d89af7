/** Reports of the SWE-bench harness. The fixtures follow `make_run_report` and `get_eval_report` of its sources. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fileOf, readAll } from '../../support/import.ts';

async function read(report: unknown): Promise<string[]> {
  const results = await readAll('swe-bench', fileOf('team.run-1.json', JSON.stringify(report, undefined, 4)));
  return results.map(({ place, case_id, outcome }) => `${place} ${case_id} ${outcome}`);
}

const run = {
  total_instances: 6,
  submitted_instances: 5,
  completed_ids: ['django__django-11099', 'sympy__sympy-20590'],
  incomplete_ids: ['flask__flask-4045'],
  empty_patch_ids: ['astropy__astropy-12907'],
  submitted_ids: [
    'astropy__astropy-12907',
    'django__django-11099',
    'sympy__sympy-20590',
    'xarray__xarray-4493',
  ],
  resolved_ids: ['django__django-11099'],
  unresolved_ids: ['sympy__sympy-20590'],
  infra_failure_ids: ['sympy__sympy-20590'],
  failure_reasons: { 'sympy__sympy-20590': 'network' },
  error_ids: ['xarray__xarray-4493'],
  schema_version: 2,
};

describe('a report of the SWE-bench harness', () => {
  test('of a run gives an outcome for every instance with an answer', async () => {
    assert.deepEqual(await read(run), [
      'empty_patch_ids[0] astropy__astropy-12907 fail',
      'resolved_ids[0] django__django-11099 pass',
      'unresolved_ids[0] sympy__sympy-20590 fail',
      'error_ids[0] xarray__xarray-4493 error',
    ]);
  });

  test('of an instance gives its outcome', async () => {
    const tests = { FAIL_TO_PASS: { success: ['a'], failure: [] } };
    const report = { 'sympy__sympy-1.2': { patch_exists: true, resolved: true, tests_status: tests } };
    assert.deepEqual(await read(report), ['sympy__sympy-1.2 sympy__sympy-1.2 pass']);
  });

  test('is refused when it does not say what failed, or is no report', async () => {
    await assert.rejects(read({ resolved_ids: ['a'] }), {
      message: /no list `unresolved_ids`.*Import the report/,
    });
    await assert.rejects(read({ resolved: ['a'], no_logs: [] }), { message: /no list `resolved_ids`/ });
    await assert.rejects(read([]), { message: /no list `resolved_ids`/ });
    await assert.rejects(read({ ...run, error_ids: [['a']] }), {
      message: /: error_ids\[0\]: An id is A list\. Expected a text/,
    });
  });
});
