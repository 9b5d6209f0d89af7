/** A database of a version before questions were registered, or before plans that name one were told apart: what is listed as a question. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '../../../server/database/database.ts';
import {
  message,
  planOf,
  register,
  registerAll,
  serveEvaluations,
  startPlan,
  T,
} from '../../support/evaluation.ts';
import { copyToLayout } from '../../support/layout.ts';
import { onBothDatabases, start } from '../../support/store.ts';
import { fields, get, post } from '../../support/tenant.ts';

type Row = Record<string, unknown>;

/** A plan that names no question as it was written before there were any: without a nonce. */
function asBefore(table: string, row: Row): Row {
  if (table !== 'evaluation_plan') return row;
  const { nonce, budgetRatio, ...resolved } = JSON.parse(String(row.resolved));
  return resolved.question === undefined ? { ...row, resolved: JSON.stringify(resolved) } : row;
}

onBothDatabases('plans of an older version', database => {
  test('are listed as questions of their own, and those that name a question are not', async context => {
    const [now, before] = [await database.emptyPlace(), await database.emptyPlace()];
    const ends: (() => Promise<void>)[] = [];
    const setting = await serveEvaluations({ after: end => ends.push(end) }, now);
    const known = await registerAll(setting, { cases: 3 });
    const old = planOf(known);
    await startPlan(setting, old);
    const asked = await register(
      setting,
      'questions',
      message(
        'question',
        ...['title: Is it worth it?', 'description: On defects.', 'task_class: coding.bug_fix'],
        ...[`suite: ${known.suite}`, `teams: [${known.team}]`, `control: ${known.control}`],
      ),
    );
    // What is written in a line of the plan looks like a question, and is none.
    const decoy = 'intervention: \'"question":"sha256:0"\'';
    const named = [
      planOf(known, { seed: 8, lines: [`question: ${asked}`] }),
      planOf(known, { seed: 9, lines: [decoy] }),
    ];
    for (const plan of named)
      assert.equal((await post(setting.server, `${T}/evaluation-plans`, plan, setting.tenant)).status, 201);
    const list = async ({ server }: Pick<typeof setting, 'server'>, query = '') => {
      const answer = await get(server, `${T}/questions/index.md${query}`, setting.tenant);
      const { total, items } = fields(answer) as { total: number; items: Row[] };
      return {
        total,
        plans: items.map(({ digest, plan }) => [digest === asked, plan === digest]),
        body: answer.body,
      };
    };
    const found = await list(setting);
    for (const end of ends) await end();
    await copyToLayout(now, before, 19, asBefore);
    const again = await serveEvaluations(context, before);
    const { total, plans, body } = await list(again);
    assert.deepEqual(
      [total, plans],
      [
        3,
        [
          [false, true],
          [true, false],
          [false, true],
        ],
      ],
    );
    assert.deepEqual({ total, plans }, { total: found.total, plans: found.plans });
    assert.equal(body.toString().match(/; a plan that is a question of its own$/gm)?.length, 2);
    assert.deepEqual((await list(again, '?limit=1&after=0')).plans, [[false, true]]);
    assert.equal((await list(again, '?state=revoked')).total, 0);
    // A page is found by an index, however many artifacts there are.
    const backend = await openDatabase(before, start);
    context.after(() => backend.close());
    const indexes = await backend.ask<{ name: string }>(
      database.name === 'sqlite'
        ? "SELECT name FROM sqlite_master WHERE type = 'index'"
        : 'SELECT indexname AS name FROM pg_indexes',
    );
    assert.ok(indexes.some(({ name }) => name === 'tenant_artifact_questions'));
  });
});
