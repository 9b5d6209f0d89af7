/** The faults of a document are told in one round: those of its form, its shape, and its references. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { message, T } from '../../support/evaluation.ts';
import { onBothDatabases } from '../../support/store.ts';
import { fields, formationText, get, lockText, setScene } from '../../support/tenant.ts';

const nobodys = `sha256:${'9'.repeat(64)}`;

onBothDatabases('one answer', database => {
  const scene = setScene(database);
  const faultsOf = async (route: string, text: string) => {
    const answer = await scene.send(route, text);
    assert.equal(answer.status, 422, answer.body.toString());
    const errors = fields(answer).errors as { field: string; rule: string; message: string }[];
    return new Map(errors.map(({ field, rule, message: said }) => [`${field} ${rule}`, said]));
  };

  test('names faults of form, topology, names, sections and references of a formation', async () => {
    const text = formationText('rounds', `supersedes: ${nobodys}\nsurplus: 1\n`)
      .replace('title: Mending pair rounds', 'title: ""')
      .replace('patterns: [tool-loop, gate]', 'patterns: [tool-lop, gate]')
      .replace('to: reviewer, kind', 'to: reviewr, kind')
      .replace('### reviewer', '### reviever');
    const faults = await faultsOf('formations', text);
    for (const name of [
      ...['title minimum', 'surplus unknown-field', 'patterns[0] unknown-pattern'],
      ...['edges[0].to unknown-role', 'supersedes supersedes', ' heading'],
    ])
      assert.ok(faults.has(name), `${name} of ${[...faults.keys()]}`);
    assert.match(faults.get('edges[0].to unknown-role')!, /Did you mean `reviewer`/);
    assert.match(faults.get('patterns[0] unknown-pattern')!, /Did you mean `tool-loop`/);
  });

  test('names what is wrong with a lock and with its formation', async () => {
    const text = lockText(nobodys).replace('title: Lock one\n', '');
    assert.deepEqual([...(await faultsOf('execution-locks', text)).keys()].sort(), [
      'formation unknown-formation',
      'title required',
    ]);
    const { digest } = fields(await scene.send('formations', formationText()));
    const wrong = lockText(String(digest))
      .replace('id: reviewer', 'id: reviewr')
      .replace('title: Lock one\n', '');
    const faults = await faultsOf('execution-locks', wrong);
    assert.ok(faults.has('title required'));
    assert.match(faults.get('roles[1].id unknown-role')!, /Did you mean `reviewer`/);
  });

  test('names what is wrong with a plan and with all that it names', async () => {
    const plan = message(
      'evaluation_plan',
      ...['title: A plan', `suite: ${nobodys}`, `locks: [${nobodys}]`, `control: sha256:${'8'.repeat(64)}`],
      ...['repetitions: 0', 'seed: 1'],
    );
    assert.deepEqual([...(await faultsOf('evaluation-plans', plan)).keys()].sort(), [
      'control control',
      'description required',
      'locks[0] unknown-execution-lock',
      'repetitions minimum',
      'suite unknown-suite',
    ]);
  });

  test('names both that an adoption is of nothing and that it is in the future', async () => {
    const adoption = (date: string) =>
      message(
        'adoption',
        `formation: ${nobodys}`,
        'outcome: adopted',
        'reason_code: policy',
        `date: ${date}`,
      );
    assert.deepEqual([...(await faultsOf('adoptions', adoption('2999-01-01'))).keys()].sort(), [
      'date date',
      'formation unknown-formation',
    ]);
    assert.deepEqual([...(await faultsOf('adoptions', adoption('2026-02-31'))).keys()], ['date value']);
  });

  test('under a tenant that has nothing there leads to the routes', async () => {
    for (const path of ['nothing', 'evaluations/none.md', 'artifacts/sha256/none.md']) {
      const answer = await scene.read(path);
      assert.match(String(fields(answer).description), /\/docs\/openapi\.json names every route/, path);
    }
  });

  test('leads to the next page of the event feed while there is one', async () => {
    let path = `${T}/events.md?limit=1`;
    for (let pages = 0; ; pages += 1) {
      assert.ok(pages < 10);
      const link = /<([^>]+)>; rel="next"/.exec(
        String((await get(scene.server, path, scene.acme)).headers.link),
      );
      if (!link) break;
      path = link[1]!;
    }
  });
});
