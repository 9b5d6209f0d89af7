/** The results of each lock on each case for the tenant: none before the end of a fixed size, all of them afterwards. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { describedFromNow } from '../../../support/described.ts';
import { message, planOf, runAll, setEvaluations, startPlan } from '../../../support/evaluation.ts';
import { onBothDatabases } from '../../../support/store.ts';
import { type Fields, fields } from '../../../support/tenant.ts';

describedFromNow();

onBothDatabases('the cases of an evaluation', database => {
  const { setting, known, send, read } = setEvaluations(database, { cases: 5 });
  let job: string;
  before(async () => {
    job = await startPlan(setting, planOf(known, { repetitions: 2 }));
  });

  const page = (of: string, query = '') => read(`evaluations/${of}/cases.md${query}`);

  test('are not shown before a fixed size has ended, nor when it never will', async () => {
    const { total, cases } = fields(await page(job));
    assert.deepEqual([total, cases], [0, []]);
    assert.match((await page(job)).body.toString(), /shows its cases once it is completed/);
    await runAll(setting, (lock, id) => lock === known.team || id === 'case-2');
    const stopped = await startPlan(setting, planOf(known, { seed: 9 }));
    const cancel = message('evaluation_cancel');
    await send(`evaluations/${stopped}/cancel`, cancel, setting.tenant);
    assert.deepEqual(fields(await page(stopped)).cases, []);
  });

  test('are shown in the order of the suite, page by page, and add up to the evidence', async () => {
    const first = fields(await page(job, '?limit=3'));
    assert.deepEqual([first.total, first.next_after, first.locks], [5, 3, [known.control, known.team]]);
    const answer = await page(job, '?after=3&limit=3');
    const rest = fields(answer);
    assert.equal(rest.next_after, undefined);
    const all = [...(first.cases as Fields[]), ...(rest.cases as Fields[])];
    const named = all.map(each => `${each.number} ${each.case} ${String(each.passes)}`);
    assert.deepEqual(named, ['1 case-1 0,2', '2 case-2 2,2', '3 case-3 0,2', '4 case-4 0,2', '5 case-5 0,2']);
    assert.deepEqual(
      [all[0]!.runs, all[0]!.tokens, all[0]!.elapsed_milliseconds],
      [
        [2, 2],
        [2200, 2200],
        [10_000, 10_000],
      ],
    );
    assert.match(answer.body.toString(), /\n\| case-5 \| 0 of 2, 2200 tokens, 10\.0 s \| 2 of 2, /);
    const { headers } = await page(job, '?limit=3');
    assert.match(String(headers.link), /cases\.md\?after=3&limit=3>; rel="next"/);
    assert.equal((await page(job, '?limit=501')).status, 422);
  });
});
