/** The claims of the logs of imported runs: which are refused, how they are stored, and how evidence counts them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  logsOf,
  logText,
  partialReasons,
  scorerConfounds,
} from '../../../../server/evidence/imported-log.ts';
import {
  evidenceOf,
  message,
  planOf,
  register,
  setEvaluations,
  startPlan,
  suiteOf,
  summary,
} from '../../../support/evaluation.ts';
import { onBothDatabases } from '../../../support/store.ts';
import { type Fields, fields } from '../../../support/tenant.ts';

onBothDatabases('the log of an imported run', database => {
  const { setting, known, send } = setEvaluations(database, { cases: 12 });
  let seed = 0;

  const startNew = async (cases = 12): Promise<string> => {
    seed += 1;
    const suite = await register(setting, 'suites', suiteOf(cases, `suite ${seed}`));
    return startPlan(setting, planOf({ ...known, suite }, { seed }));
  };
  const claimed = async () => fields(await send('runner/claims', message('runner_claim')));
  const withLines = (text: string, ...lines: string[]) =>
    text.replace(/---\n$/, `${lines.join('\n')}\n---\n`);
  const now = () => new Date(setting.clock.at * 1000).toISOString().replace('.000Z', 'Z');
  const imported = (lease: unknown, passed: boolean, ...log: string[]) =>
    withLines(summary(lease, passed), 'source: imported', `started_at: ${now()}`, ...log);
  /** Runs an evaluation to its end. */
  async function evaluate(textOf: (given: Fields, passed: boolean) => string): Promise<Fields> {
    const job = await startNew();
    setting.clock.at += 3600;
    for (let run = 0; run < 24; run += 1) {
      const given = await claimed();
      const answer = await send('runs', textOf(given, given.lock === known.team));
      assert.equal(answer.status, 200, answer.body.toString());
    }
    return evidenceOf(setting, job);
  }

  test('is refused on a run that was not imported, and where it holds what no log says', async () => {
    const job = await startNew();
    const { lease } = await claimed();
    for (const [text, field, rule] of [
      [withLines(summary(lease, true), 'log: {status: complete}'), 'log', 'log-of-import'],
      [imported(lease, true, 'log: {status: ended}'), 'log.status', 'value'],
      [imported(lease, true, 'log: {models: other}'), 'log.models', 'value'],
      [imported(lease, true, 'log: {scorer: "a judge"}'), 'log.scorer', 'format'],
      [imported(lease, true, 'log: {threshold: "1e3"}'), 'log.threshold', 'format'],
      [imported(lease, true, 'log: {note: text}'), 'log.note', 'unknown-field'],
    ] as const) {
      const answer = await send('runs', text);
      assert.equal(answer.status, 422, text);
      const { errors } = fields(answer) as { errors: { field: string; rule: string }[] };
      assert.deepEqual([errors[0]!.field, errors[0]!.rule], [field, rule]);
    }
    const batch = (log: string) =>
      message(
        'run_batch',
        'runs:',
        ...imported(lease, true, `log: ${log}`)
          .split('\n')
          .slice(3, -2)
          .map((line, index) => `${index === 0 ? '  - ' : '    '}${line}`),
      );
    const told = async (log: string) => {
      const { runs } = fields(await send('runs', batch(log))) as { runs: Fields[] };
      return [runs[0]!.status, runs[0]!.code ?? runs[0]!.replayed];
    };
    assert.deepEqual(await told('{status: partial}'), [200, undefined]);
    assert.deepEqual(await told('{status: partial}'), [200, true]);
    assert.deepEqual(await told('{status: complete}'), [409, 'idempotency_conflict']);
    await send(`evaluations/${job}/cancel`, message('evaluation_cancel'), setting.tenant);
  });

  test('is in the evidence by lock, and its scorer confounds arms that were judged differently', async () => {
    const evidence = await evaluate(({ lock, lease }, passed) =>
      imported(
        lease,
        passed,
        `log: {status: complete, scorer: ${lock === known.team ? 'judge' : 'match'}, threshold: "0.5"}`,
      ),
    );
    const common = { runs: 12, status: 'complete', models: 'unknown', cases: 'unknown' };
    assert.deepEqual(evidence.logs, [
      { lock: known.control, ...common, scorer: 'match', threshold: '0.5' },
      { lock: known.team, ...common, scorer: 'judge', threshold: '0.5' },
    ]);
    assert.deepEqual((evidence.pairs as Fields[])[0]!.confounded_by, ['scorer']);
    assert.ok(!String(evidence.grade_reasons).includes('partial:'));
  });

  test('is unknown where the importer says nothing, and an arm that was imported was run by another than one that a runner ran', async () => {
    const evidence = await evaluate(({ lock, lease }, passed) =>
      lock === known.team ? imported(lease, passed) : summary(lease, passed),
    );
    assert.deepEqual(evidence.logs, [
      { lock: known.team, runs: 12, status: 'unknown', models: 'unknown', cases: 'unknown' },
    ]);
    assert.deepEqual((evidence.pairs as Fields[])[0]!.confounded_by, ['runner']);
  });
});

describe('logs of runs', () => {
  const run = (lock: string, log: string | null) => ({ lock, log });

  test('are counted by lock, the most frequent first and no more than four', () => {
    const texts = Array.from({ length: 6 }, (_, at) => logText({ scorer: `s${at}` }));
    const runs = texts.flatMap((text, at) => Array.from({ length: at + 1 }, () => run('a', text)));
    const listed = logsOf(['b', 'a'], [...runs, run('b', null)]);
    assert.deepEqual(
      listed.map(({ lock, runs: count, scorer }) => [lock, count, scorer]),
      [5, 4, 3, 2].map(at => ['a', at + 1, `s${at}`]),
    );
    assert.deepEqual(partialReasons(runs), []);
    assert.match(partialReasons([run('a', logText({ status: 'partial' }))])[0]!, /^partial: 1 of/);
  });

  test('say that arms were judged differently only where two of them, or the question, name different scorers', () => {
    const judged = (log: Parameters<typeof logText>[0]) => [run('x', logText(log))];
    const ask = (
      team: Parameters<typeof logText>[0],
      control: typeof team,
      fixed?: { name?: string; threshold?: string },
    ) => scorerConfounds(judged(team), judged(control), fixed);
    assert.deepEqual(ask({}, {}), []);
    assert.deepEqual(ask({ scorer: 'a' }, {}), []);
    assert.deepEqual(ask({ scorer: 'a' }, { threshold: '0.5' }), []);
    assert.deepEqual(ask({ scorer: 'a' }, { scorer: 'a', threshold: '0.5' }), []);
    assert.deepEqual(ask({ threshold: '0.5' }, { threshold: '0.50' }), []);
    assert.deepEqual(ask({ scorer: 'a' }, { scorer: 'b' }), ['scorer']);
    assert.deepEqual(ask({ threshold: '0.5' }, { threshold: '0.6' }), ['scorer']);
    assert.deepEqual(ask({ scorer: 'a' }, { scorer: 'a' }, { name: 'a' }), []);
    assert.deepEqual(ask({ scorer: 'a' }, { scorer: 'a' }, { name: 'b' }), ['scorer']);
    assert.deepEqual(ask({}, {}, { name: 'b', threshold: '0.5000' }), []);
    assert.deepEqual(ask({ threshold: '0.5' }, {}, { threshold: '0.5000' }), []);
    assert.deepEqual(scorerConfounds([run('x', null)], judged({ scorer: 'a' }), undefined), []);
  });
});
